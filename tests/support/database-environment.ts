import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asApplication, databaseOf, dataDirOf } from "./postgres/postgres-server.ts";

/** Runs before a test file and all that it imports, so that whoever reads the environment first reads this. */
const { serverUrl, prefix } = inject("postgres");
const name = `${prefix}_${randomBytes(4).toString("hex")}`;

process.env.DATABASE_URL = asApplication(databaseOf(serverUrl, name));
process.env.DATA_DIR = dataDirOf(name);
process.env.DEMO_SCHOOL = "none";
process.env.LOG_LEVEL = "silent";
process.env.SESSION_SECRET = "a secret that only tests know, long enough";
