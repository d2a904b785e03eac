//! Files as people write them.

use super::*;

fn set(text: &str, tools: &[&str]) -> String {
    let tools: Vec<String> = tools.iter().map(|&tool| tool.to_owned()).collect();
    let change = Change {
        enabled: true,
        tools: Some(&tools),
        max: None,
    };
    edited(text, &change).unwrap_or_else(|_| panic!("TOML: {text}"))
}

#[test]
fn a_file_without_the_section_gets_one_at_its_end() {
    let section = "[presentation]\nenabled = true\ntools = [\"a\", \"b\"]\n";
    for (before, distance) in [
        ("", ""),
        ("# ours\n", "\n"),
        ("grammar = \"verb_object\"", "\n\n"),
        ("[levels]\nD003 = \"off\" # why\n# the end\n", "\n"),
    ] {
        assert_eq!(
            set(before, &["a", "b"]),
            format!("{before}{distance}{section}")
        );
    }
    let windows = "[levels]\r\nD003 = \"off\"\r\n";
    let section = section.replace('\n', "\r\n");
    assert_eq!(set(windows, &["a", "b"]), format!("{windows}\r\n{section}"));
}

#[test]
fn what_is_set_already_is_left_as_it_is() {
    for text in [
        "[presentation]\ntools=[ 'a',\"b\" , ]",
        "presentation = {tools=[\"a\",\"b\"]}\n",
        "presentation.tools = [\n  \"a\", # first\n\n  # second\n  \"b\" ]\n",
        "\u{feff}[presentation]\r\ntools = [\r\n\"a\",\r\n\"b\"]\n# mixed\r\n",
        "[presentation] # x\nmax_favourites = 0x10\nenabled = true\ntools = [\"a\", \"\\u0062\"]\n",
    ] {
        assert_eq!(set(text, &["a", "b"]), text);
    }
}

#[test]
fn comments_stay_with_their_tools() {
    let text = "\
[presentation]
tools = [ # the most used
    # money
    \"a\", # asked daily
    \"b\", # monthly
    # people
    \"c\" # rare
    # the end
] # why
";
    assert_eq!(
        set(text, &["c", "new", "a"]),
        "\
[presentation]
tools = [ # the most used
    # people
    \"c\", # rare
    \"new\",
    # money
    \"a\" # asked daily
    # the end
] # why
"
    );
}

#[test]
fn a_list_keeps_its_form() {
    let one = |list: &str, tools: &[&str]| {
        let text = set(&format!("[presentation]\ntools = {list}\n"), tools);
        let list = text
            .strip_prefix("[presentation]\ntools = ")
            .expect("it is there");
        list.trim_end().to_owned()
    };
    assert_eq!(one(r#"["a", "b"]"#, &["b", "a", "c"]), r#"["b", "a", "c"]"#);
    assert_eq!(one("[\n  \"a\",\n]", &["b"]), "[\n  \"b\",\n]");
    assert_eq!(one("[\n  \"a\"\n]", &["a", "b"]), "[\n  \"a\",\n  \"b\"\n]");
    assert_eq!(one("['a']", &["a", "b"]), "['a', \"b\"]");
    assert_eq!(one("[]", &["a"]), "[\"a\"]");
    assert_eq!(one("[ # none\n]", &["a"]), "[ # none\n    \"a\"\n]");
    assert_eq!(
        one("[\"a\" # it\n]", &["a", "b"]),
        "[\"a\", # it\n    \"b\"\n]"
    );
    assert_eq!(one(r#"["k8s/a"]"#, &["k8s__a"]), r#"["k8s__a"]"#);
    let long: Vec<String> = (0..12).map(|at| format!("search_things_{at}")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    assert_eq!(
        one("[]", &long),
        format!("[\n    \"{}\",\n]", long.join("\",\n    \""))
    );
}

#[test]
fn every_form_of_a_table_is_one() {
    let change = Change {
        enabled: false,
        tools: None,
        max: Some(3),
    };
    let edited = |text| edited(text, &change).unwrap_or_else(|_| panic!("TOML: {text}"));
    assert_eq!(
        edited("presentation = { tools = [\"a\"] } # x\n[levels]\n"),
        "presentation = { tools = [\"a\"], enabled = false, max_favourites = 3 } # x\n[levels]\n"
    );
    assert_eq!(
        edited("presentation = {}\n"),
        "presentation = { enabled = false, max_favourites = 3 }\n"
    );
    assert_eq!(
        edited("presentation.enabled = true # x\nother = 1\n"),
        "presentation.enabled = false # x\npresentation.max_favourites = 3\nother = 1\n"
    );
    assert_eq!(
        edited("[presentation]\n# most\nmax_favourites = 5 # x\n\n[levels]\n"),
        "[presentation]\n# most\nmax_favourites = 3 # x\nenabled = false\n\n[levels]\n"
    );
}

#[test]
fn the_lines_of_others_keep_their_ends() {
    let text = "\u{feff}a = 1\r\n[presentation]\r\ntools = [\"a\"]\r\n[z]\nb = '''\r\nx\n'''";
    assert_eq!(
        set(text, &["b"]),
        "\u{feff}a = 1\r\n[presentation]\r\ntools = [\"b\"]\r\n[z]\nb = '''\r\nx\n'''"
    );
}
