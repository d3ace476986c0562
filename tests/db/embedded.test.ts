import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, readlink, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startEmbedded } from "#db/embedded.ts";
import { processCommand, isProcessRunning } from "#runtime/process-lock.ts";
import { canMount, createSmallDisk } from "#tests/support/builds/small-disk.ts";

type Started = {
  child: ChildProcess;
  dataDir: string;
  url: string;
  adopted: boolean;
  said: () => string;
};

const SLOW = 60_000;
const BACK_MS = 15_000;
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
  "a supervised server that was killed is back within seconds, at its address and with its data, and stops quietly",
  async () => {
    const supervised = await start(await emptyDirectory(), "supervised");
    await ask(supervised.url, "create table kept as select 42 as mark");
    const postmaster = await postmasterOf(supervised.dataDir);

    process.kill(postmaster, "SIGKILL");
    await hasEnded(postmaster);
    const kept = await expectBack(supervised.url, "select mark from kept");
    const code = await stop(supervised);

    expect(kept).toEqual({ mark: 42 });
    expect(supervised.said()).toBe(
      "The database stopped unexpectedly. Termbook is starting it again.\nThe database is running again.\n",
    );
    expect(code).toBe(0);
  },
  SLOW,
);

test(
  "a supervised server that is stopped right after it was killed ends quietly",
  async () => {
    const supervised = await start(await emptyDirectory(), "supervised");
    const postmaster = await postmasterOf(supervised.dataDir);

    process.kill(postmaster, "SIGKILL");
    const code = await stop(supervised);

    expect(code).toBe(0);
    expect(supervised.said()).not.toMatch(/ at /);
    await expect(ask(supervised.url, "select 1")).rejects.toThrow();
  },
  SLOW,
);

test.runIf(canMount())(
  "a supervised server whose disk was full is back when there is room again, and stops quietly while there is none",
  async () => {
    const disk = createSmallDisk(160);
    const supervised = await start(disk.directory, "supervised");
    await ask(supervised.url, "create table kept as select 42 as mark");

    disk.fill();
    await writeUntilItEnds(supervised.url);
    await expect.poll(() => supervised.said(), { timeout: 20_000 }).toContain("could not be started");
    disk.empty();
    const kept = await expectBack(supervised.url, "select mark from kept");
    disk.fill();
    await writeUntilItEnds(supervised.url);
    const code = await stop(supervised);

    expect(kept).toEqual({ mark: 42 });
    expect(supervised.said()).toMatch(/No space left on device/);
    expect(supervised.said()).not.toMatch(/\n +at /);
    expect(code).toBe(0);
  },
  2 * SLOW,
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
  "a database that is damaged says with which commands a backup is restored",
  async () => {
    const dataDir = await emptyDirectory();
    const database = await startEmbedded({ dataDir, durable: false, log: () => {} });
    await database.stop();
    await truncate(join(dataDir, "postgres", "cluster", "global", "pg_control"), 100);

    const starting = startEmbedded({ dataDir, durable: false, log: () => {} });

    const { message } = await starting.then(
      () => new Error("it started"),
      (error: Error) => error,
    );
    expect(message).toMatch(/^PostgreSQL did not start:\n/);
    expect(message).toMatch(/restore the latest backup into another folder and start from there:\n/);
    expect(message).toContain("npm run restore -- /path/to/backup.zip\n");
  },
  SLOW,
);

test.runIf(canMount())(
  "a DATA_DIR that cannot be written says so, and does not speak of damage",
  async () => {
    const disk = createSmallDisk(1);
    disk.makeReadOnly();

    const starting = startEmbedded({ dataDir: disk.directory, log: () => {} });

    const { message } = await starting.then(
      () => new Error("it started"),
      (error: Error) => error,
    );
    expect(message).toMatch(/^Termbook cannot write into DATA_DIR, .*EROFS.* Make the folder writable/);
    expect(message).not.toContain("restore");
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

function spawnProgram(dataDir: string, supervision = ""): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, dataDir, supervision], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanups.push(async () => void child.kill("SIGKILL"));
  return child;
}

async function start(dataDir: string, supervision = ""): Promise<Started> {
  const child = spawnProgram(dataDir, supervision);
  if (!child.stdout) throw new Error("the program has no output");
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, dataDir, said: () => said, ...(JSON.parse(line) as { url: string; adopted: boolean }) };
}

/** Returns its exit code. */
async function stop({ child }: Started): Promise<number | null> {
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

async function kill({ child }: Started): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function ask(url: string, question: string): Promise<unknown> {
  return (await queryDatabase(url, question))[0];
}

async function expectBack(url: string, question: string): Promise<unknown> {
  const send = () => ask(url, question).catch(() => null);
  await expect.poll(send, { timeout: BACK_MS, interval: 100 }).not.toBeNull();
  return send();
}

async function hasEnded(pid: number): Promise<void> {
  await expect.poll(() => processCommand(pid), { interval: 10 }).not.toContain("postgres");
}

/** Writes only to PostgreSQL's write-ahead log; when that cannot be written, the server gives up. */
async function writeUntilItEnds(url: string): Promise<void> {
  for (let isServing = true; isServing;) {
    const written = ask(url, "select pg_logical_emit_message(false, 'full', repeat('x', 4000000))");
    isServing = await written.then(
      () => true,
      () => false,
    );
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const pid = Number(
    (await readFile(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n")[0],
  );
  expect(isProcessRunning(pid)).toBe(true);
  return pid;
}

async function lockTaken(dataDir: string): Promise<void> {
  await expect
    .poll(() => readFile(join(dataDir, "postgres.lock"), "utf8"), { interval: 5, timeout: SLOW })
    .toMatch(/^\d/);
}
