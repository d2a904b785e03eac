//! Texts of documents: short ones, and two that are read in parts.

use super::seed::pick;

const SUBJECTS: &[&str] = &[
    "The meter",
    "The technician",
    "The gateway",
    "Whoever is on duty",
    "The bench",
    "The customer",
    "The head of the team",
    "The seal",
    "The valve",
    "The sensor board",
];

const VERBS: &[&str] = &[
    "is checked before",
    "is cleaned after",
    "has to be logged with",
    "is compared with",
    "waits for",
    "is never opened during",
    "is signed off after",
    "is replaced together with",
];

const OBJECTS: &[&str] = &[
    "the first reading of the day",
    "the calibration run",
    "a visit to the site",
    "the pressure test",
    "the monthly stock count",
    "the certificate",
    "the second pump",
    "the report to the authority",
    "a firmware update",
    "the handover",
];

const CHAPTERS: &[&str] = &[
    "Before you begin",
    "Tools",
    "Opening the housing",
    "Seals",
    "The sensor board",
    "Power",
    "Radio",
    "Zero point",
    "Pressure test",
    "Temperature",
    "Calibration run",
    "Certificate",
    "Packing",
    "Returning it",
    "When it fails",
    "Records",
    "Spare parts",
    "Safety",
];

fn sentence(seed: usize) -> String {
    let subject = pick(seed, "subject", SUBJECTS);
    let verb = pick(seed, "verb", VERBS);
    let object = pick(seed, "object", OBJECTS);
    format!("{subject} {verb} {object}.")
}

pub(crate) fn paragraph(seed: usize, sentences: usize) -> String {
    let sentences: Vec<String> = (0..sentences)
        .map(|nth| sentence(seed * 97 + nth))
        .collect();
    sentences.join(" ")
}

/// A text with a heading for each chapter, of some fifty thousand tokens.
pub(crate) fn manual(seed: usize, title: &str) -> String {
    let chapter = |(nth, name): (usize, &&str)| {
        let paragraphs: Vec<String> = (0..26)
            .map(|part| paragraph(seed + nth * 31 + part, 7))
            .collect();
        format!("## {}. {name}\n\n{}", nth + 1, paragraphs.join("\n\n"))
    };
    let chapters: Vec<String> = CHAPTERS.iter().enumerate().map(chapter).collect();
    format!("# {title}\n\n{}", chapters.join("\n\n"))
}
