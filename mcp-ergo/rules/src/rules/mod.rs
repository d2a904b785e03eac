//! Every rule, one file each.

use crate::Rule;

macro_rules! list_rules {
    ($($module:ident::$rule:ident,)+) => {
        $(mod $module;)+
        $(pub use $module::$rule;)+

        /// Every rule, in the order of their codes.
        pub static ALL: &[&Rule] = &[$(&$rule),+];

        #[cfg(test)]
        const MODULES: &[&str] = &[$(stringify!($module)),+];
    };
}

list_rules! {
    a001_class_missing::CLASS_MISSING,
    a002_class_contradicted::CLASS_CONTRADICTED,
    a003_class_contradicts_name::CLASS_CONTRADICTS_NAME,
    a004_scope_missing::SCOPE_MISSING,
    a005_scope_too_broad::SCOPE_TOO_BROAD,
    a006_destructive_not_named::DESTRUCTIVE_NOT_NAMED,
    a007_credential_exceeds_tools::CREDENTIAL_EXCEEDS_TOOLS,
    c001_state_missing::STATE_MISSING,
    c002_catalog_large::CATALOG_LARGE,
    c003_catalog_heavy::CATALOG_HEAVY,
    c004_favourite_unknown::FAVOURITE_UNKNOWN,
    c006_everything_favourite::EVERYTHING_FAVOURITE,
    d001_description_missing::DESCRIPTION_MISSING,
    d002_description_too_long::DESCRIPTION_TOO_LONG,
    d003_description_without_trigger::DESCRIPTION_WITHOUT_TRIGGER,
    d004_description_ui_speak::DESCRIPTION_UI_SPEAK,
    d005_description_tautological::DESCRIPTION_TAUTOLOGICAL,
    d006_description_rambling::DESCRIPTION_RAMBLING,
    d007_description_duplicated::DESCRIPTION_DUPLICATED,
    d008_description_joins_jobs::DESCRIPTION_JOINS_JOBS,
    d009_text_names_unknown_tool::TEXT_NAMES_UNKNOWN_TOOL,
    d010_text_hidden_characters::TEXT_HIDDEN_CHARACTERS,
    d011_text_placeholder::TEXT_PLACEHOLDER,
    d012_description_self_talk::DESCRIPTION_SELF_TALK,
    d013_description_shouts::DESCRIPTION_SHOUTS,
    d015_title_missing::TITLE_MISSING,
    d016_returns_unsaid::RETURNS_UNSAID,
    d017_descriptions_overlap::DESCRIPTIONS_OVERLAP,
    e001_error_without_hint::ERROR_WITHOUT_HINT,
    e002_error_hides_value::ERROR_HIDES_VALUE,
    e003_error_recovery_undeclared::ERROR_RECOVERY_UNDECLARED,
    e004_error_leaks::ERROR_LEAKS,
    e006_error_type_untaught::ERROR_TYPE_UNTAUGHT,
    e007_not_found_without_candidates::NOT_FOUND_WITHOUT_CANDIDATES,
    n001_name_ungrammatical::NAME_UNGRAMMATICAL,
    n002_name_not_a_verb_phrase::NAME_NOT_A_VERB_PHRASE,
    n003_name_generic::NAME_GENERIC,
    n004_name_duplicated::NAME_DUPLICATED,
    n005_name_sentinel_taken::NAME_SENTINEL_TAKEN,
    n006_name_not_portable::NAME_NOT_PORTABLE,
    n007_verb_inconsistent::VERB_INCONSISTENT,
    n008_near_duplicate_tools::NEAR_DUPLICATE_TOOLS,
    o001_output_schema_missing::OUTPUT_SCHEMA_MISSING,
    o002_output_field_undescribed::OUTPUT_FIELD_UNDESCRIBED,
    o003_output_uncapped::OUTPUT_UNCAPPED,
    o004_output_loose::OUTPUT_LOOSE,
    o005_output_shadows_envelope::OUTPUT_SHADOWS_ENVELOPE,
    o006_step_without_next::STEP_WITHOUT_NEXT,
    o007_batch_without_partial::BATCH_WITHOUT_PARTIAL,
    p001_param_undescribed::PARAM_UNDESCRIBED,
    p002_param_example_missing::PARAM_EXAMPLE_MISSING,
    p003_param_options_in_prose::PARAM_OPTIONS_IN_PROSE,
    p004_param_loose::PARAM_LOOSE,
    p005_params_open::PARAMS_OPEN,
    p006_params_too_many::PARAMS_TOO_MANY,
    p007_param_switches_job::PARAM_SWITCHES_JOB,
    p008_param_vocabulary_clash::PARAM_VOCABULARY_CLASH,
    p009_param_default_unsaid::PARAM_DEFAULT_UNSAID,
    p010_param_bounds_in_prose::PARAM_BOUNDS_IN_PROSE,
    p011_param_unit_missing::PARAM_UNIT_MISSING,
    p012_param_format_missing::PARAM_FORMAT_MISSING,
    p013_param_name_generic::PARAM_NAME_GENERIC,
    p014_param_required_inconsistent::PARAM_REQUIRED_INCONSISTENT,
    p015_param_carries_state::PARAM_CARRIES_STATE,
    p016_param_encoded_in_string::PARAM_ENCODED_IN_STRING,
    p017_param_not_portable::PARAM_NOT_PORTABLE,
    p018_param_nested_deep::PARAM_NESTED_DEEP,
    p019_param_source_unknown::PARAM_SOURCE_UNKNOWN,
    r001_tool_should_be_resource::TOOL_SHOULD_BE_RESOURCE,
    r002_resource_acts::RESOURCE_ACTS,
    r003_resource_undescribed::RESOURCE_UNDESCRIBED,
    r004_prompt_undescribed::PROMPT_UNDESCRIBED,
    s001_instructions_missing::INSTRUCTIONS_MISSING,
    s002_instructions_too_long::INSTRUCTIONS_TOO_LONG,
    s003_boot_payload_heavy::BOOT_PAYLOAD_HEAVY,
    s004_critical_rules_too_many::CRITICAL_RULES_TOO_MANY,
    s005_workflow_unconditional::WORKFLOW_UNCONDITIONAL,
    s007_served_decoration::SERVED_DECORATION,
}

