import { setTimeout as sleep } from "node:timers/promises";
import type { RowPhase } from "#saving/client/row-phase.ts";
import type { Scene } from "./scenario.ts";
import { describeStoryEntry } from "./verdict/story.ts";
import type { Shown } from "./world/typist.ts";

const BOUND_MS = 45_000;
const LOOK_AGAIN_MS = 100;
/** The person looks at the window now and then; otherwise the page's own timer must suffice. */
const LOOKS_BETWEEN_RETURNS = 20;

const AT_REST: readonly RowPhase[] = ["saved", "blank"];

/** Decides some of the rows in which a colleague's change conflicts. */
export async function decide(scene: Scene, share: number): Promise<void> {
  const conflicting = (await scene.typist.rows()).filter(({ phase }) => phase === "changed");
  for (const { row } of conflicting) {
    if (scene.dice.chance(share)) await scene.typist.choose(row, scene.dice.pick(["mine", "theirs"]));
  }
}

/** A tab that dies at the very moment of leaving a field may restore the mark as still being typed. */
async function finish({ typist }: Scene): Promise<void> {
  const halfTyped = (await typist.rows()).filter(({ phase }) => phase === "typing");
  for (const { row } of halfTyped) await typist.finish(row);
}

/**
 * Waits until every row is saved, and nothing on the device is left for a new page to take up. The network works: a
 * row that is not saved by then never would be.
 */
export async function settle(scene: Scene): Promise<void> {
  const { typist } = scene;
  const limit = Date.now() + BOUND_MS;
  for (let looks = 1; ; looks += 1) {
    await decide(scene, 1);
    await finish(scene);
    const kept = await typist.keptOnDevice();
    const waiting = (await typist.rows()).filter(({ phase }) => !AT_REST.includes(phase));
    if (waiting.length + kept === 0) return;
    if (Date.now() > limit || waiting.some(isRefused)) throw new Error(notSaved(waiting, kept, scene));
    if (looks % LOOKS_BETWEEN_RETURNS === 0) await typist.comeBack();
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A sheet accepts every mark that is typed here. */
function isRefused({ phase }: Shown): boolean {
  return phase === "refused";
}

function notSaved(waiting: readonly Shown[], kept: number, { log }: Scene): string {
  const rows = waiting.map(
    ({ row, phase, value }) =>
      `row ${row} is ${phase} with ${value}: ${log.entries(row).map(describeStoryEntry).join(", ")}`,
  );
  return [`not saved, with ${kept} rows kept on the device:`, ...rows].join("\n");
}
