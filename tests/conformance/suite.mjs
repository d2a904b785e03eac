// Runs what the suite requires of a server, of each version of the protocol, and tells of each
// scenario. Warnings fail too: they are what the specification says a server should do.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";

const VERSIONS = ["2025-11-25", "2026-07-28"];
// Not required, since they came after the release or are on hold, and passed all the same.
const BEYOND = {
    "2025-11-25": ["server-session-lifecycle", "json-schema-2020-12"],
    "2026-07-28": [
        "json-schema-2020-12",
        "http-header-validation",
        "http-custom-header-server-validation",
    ],
};
// Far beyond what a version takes, so that a suite that hangs fails.
const PATIENCE = 5 * 60 * 1000;

const suite = join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance");

/** The URL that the server prints once it listens. */
function listening(server) {
    return new Promise((resolve, reject) => {
        let said = "";
        server.stdout.on("data", (data) => {
            said += data;
            if (said.includes("\n")) resolve(said.split("\n")[0]);
        });
        server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
        server.on("error", reject);
    });
}

/** Lets the suite write what it finds into a folder; how it ends says less than what it found. */
function check(url, version, folder) {
    const program = [join(suite, "dist/index.js"), "server", "--url", url];
    const options = ["--requirements", version, "--output-dir", folder];
    return new Promise((resolve, reject) => {
        const run = spawn(process.execPath, [...program, ...options], {
            stdio: ["ignore", "ignore", "inherit"],
            timeout: PATIENCE,
        });
        run.on("exit", resolve);
        run.on("error", reject);
    });
}

/** What is wrong with a scenario, a line each. */
function problems(folder, scenario) {
    const results = readdirSync(folder).filter((name) =>
        name.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "") === `server-${scenario}`);
    if (results.length !== 1) return [`it ran ${results.length} times`];
    const checks = JSON.parse(readFileSync(join(folder, results[0], "checks.json"), "utf8"));
    const wrong = checks
        .filter(({ status }) => status === "FAILURE" || status === "WARNING")
        .map(({ id, errorMessage, description }) => `${id}: ${errorMessage ?? description}`);
    const right = checks.some(({ status }) => status === "SUCCESS");
    return wrong.length === 0 && !right ? ["nothing was checked"] : wrong;
}

let passed = 0;
let failed = 0;
const server = spawn(process.argv[2], ["--http", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", process.env.VERBOSE ? "inherit" : "ignore"],
});
const folders = [];
try {
    const url = await listening(server);
    for (const version of VERSIONS) {
        const file = join(suite, "requirements", `${version}.yaml`);
        const scenarios = [...parse(readFileSync(file, "utf8")).server, ...BEYOND[version]];
        const folder = mkdtempSync(join(tmpdir(), "conformance-"));
        folders.push(folder);
        await check(url, version, folder);
        for (const scenario of scenarios) {
            const wrong = problems(folder, scenario);
            console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${version} ${scenario}`);
            for (const problem of wrong) console.log(`     ${problem}`);
            if (wrong.length === 0) passed += 1;
            else failed += 1;
        }
    }
} finally {
    server.removeAllListeners("exit");
    server.kill();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
