//! `--tour`: a whole pipeline as a model sees it.
/// tbd
/// # Errors
/// none
pub async fn run() -> Result<(), mcp_ergo::Error> {
    Ok(())
}
