//! The page with plots.

use crate::program::{Folder, shop, sim};

#[test]
fn a_page_stands_by_itself() {
    let folder = Folder::temporary();
    let page = folder.path("report.html");
    let ran = shop(&[
        "--presentation=flat,core,search",
        "--usage=usage.jsonl",
        "--html",
        &page,
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("bm25: first pick"), "{}", ran.out);
    let page = folder.read("report.html");
    for elsewhere in [
        "http:", "https:", "src=", "<script", "<link", "@import", "url(",
    ] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    for said in [
        "prefers-color-scheme: dark",
        "<svg",
        "difference of first pick",
        "not listed",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for (open, close) in [
        ("<svg", "</svg>"),
        ("<table", "</table>"),
        ("<details", "</details>"),
        ("<g>", "</g>"),
    ] {
        assert_eq!(
            page.matches(open).count(),
            page.matches(close).count(),
            "{open}"
        );
    }
}

#[test]
fn names_and_texts_of_others_are_no_markup() {
    let evil = r#"<img src=x onerror="alert(1)">"#;
    let catalog =
        serde_json::json!([{"name": evil, "description": evil}, {"name": "b", "description": "b"}]);
    let tasks = serde_json::json!([{"id": evil, "text": format!("{evil} img"), "right": "b"}]);
    let folder = Folder::temporary()
        .with("evil <b>.json", &catalog.to_string())
        .with("tasks.json", &tasks.to_string());
    let page = folder.path("report.html");
    let ran = sim(&[
        "--catalog",
        &folder.path("evil <b>.json"),
        "--tasks",
        &folder.path("tasks.json"),
        "--html",
        &page,
    ]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let page = folder.read("report.html");
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(
        page.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"),
        "{page}"
    );
}
