//! Plots as inline SVG.

use std::fmt::Write as _;

use super::escape::escaped;
use crate::sim::measure::{Measure, Measured};
use crate::sim::report::{shown, signed};

/// Units of the drawing; the page scales it to its place.
const WIDTH: f64 = 560.0;
const BAR: f64 = 11.0;
const GAP: f64 = 13.0;
const TOP: f64 = 8.0;
const AXIS: f64 = 24.0;
/// What a letter takes, and the most letters of a label.
const LETTER: f64 = 6.4;
const LONGEST: usize = 32;

/// What is drawn for one arm: a value for each of its parts.
pub(super) struct Row<'a> {
    pub(super) label: String,
    pub(super) parts: Vec<(&'static str, &'a Measured)>,
}

/// A horizontal scale.
struct Scale {
    left: f64,
    right: f64,
    low: f64,
    high: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// Round numbers, some four of them.
    fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 4.0;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let mut ticks = Vec::new();
        let mut tick = (self.low / step).ceil() * step;
        while tick <= self.high + step * 1e-6 {
            ticks.push(tick);
            tick += step;
        }
        ticks
    }
}

/// Bars from zero, with their intervals.
pub(super) fn bars(measure: Measure, rows: &[Row<'_>]) -> String {
    let ends = rows.iter().flat_map(|row| &row.parts);
    let most = ends.map(|(_, one)| one.mean.high).fold(0.0, f64::max);
    let high = if measure.is_share() {
        1.0
    } else if most > 0.0 {
        most * 1.05
    } else {
        1.0
    };
    let scale = Scale {
        left: left_of(rows),
        right: WIDTH - 56.0,
        low: 0.0,
        high,
    };
    let mut svg = open(rows, &scale, measure.title(), |tick| {
        shown_tick(measure, tick)
    });
    each(rows, |row, part, one, y| {
        let mean = one.mean;
        let said = shown(measure, mean.value);
        let (start, end) = (scale.at(0.0), scale.at(mean.value));
        let (low, high) = (scale.at(mean.low), scale.at(mean.high));
        let middle = y + BAR / 2.0;
        let _ = write!(
            svg,
            r#"<g><title>{}, {part}: {said} ({} to {})</title><rect class="{part}" x="{start:.1}" y="{y:.1}" width="{:.1}" height="{BAR}" rx="2"/>"#,
            escaped(&row.label),
            shown(measure, mean.low),
            shown(measure, mean.high),
            (end - start).max(0.0),
        );
        if high > low && measure != Measure::Listed {
            let _ = write!(
                svg,
                r#"<path class="halo" d="M{low:.1} {middle:.1}H{high:.1}"/><path class="whisker" d="M{low:.1} {middle:.1}H{high:.1}"/>"#
            );
        }
        let _ = write!(
            svg,
            r#"<text class="tick" x="{WIDTH}" y="{:.1}" text-anchor="end">{said}</text></g>"#,
            y + BAR - 1.5
        );
    });
    svg.push_str("</svg>");
    svg
}

/// Differences as points with their intervals around zero; hollow where the interval has zero in it.
pub(super) fn differences(measure: Measure, rows: &[Row<'_>]) -> String {
    let ends = rows.iter().flat_map(|row| &row.parts);
    let ends = ends.filter_map(|(_, one)| one.difference);
    let far = ends
        .map(|one| one.low.abs().max(one.high.abs()))
        .fold(0.0, f64::max);
    let far = if far > 0.0 { far * 1.08 } else { 1.0 };
    let scale = Scale {
        left: left_of(rows),
        right: WIDTH - 56.0,
        low: -far,
        high: far,
    };
    let title = format!("difference of {}", measure.title());
    let mut svg = open(rows, &scale, &title, |tick| signed(measure, tick));
    let zero = scale.at(0.0);
    let _ = write!(
        svg,
        r#"<line class="zero" x1="{zero:.1}" y1="{TOP}" x2="{zero:.1}" y2="{:.1}"/>"#,
        height(rows) - AXIS
    );
    each(rows, |row, part, one, y| {
        let Some(difference) = one.difference else {
            return;
        };
        let said = signed(measure, difference.value);
        let middle = y + BAR / 2.0;
        let open = if difference.resolved() { "" } else { " open" };
        let _ = write!(
            svg,
            r#"<g><title>{}, {part}: {said} ({} to {})</title><line class="span {part}" x1="{:.1}" y1="{middle:.1}" x2="{:.1}" y2="{middle:.1}"/><circle class="{part}{open}" cx="{:.1}" cy="{middle:.1}" r="3.8"/><text class="tick" x="{WIDTH}" y="{:.1}" text-anchor="end">{said}</text></g>"#,
            escaped(&row.label),
            signed(measure, difference.low),
            signed(measure, difference.high),
            scale.at(difference.low),
            scale.at(difference.high),
            scale.at(difference.value),
            y + BAR - 1.5,
        );
    });
    svg.push_str("</svg>");
    svg
}

/// The drawing up to its labels and its grid.
fn open(rows: &[Row<'_>], scale: &Scale, title: &str, said: impl Fn(f64) -> String) -> String {
    let height = height(rows);
    let mut svg = format!(
        r#"<svg viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{}">"#,
        escaped(title)
    );
    for tick in scale.ticks() {
        let x = scale.at(tick);
        let bottom = height - AXIS;
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{bottom:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            bottom + 16.0,
            said(tick)
        );
    }
    let mut y = TOP;
    for row in rows {
        let tall = tall(row);
        let _ = write!(
            svg,
            r#"<text x="0" y="{:.1}"><title>{}</title>{}</text>"#,
            y + GAP / 2.0 + (tall - GAP) / 2.0 + 4.0,
            escaped(&row.label),
            escaped(&cut(&row.label))
        );
        y += tall;
    }
    svg
}

/// Every part of every row, with the height at which it stands.
fn each<'a>(rows: &'a [Row<'a>], mut draw: impl FnMut(&Row<'a>, &str, &Measured, f64)) {
    let mut y = TOP;
    for row in rows {
        let mut at = y + GAP / 2.0;
        for (part, one) in &row.parts {
            draw(row, part, one, at);
            at += BAR + 2.0;
        }
        y += tall(row);
    }
}

fn tall(row: &Row<'_>) -> f64 {
    count(row.parts.len()) * (BAR + 2.0) + GAP
}

fn height(rows: &[Row<'_>]) -> f64 {
    TOP + rows.iter().map(tall).sum::<f64>() + AXIS
}

fn left_of(rows: &[Row<'_>]) -> f64 {
    let letters = rows
        .iter()
        .map(|row| row.label.chars().count().min(LONGEST));
    count(letters.max().unwrap_or(0)) * LETTER + 14.0
}

fn cut(label: &str) -> String {
    if label.chars().count() <= LONGEST {
        return label.to_owned();
    }
    let kept: String = label.chars().take(LONGEST - 1).collect();
    format!("{kept}…")
}

fn shown_tick(measure: Measure, tick: f64) -> String {
    if measure.is_share() {
        format!("{:.0} %", tick * 100.0)
    } else if tick.fract().abs() < 1e-9 {
        format!("{tick:.0}")
    } else {
        format!("{tick:.1}")
    }
}

fn count(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
