//! As text, for a terminal.

use std::fmt::{self, Write as _};

use super::{parts_of, shown, signed};
use mcp_ergo_rules::plural;

use crate::audit::printable;
use crate::sim::bootstrap::Estimate;
use crate::sim::comparison::{Arm, Comparison};
use crate::sim::measure::{Measure, Measured};

impl fmt::Display for Comparison {
    /// The report as text: a table for each picker and measure, differences with their intervals, and
    /// what to know before believing a number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        for picker in self.pickers() {
            for measure in self.measures() {
                self.table(f, picker, measure)?;
            }
        }
        if let Some(compared) = self.compared() {
            writeln!(f, "\n{}.", printable(&capital(&compared)))?;
            writeln!(
                f,
                "In brackets the interval of 95 % (paired bootstrap, seed {}); * leaves out zero, and {} tasks or \
                 more differ.",
                self.seed,
                Estimate::FEWEST
            )?;
        }
        for note in &self.notes {
            writeln!(f, "note: {}", printable(note))?;
        }
        Ok(())
    }
}

impl Comparison {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", plural(self.tasks.len(), "task"))?;
        let Some(split) = &self.split else {
            return writeln!(
                f,
                "; no log of use and no favourites, so head and tail are one"
            );
        };
        let head = split.tasks.iter().filter(|is| **is).count();
        let tail = split.tasks.len() - head;
        writeln!(f, ", {head} of the head of use and {tail} of its tail")?;
        writeln!(f, "head: {}: {}", split.tools, printable(&split.by))
    }

    fn table(&self, f: &mut fmt::Formatter<'_>, picker: &str, measure: Measure) -> fmt::Result {
        let arms: Vec<&Arm> = self
            .arms
            .iter()
            .filter(|arm| arm.picker == picker)
            .collect();
        let mut table = vec![vec![format!("{picker}: {}", measure.title())]];
        let names = arms
            .first()
            .map(|arm| parts_of(arm, measure))
            .unwrap_or_default();
        for (name, part) in names {
            table[0].push(format!("{name} ({})", part.tasks));
        }
        for arm in arms {
            let mut row = vec![format!("  {}", printable(&self.label(arm)))];
            row.extend(
                parts_of(arm, measure)
                    .iter()
                    .map(|(_, part)| match part.get(measure) {
                        Some(one) if part.tasks > 0 => cell(measure, one),
                        Some(_) => "\u{2013}".to_owned(),
                        None => String::new(),
                    }),
            );
            table.push(row);
        }
        writeln!(f)?;
        write_table(f, &table)
    }
}

fn cell(measure: Measure, one: &Measured) -> String {
    let mean = shown(measure, one.mean.value);
    let Some(difference) = one.difference else {
        return mean;
    };
    let value = signed(measure, difference.value);
    // How many tokens are listed is no matter of chance.
    if measure == Measure::Listed {
        return format!("{mean}  {value}");
    }
    let star = if difference.resolved() { "*" } else { "" };
    format!(
        "{mean}  {value} [{}, {}]{star}",
        signed(measure, difference.low),
        signed(measure, difference.high)
    )
}

/// Columns as wide as their widest cell.
fn write_table(f: &mut fmt::Formatter<'_>, table: &[Vec<String>]) -> fmt::Result {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in table {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}   ");
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
