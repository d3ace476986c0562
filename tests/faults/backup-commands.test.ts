import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { createEmptyDatabase, waitForEnd, runCommand } from "#tests/support/commands.ts";
import { DEMO_PASSWORD, createDemoDatabase } from "#tests/support/demo.ts";
import { queryDatabase, openConnection } from "#tests/support/postgres/answer-of.ts";
import { asApplicationRole } from "#tests/support/postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "#tests/support/server.ts";

/** From the program's start, while it loads packages, to its end: each time is in another part of the restore. */
const KILLED_AFTER_MS = [700, 1_200, 2_000, 3_300];

test(
  "a school is kept and comes back on a new machine, also after restores that were killed",
  { timeout: 120_000 },
  async () => {
    const school = { databaseUrl: await createDemoDatabase("primary"), dataDir: await temporaryDirectory() };
    const file = join(await temporaryDirectory(), "backups", "school.zip");
    const before = await markSum(school.databaseUrl);
    const kept = await waitForEnd(runCommand("backup/write", [file], school));
    const other = { databaseUrl: await createEmptyDatabase(), dataDir: await temporaryDirectory() };

    const cut: number[] = [];
    for (const ms of KILLED_AFTER_MS) {
      const restoring = runCommand("backup/restore", [file], other);
      await sleep(ms);
      restoring.child.kill("SIGKILL");
      await waitForEnd(restoring);
      const tables = await tablesIn(other.databaseUrl);
      if (tables > 0) break;
      cut.push(ms);
    }
    // A restore that was killed after its last step has its tables; the rest is what each new version does.
    const isThere = (await tablesIn(other.databaseUrl)) > 0;
    const done = await waitForEnd(
      runCommand(isThere ? "migrate" : "backup/restore", isThere ? [] : [file], other),
    );
    const again = await waitForEnd(runCommand("backup/restore", [file], other));
    const web = await startWeb({ ...other, databaseUrl: asApplicationRole(other.databaseUrl) });
    const signedIn = await signIn(web.origin);

    expect(kept).toMatchObject({
      code: 0,
      said: expect.stringContaining("Santa Rosa Government Primary, as of"),
    });
    expect(cut.length).toBeGreaterThan(1);
    expect(done.code).toBe(0);
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining("never overwrites anything") });
    expect(await markSum(other.databaseUrl)).toEqual(before);
    expect(signedIn).toEqual([302, PATHS.mainMenu]);
  },
);

test("a backup that is stopped leaves no half one", async () => {
  const school = { databaseUrl: await createDemoDatabase("primary"), dataDir: await temporaryDirectory() };
  const place = await temporaryDirectory();
  const holder = await openConnection(school.databaseUrl);
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table subjects in access exclusive mode");
  const writing = runCommand("backup/write", [join(place, "school.zip")], school);
  await expect.poll(() => readdir(place), { timeout: 20_000 }).toHaveLength(1);

  writing.child.kill("SIGINT");
  const { code, said } = await waitForEnd(writing);

  expect([code, said]).toEqual([1, expect.stringContaining("No backup was written")]);
  expect(await readdir(place)).toEqual([]);
});

test.each([
  ["backup/write", "Give a file for the"],
  ["backup/make-key", "Give a file for the"],
  ["backup/restore", "Give the backup file to restore"],
])("%s without a file says how", async (command, words) => {
  const { code, said } = await waitForEnd(
    runCommand(command, [], { databaseUrl: "postgres://nobody@localhost/x", dataDir: "/x" }),
  );

  expect([code, said]).toEqual([1, expect.stringContaining(words)]);
});

async function tablesIn(url: string): Promise<number> {
  return (await queryDatabase(url, "select from pg_tables where schemaname = 'public'")).length;
}

async function markSum(url: string): Promise<unknown> {
  const [sum] = await queryDatabase(url, "select count(*), sum(mark), max(version) from marks");
  return sum;
}

async function signIn(origin: string): Promise<[number, string | null]> {
  const answer = await fetch(`${origin}/?index`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams({ intent: "password", userName: "Admin", password: DEMO_PASSWORD }),
  });
  return [answer.status, answer.headers.get("Location")];
}
