//! Writes a configuration as it is read.

use std::collections::BTreeMap;
use std::fmt;

use mcp_ergo_rules::duration_text;
use toml::Value;

use super::{Config, Presented, TransportConfig, UpstreamConfig};

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            version,
            purpose,
            wait,
            presentation,
            upstreams,
            folder: _,
        } = self;
        text(f, "name", Some(name))?;
        text(f, "version", version.as_ref())?;
        text(f, "purpose", purpose.as_ref())?;
        text(f, "wait", wait.map(duration_text))?;
        if let Some(presentation) = presentation {
            write!(f, "\n[presentation]\n{presentation}")?;
        }
        for upstream in upstreams {
            write!(f, "\n[[upstream]]\n{upstream}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Presented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        entry(f, "enabled", self.enabled)?;
        list(f, "tools", &self.tools)?;
        number(f, "max_favourites", self.max_favourites)
    }
}

impl fmt::Display for UpstreamConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text(f, "name", Some(&self.name))?;
        match &self.transport {
            TransportConfig::Command { command, env, cwd } => {
                list(f, "command", command)?;
                table(f, "env", env)?;
                text(f, "cwd", cwd.as_ref().map(|cwd| cwd.display()))?;
            }
            TransportConfig::Url {
                url,
                token_env,
                headers,
            } => {
                text(f, "url", Some(url))?;
                text(f, "token_env", token_env.as_ref())?;
                table(f, "headers", headers)?;
            }
        }
        if let Some(tools) = &self.tools {
            list(f, "tools", tools)?;
        }
        text(f, "timeout", self.timeout.map(duration_text))?;
        text(f, "start_timeout", self.start_timeout.map(duration_text))?;
        text(f, "ping", self.ping.map(duration_text))?;
        number(f, "calls_at_once", self.calls_at_once)
    }
}

fn entry(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl Into<Value>>) -> fmt::Result {
    match value {
        Some(value) => writeln!(f, "{key} = {}", value.into()),
        None => Ok(()),
    }
}

fn text(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl ToString>) -> fmt::Result {
    entry(f, key, value.map(|value| value.to_string()))
}

fn number(f: &mut fmt::Formatter<'_>, key: &str, value: Option<usize>) -> fmt::Result {
    let value = value.map(|value| i64::try_from(value).unwrap_or(i64::MAX));
    entry(f, key, value)
}

fn list(f: &mut fmt::Formatter<'_>, key: &str, values: &[String]) -> fmt::Result {
    entry(f, key, Some(values.to_vec()))
}

fn table(f: &mut fmt::Formatter<'_>, key: &str, values: &BTreeMap<String, String>) -> fmt::Result {
    let values = Some(values.clone()).filter(|values| !values.is_empty());
    entry(f, key, values)
}
