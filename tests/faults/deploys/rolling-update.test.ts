import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { listPageFiles } from "#server/service-worker/copy.ts";
import { Fleet } from "#tests/faults/machines/fleet.ts";
import { allMadeOnce, requestCards } from "#tests/faults/machines/print-run.ts";
import { lessonsOf, nothingLost, otherPages, whileTeaching } from "#tests/faults/machines/teachers.ts";
import { requestPage, signedIn, type Visitor } from "#tests/faults/machines/visitor.ts";
import {
  createCheckoutBeside,
  createMachineWith,
  migrateFromMachine,
  type Version,
} from "#tests/support/builds/machine.ts";

/** `npm run test:faults` sets the number, and how often the versions change back and forth. */
const TEACHERS = Number(process.env["TEACHERS"] ?? 6);
const UPDATES = Number(process.env["UPDATES"] ?? 1);
const MINUTE = 60_000;
const PAUSE_MS = 200;

vi.setConfig({ testTimeout: (3 + 2 * UPDATES) * MINUTE });

const fleet = await Fleet.start();
const { databaseUrl, origin } = fleet;
/** The checkouts that run on each of the two machines. */
let checkouts = [await createMachineWith("today"), await createMachineWith("today")];
for (const checkout of checkouts) await fleet.replaceWeb(checkout);

test("two machines go to the next version and back while people work: no mark is lost, no page fails, no file is missing", async () => {
  const principal = await signedIn(origin, "principal");
  const reader = readAll(principal);
  const taught = await whileTeaching({ databaseUrl, origin, teachers: TEACHERS, isTold: true }, async () => {
    for (let update = 1; update <= UPDATES; update += 1) {
      const batchId = await requestCards(principal, { databaseUrl });
      await rollTo("tomorrow");
      await allMadeOnce(databaseUrl, batchId);
      await rollTo("today");
    }
  });
  const read = await reader.end();

  await nothingLost(databaseUrl, taught);
  expect(otherPages(taught), fleet.warnings).toEqual([]);
  expect(read.pages.tomorrow).toBeGreaterThan(0);
  expect(read.pages.today).toBeGreaterThan(0);
  expect(read.missing).toEqual([]);
});

/** Updates as deploy/README.md says: the files to all machines, then the tables, then one process after the other. */
async function rollTo(version: Version): Promise<void> {
  const before = checkouts;
  checkouts = [];
  for (const running of before) checkouts.push(await createCheckoutBeside(running, version));
  await migrateFromMachine(checkouts[0] ?? "", databaseUrl);
  for (const checkout of checkouts) {
    await fleet.replaceWeb(checkout);
    await fleet.replaceWorker(checkout);
  }
  for (const checkout of before) await rm(checkout, { recursive: true });
}

type Read = { pages: Record<Version, number>; missing: string[] };

/** Opens a sheet repeatedly, with each file of its page, from whichever machine is next. */
function readAll(visitor: Visitor): { end: () => Promise<Read> } {
  const read: Read = { pages: { today: 0, tomorrow: 0 }, missing: [] };
  let isOver = false;
  const reading = (async () => {
    const [lesson] = await lessonsOf(databaseUrl, 1);
    const sheet = `/app/mark-sheet/${lesson?.lesson_id}/${lesson?.term_id}/1`;
    while (!isOver) {
      const html = await (await requestPage(visitor, sheet)).text();
      read.pages[html.includes("data-tomorrow") ? "tomorrow" : "today"] += 1;
      for (const file of listPageFiles(html)) {
        const { status, body } = await requestPage(visitor, file);
        await body?.cancel();
        if (status !== 200) read.missing.push(`${status} ${file}`);
      }
      await sleep(PAUSE_MS);
    }
  })();
  const end = async () => {
    isOver = true;
    await reading;
    return read;
  };
  return { end };
}
