import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { runInDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf, startPostgres } from "#tests/support/postgres/postgres-server.ts";
import { ROOT } from "#tests/support/source.ts";
import { shrinkSchool } from "./keep-few.ts";

/**
 * Run with `node --import tsx tests/db/released/release-process.ts COMMIT FILE`: writes a backup of the demo school
 * as the program of that commit creates it, without most of its students; the tests restore it and migrate it to the
 * current schema.
 */
const [commit, file] = process.argv.slice(2);
if (!commit || !file) throw new Error("Say which and where to: release-process.ts COMMIT FILE");

/** Two terms are finished, and one is in progress. */
const LOADER = `
  import { migrate } from "./db/migrate.ts";
  import { loadDemoSchool } from "./db/demo/load.ts";
  const databaseUrl = process.env.DATABASE_URL;
  await migrate(databaseUrl);
  await loadDemoSchool({ databaseUrl, flavour: "primary", today: "2026-06-26" });`;

const program = await mkdtemp(join(tmpdir(), "termbook-release-"));
const server = await startPostgres({ durable: false });
try {
  const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync("tar", ["x", "-C", program], { input: archive });
  await symlink(join(ROOT, "node_modules"), join(program, "node_modules"));
  await writeFile(join(program, "load.ts"), LOADER);
  await createDatabase(server.url, "release");
  const url = databaseUrlOf(server.url, "release");
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: program };
  execFileSync(process.execPath, ["--import", "tsx", "load.ts"], { cwd: program, env, stdio: "inherit" });
  await runInDatabase(url, shrinkSchool);
  process.env["DATA_DIR"] = program;
  await writeBackup(url, resolve(file));
} finally {
  await server.stop();
  await rm(program, { recursive: true, force: true });
}
