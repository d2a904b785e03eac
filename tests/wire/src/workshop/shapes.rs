//! Tools for every shape of parameter.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "checks borrow what they judge"
)]

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::Workshop;

/// What was counted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Count {
    /// How many there are.
    count: u64,
}

/// Count the shelves of the workshop.
#[tool(
    read,
    when = "the user asks for room",
    returns = "the number of shelves",
    scope = "shelves:read"
)]
pub(crate) fn count_shelves() -> Reply<Count> {
    Reply::new("There are 12 shelves.", Count { count: 12 })
}

/// Everything that was measured, as it came in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Measured {
    /// Chips on the rim.
    tiny: i8,
    /// Chips on the foot.
    small: i16,
    /// Height above the shelf, in millimetres.
    medium: i32,
    /// Age, in seconds.
    large: i64,
    /// Distance to the wall, in millimetres.
    near: isize,
    /// Handles.
    tiny_up: u8,
    /// Width, in millimetres.
    small_up: u16,
    /// Weight, in grams.
    medium_up: u32,
    /// Volume, in cubic millimetres.
    large_up: u64,
    /// Rings of the wheel.
    near_up: usize,
    /// Share of glaze, from 0 to 1.
    share: f32,
    /// Height by width.
    ratio: f64,
    /// Whether it is glazed.
    glazed: bool,
    /// What it is called.
    name: String,
    /// Marks of the maker.
    marks: Vec<String>,
    /// What else was seen.
    note: Option<String>,
    /// Boxes that it takes.
    boxed: u32,
    /// How often it was measured.
    tries: u32,
}

/// Measure one pot in every way.
#[tool(
    read,
    when = "the user asks for every measure of a pot",
    returns = "the measures",
    scope = "pots:read",
    allow(params_too_many = "one parameter for each type that there is")
)]
pub(crate) fn measure_pot(
    /// Measure of 8 bits.
    tiny: i8,
    /// Measure of 16 bits.
    small: i16,
    /// Measure of 32 bits.
    medium: i32,
    /// Measure of 64 bits.
    large: i64,
    /// Measure of a word.
    near: isize,
    /// Measure of 8 bits without sign.
    tiny_up: u8,
    /// Measure of 16 bits without sign.
    small_up: u16,
    /// Measure of 32 bits without sign.
    medium_up: u32,
    /// Measure of 64 bits without sign.
    large_up: u64,
    /// Measure of a word without sign.
    near_up: usize,
    /// Share of the clay.
    #[param(range = 0.0..=1.0)]
    share: f32,
    /// Ratio of height to width.
    ratio: f64,
    /// Whether it is glazed.
    glazed: bool,
    /// Name of the pot.
    #[param(example = "moon jar", len = 1..=200)]
    name: String,
    /// Marks on its foot.
    #[param(example = ["leaf"], len = ..=3)]
    marks: Vec<String>,
    /// Note about the pot; none when left out.
    #[param(example = "chipped")]
    note: Option<String>,
    /// Measure in a box.
    boxed: Box<u32>,
    /// How often to measure.
    #[param(default = 2, range = 1..=9)]
    tries: u32,
) -> Reply<Measured> {
    let boxed = *boxed;
    Reply::new(
        format!("Measured {name}."),
        Measured {
            tiny,
            small,
            medium,
            large,
            near,
            tiny_up,
            small_up,
            medium_up,
            large_up,
            near_up,
            share,
            ratio,
            glazed,
            name,
            marks,
            note,
            boxed,
            tries,
        },
    )
}

/// How the surface is finished.
#[derive(Param, Debug, Clone, Copy)]
#[param(rename_all = "kebab-case")]
pub(crate) enum Finish {
    /// as it left the kiln
    RawClay,
    /// covered with glaze
    Glazed,
}

/// Part of a pot.
#[derive(Param, Debug)]
pub(crate) struct Part {
    /// Name of the part.
    #[param(example = "handle", len = 1..=40)]
    name: String,
    /// Width and height.
    #[param(unit = "millimetres", example = [40, 90], len = 1..=3)]
    sizes: Vec<u16>,
    /// Finish of the part; as the rest when left out.
    finish: Option<Finish>,
}

/// Pot with its parts.
#[derive(Param, Debug)]
#[param(rename_all = "camelCase")]
pub(crate) struct Pot {
    /// Year in which it was made.
    #[param(example = 2024, range = 1900..=2100)]
    made_in: u16,
    /// Parts from the foot up.
    #[param(len = 1..=5)]
    all_parts: Vec<Part>,
}

/// A drawing of a pot.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Drawing {
    /// The year on it.
    made_in: u16,
    /// The parts on it.
    parts: Vec<Part>,
    /// Who drew it, where that is known.
    drawn_by: Option<String>,
}

/// Draw one pot from its parts.
#[tool(
    read,
    when = "the user describes a pot",
    returns = "the drawing",
    scope = "pots:read"
)]
pub(crate) fn draw_pot(
    /// Pot to draw.
    pot: Pot,
) -> Reply<Drawing> {
    let Pot { made_in, all_parts } = pot;
    let names: Vec<&str> = all_parts.iter().map(|part| part.name.as_str()).collect();
    let millimetres: u32 = all_parts
        .iter()
        .flat_map(|part| &part.sizes)
        .copied()
        .map(u32::from)
        .sum();
    let sentence = format!("Drew {} of {millimetres} mm.", names.join(" and "));
    Reply::new(
        sentence,
        Drawing {
            made_in,
            parts: all_parts,
            drawn_by: None,
        },
    )
}

/// A glaze that was mixed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Mixed {
    /// The glaze.
    glaze_name: String,
    /// How many litres.
    litre_count: u32,
}

/// Mix one glaze of the stock.
#[tool(
    write,
    when = "the user needs glaze",
    returns = "what was mixed",
    scope = "kiln:fire",
    formerly = "stir_paint",
    rename_all = "camelCase"
)]
pub(crate) fn mix_glaze(
    /// Glaze to mix.
    #[param(options = Workshop::glazes)]
    glaze_name: String,
    /// How much to mix, an even number.
    #[param(unit = "litres", example = 4, range = 2..=20, check = is_even)]
    litre_count: u32,
) -> Reply<Mixed> {
    Reply::new(
        format!("Mixed {litre_count} litres of {glaze_name}."),
        Mixed {
            glaze_name,
            litre_count,
        },
    )
}

fn is_even(litres: &u32) -> Result<(), &'static str> {
    if litres.is_multiple_of(2) {
        Ok(())
    } else {
        Err("is odd, and buckets hold 2 litres")
    }
}

/// What was noted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Noted {
    /// The note.
    note: String,
}

/// Add a note on the progress of a piece.
#[tool(
    write,
    idempotent,
    open_world,
    title = "Note progress",
    when = "the user reports progress",
    returns = "the note",
    scope = "kiln:fire"
)]
pub(crate) fn add_note(
    /// Progress to note.
    #[param(example = "thrown")]
    task_progress: String,
) -> Reply<Noted> {
    Reply::new(
        "Noted it.",
        Noted {
            note: task_progress,
        },
    )
}
