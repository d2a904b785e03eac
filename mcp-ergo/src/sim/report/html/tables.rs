//! The numbers, and the tasks that failed.

use std::fmt::Write as _;

use super::escape::escaped;
use crate::sim::comparison::{Arm, Comparison};
use crate::sim::measure::{Measure, Measured};
use crate::sim::outcome::Outcome;
use crate::sim::report::{parts, parts_of, shown, signed};
use crate::sim::task::Task;

impl Comparison {
    /// Every mean of the arms, with its difference.
    pub(super) fn write_table(&self, page: &mut String, arms: &[&Arm]) {
        let measures = self.measures();
        page.push_str("<div class=\"wide\"><table><thead><tr><th>presentation</th><th class=\"left\">tasks</th>");
        for measure in &measures {
            let _ = write!(page, "<th>{}</th>", measure.title());
        }
        page.push_str("</tr></thead><tbody>\n");
        for arm in arms {
            for (place, (name, part)) in parts(arm).into_iter().enumerate() {
                let label = if place == 0 {
                    escaped(&self.label(arm))
                } else {
                    String::new()
                };
                let _ = write!(
                    page,
                    "<tr><th scope=\"row\">{label}</th><td class=\"left\">{name}</td>"
                );
                for measure in &measures {
                    let told = place < parts_of(arm, *measure).len();
                    let one = part.get(*measure).filter(|_| told);
                    let cell = one.map(|one| match part.tasks {
                        0 => "\u{2013}".to_owned(),
                        _ => cell(*measure, one),
                    });
                    let _ = write!(page, "<td>{}</td>", cell.unwrap_or_default());
                }
                page.push_str("</tr>\n");
            }
        }
        page.push_str("</tbody></table></div>\n");
    }

    /// The tasks whose first pick is wrong, by arm.
    pub(super) fn write_failures(&self, page: &mut String) {
        page.push_str("<h2>Tasks whose first pick was wrong</h2>\n");
        for arm in &self.arms {
            let all = self.tasks.iter().zip(&arm.outcomes);
            let asked = all.filter(|(_, outcome)| !outcome.unasked);
            let failed: Vec<(&Task, &Outcome)> =
                asked.filter(|(_, outcome)| !outcome.first()).collect();
            let _ = writeln!(
                page,
                "<details><summary>{} <span>{} of {}</span></summary>",
                escaped(&arm.title()),
                failed.len(),
                arm.all.tasks
            );
            if !failed.is_empty() {
                write_failed(page, &failed);
            }
            page.push_str("</details>\n");
        }
    }
}

fn write_failed(page: &mut String, failed: &[(&Task, &Outcome)]) {
    page.push_str(
        "<div class=\"wide\"><table><thead><tr><th>task</th><th class=\"left\">what was asked</th>\
         <th class=\"left\">right</th><th class=\"left\">picked</th><th>right came</th></tr></thead><tbody>\n",
    );
    for (task, outcome) in failed {
        let right: Vec<String> = task.right.iter().map(ToString::to_string).collect();
        let picked = match (&outcome.picked, &outcome.error) {
            (Some(picked), _) => format!("<code>{}</code>", escaped(picked)),
            (None, Some(error)) => escaped(error),
            (None, None) => "nothing".to_owned(),
        };
        let came = match outcome.place {
            Some(place) => format!("as number {}", place + 1),
            None if outcome.listed_right => "<span class=\"never\">never</span>".to_owned(),
            None => "<span class=\"never\">not listed</span>".to_owned(),
        };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"left text\">{}</td><td class=\"left\"><code>{}</code></td>\
             <td class=\"left\">{picked}</td><td>{came}</td></tr>",
            escaped(&task.id),
            escaped(&task.text),
            escaped(&right.join(" ")),
        );
    }
    page.push_str("</tbody></table></div>\n");
}

fn cell(measure: Measure, one: &Measured) -> String {
    let mut cell = shown(measure, one.mean.value);
    if let Some(difference) = one.difference {
        let resolved = if difference.resolved() && measure != Measure::Listed {
            " class=\"resolved\""
        } else {
            ""
        };
        let _ = write!(
            cell,
            "<small{resolved}>{}",
            signed(measure, difference.value)
        );
        if measure != Measure::Listed {
            let _ = write!(
                cell,
                " [{}, {}]",
                signed(measure, difference.low),
                signed(measure, difference.high)
            );
        }
        cell.push_str("</small>");
    }
    cell
}
