import { setTimeout as sleep } from "node:timers/promises";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import type { Trap } from "./proxy.ts";
import type { Scene } from "../scenario.ts";

/** A few rows get most of the marks, so that faults meet there. */
const BUSY_ROWS = 6;
const BUSY = 0.7;
const MOST_MORE = 3;
const CONTESTED = 0.3;
const SOON_MS = 800;
const TRIES = 10;

export function someRow({ sheet, dice }: Scene): string {
  return dice.pick(dice.chance(BUSY) ? sheet.rows.slice(0, BUSY_ROWS) : sheet.rows);
}

export async function enterSomewhere(scene: Scene): Promise<string> {
  const row = someRow(scene);
  await scene.typist.enter(row);
  return row;
}

/** Types until a save comes by: one may be delayed, or a row may wait for a decision. */
export async function awaitSave(scene: Scene, { met }: Pick<Trap, "met">): Promise<void> {
  let isMet = false;
  met.then(
    () => (isMet = true),
    () => undefined,
  );
  for (let tries = 0; tries < TRIES && !isMet; tries += 1) {
    await enterSomewhere(scene);
    await Promise.race([met, sleep(SOON_MS)]);
    if (!isMet) await scene.typist.comeBack();
  }
  if (!isMet) throw new Error(`after ${TRIES} marks no save was sent: ${await waitingNow(scene)}`);
}

async function waitingNow({ typist, proxy }: Scene): Promise<string> {
  const kept = await typist.keptOnDevice();
  const phases = (await typist.rows()).map(({ row, phase }) => `${row} ${phase}`);
  return `${kept} rows kept, ${proxy.saves.length} saves so far; ${phases.join(", ")}`;
}

/** The person goes on typing meanwhile, in the same rows and others, and so does a colleague. */
export async function typeOn(scene: Scene): Promise<void> {
  const { dice } = scene;
  for (let more = dice.between(0, MOST_MORE); more > 0; more -= 1) {
    const row = await enterSomewhere(scene);
    if (dice.chance(CONTESTED)) await colleagueWrites(scene, row);
  }
}

/** Writes a colleague's mark before, after, or at the same moment as the person's. */
export async function conflict(scene: Scene, row: string): Promise<void> {
  const { typist, dice } = scene;
  const order = dice.pick(["before", "after", "at once"]);
  if (order === "before") await colleagueWrites(scene, row);
  const theirs = order === "at once" ? colleagueWrites(scene, row) : null;
  await typist.enter(row);
  await theirs;
  if (order === "after") await colleagueWrites(scene, row);
}

/** Writes over the stored value of this moment; without a response there is nothing to write over. */
async function colleagueWrites({ school, sheet, colleague, marks }: Scene, row: string): Promise<void> {
  const read = await queryDatabase<{ version: number }>(
    school.databaseUrl,
    `select version::integer as version from marks
      where student_key = $1 and academic_term_id = $2 and subject_id = $3 and test_id = $4`,
    [Number(row), sheet.termId, sheet.subjectId, sheet.testId],
  ).catch(() => null);
  if (read) await colleague.write({ row, base: read[0]?.version ?? 0 }, marks.next());
}