// Answers are no part of a catalog, yet what holds of names holds of theirs.
#[doc(hidden)]
pub use d009_text_names_unknown_tool::{StaleName, stale_names};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::{Check, Front, Level};

    #[test]
    fn every_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|file| file.strip_suffix(".rs").map(str::to_owned))
            .filter(|module| module != "mod")
            .collect();
        let listed: BTreeSet<String> = MODULES.iter().map(ToString::to_string).collect();
        assert_eq!(
            files, listed,
            "add the file to `list_rules!` in rules/mod.rs"
        );
        assert_eq!(MODULES.len(), listed.len());
    }

    #[test]
    fn files_are_named_after_code_and_name() {
        for (rule, module) in ALL.iter().zip(MODULES) {
            let expected = format!(
                "{}_{}",
                rule.code.to_lowercase(),
                rule.name.replace('-', "_")
            );
            assert_eq!(*module, expected);
            assert!(
                rule.file.ends_with(&format!("{module}.rs")),
                "{}",
                rule.file
            );
        }
    }

    #[test]
    fn codes_and_names_are_unique_and_in_order() {
        assert!(ALL.is_sorted_by(|one, next| one.code < next.code));
        let names: BTreeSet<&str> = ALL.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), ALL.len());
        for rule in ALL {
            let (letter, digits) = rule.code.split_at(1);
            assert!(
                "NDPAEOCSR".contains(letter) && digits.len() == 3,
                "{}",
                rule.code
            );
            assert!(digits.bytes().all(|c| c.is_ascii_digit()), "{}", rule.code);
            assert!(
                rule.name
                    .bytes()
                    .all(|c| c.is_ascii_lowercase() || c == b'-'),
                "{}",
                rule.name
            );
        }
    }

    #[test]
    fn docs_have_their_sections_in_order() {
        let wanted = ["## What it does", "## Why it matters", "## Bad", "## Good"];
        for rule in ALL {
            let headings: Vec<&str> = rule
                .docs
                .lines()
                .map(str::trim)
                .filter(|line| line.starts_with("## "))
                .collect();
            assert_eq!(headings, wanted, "{}", rule.code);
            for example in ["## Bad", "## Good"] {
                let after = rule.docs.split(example).nth(1).unwrap();
                let fence = after.trim_start().lines().next().unwrap();
                assert!(
                    ["```json", "```rust,ignore"].contains(&fence.trim()),
                    "{}: {fence}",
                    rule.code
                );
            }
            let (docs, finds) = (rule.docs, rule.finds());
            let opened = docs.trim_start().starts_with("## What it does\n\n Finds ");
            assert!(opened && finds.len() > 20, "{}: {finds}", rule.code);
            assert!(!rule.evidence.is_empty(), "{}", rule.code);
        }
    }

    #[test]
    fn levels_and_places_agree() {
        for rule in ALL {
            let audited = rule.at.contains(&Front::Audit);
            assert_eq!(audited, rule.foreign != Level::Off, "{}", rule.code);
            assert_ne!(rule.own, Level::Off, "{}", rule.code);
            let whole = matches!(rule.checks, [Check::Catalog(_)]);
            assert!(!(whole && rule.at.contains(&Front::Macro)), "{}", rule.code);
        }
    }
}
