//! As one page that needs nothing else.

mod chart;
mod escape;
mod tables;

use std::fmt::Write as _;

use mcp_ergo_rules::plural;

use super::{parts, parts_of};
use crate::sim::bootstrap::{Estimate, RESAMPLES};
use crate::sim::comparison::{Arm, Comparison};
use crate::sim::measure::Measure;
use chart::{Row, bars, differences};
use escape::escaped;

const STYLE: &str = include_str!("html/style.css");

impl Comparison {
    /// The comparison as a page of its own: plots, tables, how it was made, and which tasks failed.
    /// It loads nothing and runs nothing, and reads in light and dark.
    pub fn html(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{}</title><style>\n{STYLE}</style></head><body><main>\n",
            escaped(&self.title())
        );
        let _ = write!(
            page,
            "<h1>{}</h1>\n<p class=\"lead\">",
            escaped(&self.title())
        );
        let _ = writeln!(page, "{}</p>", escaped(&self.lead()));
        self.write_notes(&mut page);
        for picker in self.pickers() {
            self.write_picker(&mut page, picker);
        }
        self.write_method(&mut page);
        self.write_failures(&mut page);
        page.push_str("</main></body></html>\n");
        page
    }

    fn title(&self) -> String {
        let mut catalogs: Vec<&str> = self.arms.iter().map(|arm| &*arm.catalog).collect();
        catalogs.dedup();
        let first = catalogs.first().copied().unwrap_or_default();
        format!("{first}: what a model picks right")
    }

    fn lead(&self) -> String {
        let mut lead = plural(self.tasks.len(), "task");
        if let Some(split) = &self.split {
            let head = split.tasks.iter().filter(|is| **is).count();
            let _ = write!(
                lead,
                ": {head} of the head of use, {} of its tail; the head is {} tools: {}",
                split.tasks.len() - head,
                split.tools,
                split.by
            );
        }
        lead.push('.');
        lead
    }

    fn write_notes(&self, page: &mut String) {
        if self.notes.is_empty() {
            return;
        }
        page.push_str("<ul class=\"notes\">");
        for note in &self.notes {
            let _ = write!(page, "<li>{}</li>", escaped(note));
        }
        page.push_str("</ul>\n");
    }

    fn write_picker(&self, page: &mut String, picker: &str) {
        let arms: Vec<&Arm> = self
            .arms
            .iter()
            .filter(|arm| arm.picker == picker)
            .collect();
        let _ = writeln!(page, "<h2>Picked by {}</h2>", escaped(picker));
        let names = arms.first().map(|arm| parts(arm)).unwrap_or_default();
        page.push_str("<ul class=\"legend\">");
        for (name, part) in names {
            let _ = write!(
                page,
                "<li><i class=\"{name}\"></i>{name}, {}</li>",
                plural(part.tasks, "task")
            );
        }
        page.push_str("</ul>\n<div class=\"charts\">");
        for measure in self.measures() {
            let drawn = bars(measure, &self.rows(&arms, measure, false));
            figure(page, measure.title(), measure.meaning(), &drawn);
            self.write_difference(page, &arms, measure);
        }
        page.push_str("</div>\n");
        self.write_table(page, &arms);
    }

    /// The two measures that decide are drawn as differences too.
    fn write_difference(&self, page: &mut String, arms: &[&Arm], measure: Measure) {
        let rows = self.rows(arms, measure, true);
        let decides = matches!(measure, Measure::First | Measure::Wander);
        let Some(compared) = self.compared().filter(|_| decides && !rows.is_empty()) else {
            return;
        };
        let unit = if measure.is_share() { "points; " } else { "" };
        let said = format!(
            "{unit}{compared}; hollow where the interval has zero in it or fewer than {} tasks differ",
            Estimate::FEWEST
        );
        let title = format!("difference of {}", measure.title());
        figure(page, &title, &said, &differences(measure, &rows));
    }

    /// What is drawn of one measure; `compared` leaves out what is compared with nothing.
    fn rows<'a>(&self, arms: &[&'a Arm], measure: Measure, compared: bool) -> Vec<Row<'a>> {
        let arms = arms.iter().filter(|arm| !compared || arm.against.is_some());
        arms.map(|arm| Row {
            label: self.label(arm),
            parts: parts_of(arm, measure)
                .into_iter()
                .filter(|(_, part)| part.tasks > 0)
                .filter_map(|(name, part)| Some((name, part.get(measure)?)))
                .collect(),
        })
        .collect()
    }

    fn write_method(&self, page: &mut String) {
        page.push_str("<h2>How it was measured</h2>\n<p>");
        let _ = write!(
            page,
            "Each picker was asked which tools of each list it would call for each task, and never told \
             what is right. Intervals hold 95 % by the bootstrap over tasks: {RESAMPLES} draws by \
             percentiles, seed {}; those of differences are paired, both arms over the same drawn tasks. ",
            self.seed
        );
        if let Some(compared) = self.compared() {
            let _ = write!(page, "The {}.", escaped(&compared));
        }
        page.push_str("</p>\n<dl>");
        let mut showings: Vec<_> = self.arms.iter().map(|arm| arm.showing).collect();
        showings.sort_unstable();
        showings.dedup();
        for showing in showings {
            let _ = write!(
                page,
                "<dt>{}</dt><dd>{}</dd>",
                showing.word(),
                showing.meaning()
            );
        }
        for measure in self.measures() {
            let _ = write!(
                page,
                "<dt>{}</dt><dd>{}</dd>",
                measure.title(),
                measure.meaning()
            );
        }
        page.push_str("</dl>\n");
        if !self.favourites.is_empty() {
            let tools: Vec<String> = self
                .favourites
                .iter()
                .map(|tool| format!("<code>{}</code>", escaped(tool)))
                .collect();
            let _ = writeln!(
                page,
                "<p>Favourites: {}. Their prior weighs {}.</p>",
                tools.join(", "),
                self.prior
            );
        }
    }
}

fn figure(page: &mut String, title: &str, said: &str, drawn: &str) {
    let _ = writeln!(
        page,
        "<figure><figcaption>{}<span>{}</span></figcaption>{drawn}</figure>",
        escaped(title),
        escaped(said)
    );
}
