import { randomBytes } from "node:crypto";
import { inject, vi } from "vitest";
import { asApplicationRole, databaseUrlOf, dataDirOf } from "./postgres/postgres-server.ts";

/**
 * Runs before each test file and its imports, so that all of them see the environment that is set here. The files of
 * a worker share a process, because loading packages takes the most time. Our own modules have state, so each file
 * loads them again.
 */
vi.resetModules();

const { serverUrl, prefix } = inject("postgres");
const name = `${prefix}_${randomBytes(4).toString("hex")}`;

process.env.DATABASE_URL = asApplicationRole(databaseUrlOf(serverUrl, name));
process.env.DATA_DIR = dataDirOf(name);
process.env.DEMO_SCHOOL = "none";
process.env.LOG_LEVEL = "silent";
process.env.SESSION_SECRET = "a secret that only tests know, long enough";
