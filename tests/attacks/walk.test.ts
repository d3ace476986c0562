import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { School } from "#tests/fuzz/school.ts";
import { createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { ATTACKS } from "./classes/all.ts";
import { crawl } from "./crawl.ts";
import { faultsOf } from "./judge.ts";
import { requestTo, send } from "./send.ts";
import { openAttackedSite } from "./site.ts";
import type { Attack, Target, Who } from "./target.ts";
import { allTargets } from "./targets.ts";

/** `npm run test:fuzz` tries each class on each target; `npm test` each target with these of each table, in turn. */
const MOST = Number(process.env.ATTACKS ?? 1);
const LONG_MS = 3_600_000;

const databaseUrl = await freshDatabase();
const school = await School.open(inject("postgres").serverUrl, databaseUrl);
const site = await openAttackedSite();
const found = await crawl(site, (await everything()).cookie);
const targets = await allTargets(found, school.known);
let office: Colleague;
let stranger: Colleague;
let asked = 0;

beforeAll(comeIn);
afterAll(async () => {
  console.log(`${targets.length} targets, ${asked} requests`);
  await school.close();
});

test.each(Object.entries(ATTACKS))(
  "what comes by %s breaks nothing",
  { timeout: LONG_MS },
  async (_, table) => {
    const faults: string[] = [];

    for (const [place, target] of targets.entries()) {
      for (const [turn, attack] of inTurn(table, target, place))
        faults.push(...(await tried(target, attack, turn)));
    }

    expect(faults).toEqual([]);
  },
);

/** Those of the table that this target can meet, from another one on for each target. */
function inTurn(table: readonly Attack[], target: Target, place: number): (readonly [number, Attack])[] {
  const fitting = table.filter(({ on, change }) => on.includes(target.kind) && change(target, 0) !== null);
  const turned = fitting.map((_, at) => [place + at, fitting[(place + at) % fitting.length]] as const);
  return turned.slice(0, MOST) as (readonly [number, Attack])[];
}

async function tried(target: Target, attack: Attack, turn: number): Promise<string[]> {
  const change = attack.change(target, turn);
  if (!change) return [];
  const sent = requestTo(site, target, change, cookieOf(attack.who ?? "office"));
  const answer = await send(site, sent);
  asked += 1;
  const outcome = { answer, changes: await school.changes(), logged: site.logged() };
  // Who signs out, chooses a password or is deleted comes again.
  if (outcome.changes.length > 0) await comeIn();
  return faultsOf(outcome, { ...target, method: sent.method }, attack).map(
    (fault) =>
      `${attack.name}: ${sent.method} ${sent.path.slice(0, 200)} ${sent.body?.toString().slice(0, 200) ?? ""} (${target.name}) is answered ${answer.status}, and ${fault} ${outcome.changes.join(", ")}`,
  );
}

function cookieOf(who: Who): string {
  if (who === "office") return office.cookie;
  return who === "stranger" ? stranger.cookie : who.cookie(office.cookie);
}

/** In a school that is as it was, if much of it was changed. */
async function comeIn(): Promise<void> {
  await school.repair();
  office = await everything();
  stranger = await createTeacher({ permissions: [1, 2, 3] });
  await school.changes();
}

function everything(): Promise<Colleague> {
  return createTeacher({ permissions: [1, 2, 3, 4, 6, 7, 8, 9, 10] });
}
