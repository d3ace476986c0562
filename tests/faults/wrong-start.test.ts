import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf } from "#tests/support/postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "#tests/support/server.ts";
import { freePort } from "#tests/support/free-port.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PROGRAMS = {
  web: ["app/server/program.mjs", "web"],
  worker: ["app/server/program.mjs", "worker"],
  migrate: ["--import", "tsx", "app/server/migrate.ts"],
};

const { serverUrl, prefix, emptyTemplate } = inject("postgres");
const dataDir = await temporaryDirectory();

test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  [
    "no DATABASE_URL",
    async () => ({ DATABASE_URL: "" }),
    /DATABASE_URL is not set\. Give the address of a PostgreSQL server/,
  ],
  [
    "a wrong password",
    async () => asked(await database(), { password: "wrong" }),
    /did not accept the user postgres or the password\. Correct/,
  ],
  [
    "a missing database",
    async () => asked(databaseUrlOf(serverUrl, "nowhere"), {}),
    /no database nowhere: create it/,
  ],
  [
    "a database from which a newer version took something away",
    async () => newer("9999-takes-away-marks"),
    /belongs to a newer version of Termbook \(9999-takes-away-marks\)\. Start that version/,
  ],
  ["a database that only reads", readOnly, /is read-only, .* Give the primary server/],
  ["a port that is none", async () => ({ PORT: "abc" }), /PORT must be a port number/],
  [
    "no process at all",
    async () => ({ WEB_CONCURRENCY: "0" }),
    /WEB_CONCURRENCY must be a number of processes/,
  ],
])("%s ends each program with one line that says what to do", async (_what, given, words) => {
  const settings = await given();

  const ended = await Promise.all(Object.values(PROGRAMS).map((program) => end(program, settings)));

  for (const { code, said } of ended) {
    expect(code).toBe(1);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/\n +at /);
  }
});

test("a database without this version's tables ends web and worker, and names the command", async () => {
  const settings = asked(await database("template0"), {});

  const ended = await Promise.all([PROGRAMS.web, PROGRAMS.worker].map((program) => end(program, settings)));

  for (const { code, said } of ended) {
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The database .* does not have the tables of this version \(0001-.*\): run `npm run migrate`\.\n$/,
    );
  }
});

test("a database that is away ends worker and migration; a web process waits for it", async () => {
  const settings = { DATABASE_URL: `postgres://termbook@127.0.0.1:${await freePort()}/termbook` };

  const ended = await Promise.all(
    [PROGRAMS.worker, PROGRAMS.migrate].map((program) => end(program, settings)),
  );

  for (const { code, said } of ended) {
    expect(code).toBe(1);
    expect(said).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL\.\n$/,
    );
  }
});

test("several web processes say once why they do not start", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const several = { ...asked(await database(), {}), WEB_CONCURRENCY: "3" };

  const away = await end(PROGRAMS.web, { ...several, DATABASE_URL: databaseUrlOf(serverUrl, "nowhere") });
  const portTaken = await end(PROGRAMS.web, { ...several, PORT: String(port) });
  taken.close();

  expect(away).toEqual({
    code: 1,
    said: expect.stringMatching(/^PostgreSQL .* has no database nowhere.*\n$/),
  });
  expect(portTaken).toEqual({
    code: 1,
    said: expect.stringMatching(/^Port \d+ of .* is in use by another program.*\n$/),
  });
});

test("a newer version that only added leaves this one a way back", async () => {
  const settings = await newer("9999-adds-marks");

  const migrated = await end(PROGRAMS.migrate, settings);
  const web = await startWeb({ databaseUrl: settings.DATABASE_URL, dataDir });

  expect(migrated).toEqual({ code: 0, said: "" });
  await web.stop();
});

test("/readyz tells when the tables that the process needs are gone", async () => {
  const databaseUrl = await database();
  const web = await startWeb({ databaseUrl, dataDir });
  const ready = () => fetch(new URL("/readyz", web.origin)).then(({ status }) => status);

  const before = await ready();
  await queryDatabase(databaseUrl, "alter table migrations rename to gone");
  const without = await ready();
  await queryDatabase(databaseUrl, "alter table gone rename to migrations");
  const after = await ready();

  expect([before, without, after]).toEqual([200, 503, 200]);
  await expect.poll(web.output).toContain("fsync=off");
});

async function newer(migration: string) {
  const url = await database();
  await queryDatabase(url, "insert into migrations (name) values ($1)", [migration]);
  return asked(url, {});
}

async function readOnly() {
  const url = await database();
  const name = new URL(url).pathname.slice(1);
  await queryDatabase(url, `alter database ${name} set default_transaction_read_only = on`);
  return asked(url, {});
}

async function database(template = emptyTemplate): Promise<string> {
  const name = `${prefix}_start_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name, template);
  return databaseUrlOf(serverUrl, name);
}

function asked(databaseUrl: string, changed: { password?: string }) {
  return { DATABASE_URL: Object.assign(new URL(databaseUrl), changed).href };
}

async function end(program: string[], settings: Record<string, string>) {
  const own = { PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", ...own, ...settings };
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, said };
}
