import { randomBytes } from "node:crypto";
import { inject, vi } from "vitest";
import { asApplication, databaseOf, dataDirOf } from "./postgres/postgres-server.ts";

/**
 * Runs before a test file and all that it imports, so that whoever reads the environment first reads this. The files of a
 * worker share one process, as packages take longest to load: of our own modules, which keep state, each file has its own.
 */
vi.resetModules();

const { serverUrl, prefix } = inject("postgres");
const name = `${prefix}_${randomBytes(4).toString("hex")}`;

process.env.DATABASE_URL = asApplication(databaseOf(serverUrl, name));
process.env.DATA_DIR = dataDirOf(name);
process.env.DEMO_SCHOOL = "none";
process.env.LOG_LEVEL = "silent";
process.env.SESSION_SECRET = "a secret that only tests know, long enough";
