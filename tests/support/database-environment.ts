import { randomBytes } from "node:crypto";
import { inject, vi } from "vitest";
import { asApplication, databaseOf, dataDirOf } from "./postgres/postgres-server.ts";

/**
 * Runs before a test file and all of its imports, so that every reader of the environment sees this. The files of a
 * worker share one process, because packages take longest to load: of our own modules, which have state, each file
 * has its own.
 */
vi.resetModules();

const { serverUrl, prefix } = inject("postgres");
const name = `${prefix}_${randomBytes(4).toString("hex")}`;

process.env.DATABASE_URL = asApplication(databaseOf(serverUrl, name));
process.env.DATA_DIR = dataDirOf(name);
process.env.DEMO_SCHOOL = "none";
process.env.LOG_LEVEL = "silent";
process.env.SESSION_SECRET = "a secret that only tests know, long enough";
