import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { School } from "#tests/fuzz/school.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { attempt } from "./attempt.ts";
import { ATTACKS } from "./classes/all.ts";
import { crawl } from "./crawl.ts";
import { openAttackedSite } from "./site.ts";
import type { Attack, Target } from "./target.ts";
import { allTargets } from "./targets.ts";
import { Visitors } from "./visitors.ts";

/**
 * The number of classes from each table that a target meets, different ones for each target; `npm run test:fuzz`
 * tries all. With 1, each target meets every second table.
 */
const MOST = Number(process.env.ATTACKS || 1);
const SHARES = MOST > 1 ? 1 : 2;
const TABLES = Object.entries(ATTACKS).map(([where, table], share) => [where, table, share] as const);
const LONG_MS = 3_600_000;

const databaseUrl = await freshDatabase();
const school = await School.open(inject("postgres").serverUrl, databaseUrl);
const site = await openAttackedSite();
const { cookie } = await createTeacher({ permissions: [1, 2, 3, 4, 6, 7, 8, 9, 10] });
const targets = await allTargets(await crawl(site, cookie), school.known);
const visitors = await Visitors.of(school);
let tried = 0;

beforeAll(() => visitors.comeAgain());
afterAll(async () => {
  console.log(`${targets.length} targets, ${tried} requests`);
  await school.close();
});

test.each(TABLES)("what comes by %s breaks nothing", { timeout: LONG_MS }, async (_, table, share) => {
  const faults: string[] = [];

  for (const [place, target] of targets.entries()) {
    if ((place + share) % SHARES > 0) continue;
    if (school.isWornOut) await visitors.comeAgain();
    for (const [attack, turn] of inTurn(table, target, place)) {
      const found = await attempt({ site, school, visitors }, target, attack, turn);
      tried += 1;
      faults.push(...(found ?? []));
    }
  }

  expect(faults).toEqual([]);
});

/** Lists the attacks for this target, starting at another one for each target. */
function inTurn(table: readonly Attack[], target: Target, index: number): (readonly [Attack, number])[] {
  const fitting = table.filter(({ on, change }) => on.includes(target.kind) && change(target, 0) !== null);
  const later = index % (fitting.length || 1);
  const turned = [...fitting.slice(later), ...fitting.slice(0, later)];
  return turned.slice(0, MOST).map((attack, at) => [attack, index + at] as const);
}
