import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startEmbedded } from "#db/embedded.ts";
import { exists } from "#runtime/running-process.ts";

type Started = { child: ChildProcess; url: string; adopted: boolean };

const SLOW = 60_000;
const PROGRAM = join(import.meta.dirname, "embedded-process.ts");
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

test(
  "two first starts at the same moment use one server, and the last to stop stops it",
  async () => {
    const dataDir = await emptyDirectory();

    const [one, other] = await Promise.all([start(dataDir), start(dataDir)]);
    await stop(one);
    const afterFirst = await ask(other.url, "select 1 as answer");
    await stop(other);

    expect(one.url).toBe(other.url);
    expect([one.adopted, other.adopted].sort()).toEqual([false, true]);
    expect(afterFirst).toEqual({ answer: 1 });
    await expect(ask(other.url, "select 1")).rejects.toThrow();
  },
  SLOW,
);

test(
  "a server whose parent was killed is adopted with its data, and stops with the one that adopted it",
  async () => {
    const dataDir = await emptyDirectory();
    const killed = await start(dataDir);
    await ask(killed.url, "create table kept as select 42 as mark");
    await kill(killed);

    const next = await start(dataDir);
    const kept = await ask(next.url, "select mark from kept");
    await stop(next);

    expect(next.adopted).toBe(true);
    expect(kept).toEqual({ mark: 42 });
    await expect(ask(next.url, "select 1")).rejects.toThrow();
  },
  SLOW,
);

test(
  "what was committed is there after the server and its parent were killed",
  async () => {
    const dataDir = await emptyDirectory();
    const killed = await start(dataDir);
    await ask(killed.url, "create table kept as select 42 as mark");
    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, "SIGKILL");
    await kill(killed);

    const next = await start(dataDir);
    const kept = await ask(next.url, "select mark from kept");
    const newPostmaster = await postmasterOf(dataDir);
    await stop(next);

    expect(next.adopted).toBe(false);
    expect(newPostmaster).not.toBe(postmaster);
    expect(kept).toEqual({ mark: 42 });
  },
  SLOW,
);

test(
  "two starts at once after a start that was killed while it held the lock",
  async () => {
    const dataDir = await emptyDirectory();
    const dying = spawnProgram(dataDir);
    await lockTaken(dataDir);
    dying.kill("SIGKILL");
    await once(dying, "exit");

    const [one, other] = await Promise.all([start(dataDir), start(dataDir)]);
    await stop(one);
    await stop(other);

    expect(one.url).toBe(other.url);
  },
  SLOW,
);

test(
  "the server keeps what is committed on disk unless it is for tests",
  async () => {
    const [earnest, quick] = await Promise.all([emptyDirectory(), emptyDirectory()]);

    const durable = await startEmbedded({ dataDir: earnest, log: () => {} });
    const careless = await startEmbedded({ dataDir: quick, durable: false, log: () => {} });
    const settings = [durable, careless].map(({ url }) => ask(url, "show fsync"));
    const [whenDurable, whenNot] = await Promise.all(settings);
    const inEarnest = startEmbedded({ dataDir: quick, log: () => {} });

    await expect(inEarnest).rejects.toThrow("without fsync");
    await Promise.all([durable.stop(), careless.stop()]);
    expect(whenDurable).toEqual({ fsync: "on" });
    expect(whenNot).toEqual({ fsync: "off" });
  },
  SLOW,
);

test(
  "the database speaks UTF-8 and has named ICU collations",
  async () => {
    const dataDir = await emptyDirectory();
    const database = await startEmbedded({ dataDir, durable: false, log: () => {} });

    const sorted = await ask(
      database.url,
      `select string_agg(name, ' ' order by name collate "en-x-icu") as names
       from unnest(array['Zoë', 'Émile', 'Eve', 'adana']) name`,
    );
    const encoding = await ask(database.url, "show server_encoding");
    await database.stop();

    expect(sorted).toEqual({ names: "adana Émile Eve Zoë" });
    expect(encoding).toEqual({ server_encoding: "UTF8" });
  },
  SLOW,
);

test.runIf(process.getuid?.() === 0)(
  "as root in a directory closed to others, the database is kept where its user can enter, and this is said",
  async () => {
    const dataDir = await emptyDirectory(0o700);
    const said: string[] = [];

    const database = await startEmbedded({ dataDir, durable: false, log: (message) => said.push(message) });
    const place = await readlink(join(dataDir, "postgres"));
    cleanups.push(() => rm(place, { recursive: true, force: true }));
    await database.stop();
    const again = await startEmbedded({ dataDir, durable: false, log: (message) => said.push(message) });
    await again.stop();

    expect(said).toHaveLength(1);
    expect(said[0]).toContain(place);
    expect(again.url).toBe(database.url);
  },
  SLOW,
);

async function emptyDirectory(mode = 0o755): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-embedded-"));
  await chmod(directory, mode);
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function spawnProgram(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(async () => void child.kill("SIGKILL"));
  return child;
}

async function start(dataDir: string): Promise<Started> {
  const child = spawnProgram(dataDir);
  if (!child.stdout) throw new Error("the program has no output");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; adopted: boolean }) };
}

async function stop({ child }: Started): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function kill({ child }: Started): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(question)).rows[0];
  } finally {
    await client.end();
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const pid = Number(
    (await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n")[0],
  );
  expect(exists(pid)).toBe(true);
  return pid;
}

async function lockTaken(dataDir: string): Promise<void> {
  await expect.poll(() => readFile(join(dataDir, "postgres.lock"), "utf8"), { interval: 5 }).toMatch(/^\d/);
}
