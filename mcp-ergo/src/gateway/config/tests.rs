use super::*;

const WHOLE: &str = r#"name = "office"
version = "1.2.0"
purpose = 'Pods and "issues".'
wait = "3s"

[presentation]
enabled = true
tools = ["k8s/get_pods", "gitea__list_issues"]
max_favourites = 12

[[upstream]]
name = "k8s"
command = ["npx", "-y", "mcp-server-kubernetes@2.9.6"]
env = { KUBECONFIG = "${HOME}/.kube", MODE = "a\tb" }
cwd = "/srv"
tools = ["get_pods"]
timeout = "1500ms"
start_timeout = "2m"
ping = "5s"
calls_at_once = 4

[[upstream]]
name = "gitea"
url = "https://gitea.example.org/mcp"
token_env = "GITEA_TOKEN"
headers = { X-Team = "blue" }
"#;

fn mistakes(text: &str) -> Vec<String> {
    let error = Config::parse(text, "gateway.toml").expect_err("it has mistakes");
    error
        .messages()
        .map(|(message, help)| format!("{message} | {help}"))
        .collect()
}

#[test]
fn what_is_written_is_what_was_read() {
    let config = Config::parse(WHOLE, "gateway.toml").expect("it is right");
    let written = config.to_string();
    assert_eq!(
        Config::parse(&written, "gateway.toml").expect("it is right"),
        config
    );
    assert_eq!(
        written.replace(r#""a\tb""#, "…"),
        WHOLE.replace(r#""a\tb""#, "…")
    );
    // A second time nothing changes any more.
    let again = Config::parse(&written, "gateway.toml").map(|config| config.to_string());
    assert_eq!(again.expect("it is right"), written);
}

#[test]
fn every_mistake_is_told_at_once_with_its_line() {
    let told = mistakes(
        "nmae = \"office\"\n\n[[upstream]]\nname = \"K8s\"\ncomand = [\"npx\"]\ntimeout = \"30\"\n\n[[upstream]]\nname = \"git\"\nurl = \"https://x/mcp\"\nenv = { A = \"b\" }\ncalls_at_once = 0\n",
    );
    assert_eq!(
        told,
        [
            "gateway.toml:1: no key of the file is called `nmae` | did you mean `name`?",
            "gateway.toml:1: the gateway has no name | add `name = \"…\"`: clients show it, and put it before the names of tools",
            "gateway.toml:3: an upstream has neither a `command` nor a `url` | name the program to start, as `command = [\"npx\", \"…\"]`, or where it listens, as `url = \"https://…/mcp\"`",
            "gateway.toml:4: `K8s` is no name of an upstream | write lower-case letters, digits and single `_` or `-`, as in `k8s` or `git-lab`",
            "gateway.toml:5: no key of [[upstream]] is called `comand` | did you mean `command`?",
            "gateway.toml:6: `timeout` is \"30\" | write a whole number above 0 with its unit: `\"500ms\"`, `\"30s\"` or `\"2m\"`",
            "gateway.toml:11: `env` has no meaning for an upstream with a `url` | remove it",
            "gateway.toml:12: `calls_at_once` is 0 | write a whole number above 0",
        ]
    );
}

#[test]
fn an_upstream_is_not_called_as_lists_of_favourites_are() {
    for name in ["all", "favourite"] {
        let told = mistakes(&format!(
            "name = \"office\"\n[[upstream]]\nname = \"{name}\"\ncommand = [\"x\"]\n"
        ));
        let [only] = &told[..] else {
            panic!("{told:?}");
        };
        assert!(only.contains("is what favourites put before"), "{only}");
    }
}

#[test]
fn what_is_no_toml_is_told_with_its_line() {
    let told = mistakes("name = \"office\"\n[[upstream]\nname = 3\n");
    assert!(
        told[0].starts_with("gateway.toml:2: this is not TOML: "),
        "{told:?}"
    );
}

#[test]
fn no_secret_stands_in_a_message() {
    let told = mistakes(
        "name = \"office\"\n[[upstream]]\nname = \"git\"\nurl = \"https://x/mcp\"\ntoken_env = \"ghp-secret-token\"\nheaders = \"ghp-secret-token\"\n",
    );
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|told| !told.contains("ghp-")), "{told:?}");
}

#[test]
fn variables_are_read_when_the_gateway_starts() {
    let text = "name = \"office\"\n\n[[upstream]]\nname = \"git\"\nurl = \"https://x/mcp\"\ntoken_env = \"MCP_ERGO_NOT_SET\"\nheaders = { A = \"${HOME} ${ALSO_NOT_SET}\", B = \"${\" }\n";
    let config = Config::parse(text, "gateway.toml").expect("it is right");
    let error = config.upstreams("gateway.toml").expect_err("not set");
    let told: Vec<String> = error.messages().map(|(message, _)| message).collect();
    assert_eq!(
        told,
        [
            "gateway.toml:3: the environment variable `ALSO_NOT_SET` that `git` needs is not set",
            "gateway.toml:3: the environment variable `MCP_ERGO_NOT_SET` that `git` needs is not set",
        ]
    );
}

#[test]
fn programs_are_seen_from_the_folder_of_the_file() {
    let folder = Path::new("/srv/gateway");
    let command = |program: &str| placed(&[program.to_owned(), "./x".to_owned()], Some(folder));
    assert_eq!(
        command("node_modules/.bin/a")[0],
        "/srv/gateway/node_modules/.bin/a"
    );
    assert_eq!(command("npx"), ["npx", "./x"]);
    assert_eq!(command("/usr/bin/env")[0], "/usr/bin/env");
}
