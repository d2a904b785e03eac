//! What refuses to boot.

use mcp_ergo::gateway::{Gateway, Upstream};

use crate::talk::{gateway, upstream};

#[tokio::test]
async fn a_strict_gateway_refuses_what_the_audit_denies() {
    let lenient = gateway([upstream("one", "good")]).await;
    let report = lenient.report().json();
    assert!(
        report["summary"].is_object() || report.is_object(),
        "{report}"
    );
    lenient.stop().await;

    let builder = Gateway::builder("office", "1.0.0").strict();
    // It has a name that does not fit.
    let long = upstream("a-name-of-24-characters-", "good");
    let error = builder.upstream(long).boot().await.expect_err("a bad name");
    assert!(
        error.to_string().contains("is no name of an upstream"),
        "{error}"
    );

    let builder = Gateway::builder("office", "1.0.0")
        .strict()
        .policy(mcp_ergo::rules::Policy::strict())
        .upstream(upstream("one", "good"))
        .upstream(Upstream::stdio("gone", ["/no/such/program"]));
    let error = builder.boot().await.expect_err("the audit denies");
    assert!(error.codes().count() > 0, "{error}");
    let told = error.to_string();
    assert!(told.contains("the upstream `gone` is not there"), "{told}");
    assert!(told.contains("(tool one__"), "{told}");
}

#[tokio::test]
async fn what_can_never_be_reached_is_told_at_once_and_together() {
    let builder = Gateway::builder("office", "1.0.0")
        .upstream(Upstream::stdio("One", [""]))
        .upstream(Upstream::http("two", "ftp://somewhere"))
        .upstream(Upstream::http("two", "https://x/").header("a b", "c\n"));
    let error = builder.boot().await.expect_err("mistakes");
    assert_eq!(error.count(), 5, "{error}");
    let error = Gateway::builder("office", "1.0.0").boot().await;
    assert_eq!(error.expect_err("no upstream").count(), 1);
}
