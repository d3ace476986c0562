import { complaintsNow, complaintsWhenSaved, type Beginning } from "./verdict/check.ts";
import { Colleague } from "./world/colleague.ts";
import { Desk } from "./world/desk.ts";
import { diceFor, shuffled } from "./dice.ts";
import { FAULTS, type FaultKind } from "./faults.ts";
import type { Figures } from "./verdict/figures.ts";
import { FreshMarks } from "./world/fresh-marks.ts";
import { Log } from "./verdict/log.ts";
import { Proxy } from "./world/proxy.ts";
import type { Scene } from "./scenario.ts";
import type { School } from "./world/school.ts";
import { decide, settle } from "./settle.ts";
import { findSharedSheet } from "./world/shared-sheet.ts";
import { lastEntry, readTrail } from "./verdict/trail.ts";
import { Typist } from "./world/typist.ts";

export type Plan = { seed: number; count: number; kinds: readonly FaultKind[] };

/** The probability that waiting rows are left to meet the next fault. */
const COMPOUND = 0.5;
const RETURNS = 0.5;
const DECIDED = 0.7;

const TELL_EVERY = 100;

/**
 * Makes the planned faults one after the other while marks are typed.
 * @throws Error at the first result that must not happen
 */
export async function runFaults(school: School, plan: Plan): Promise<Figures> {
  const began = Date.now();
  const scene = await setScene(school, plan);
  try {
    const beginning = await begin(scene);
    for (const [place, kind] of faultsOf(plan).entries()) {
      const making = { scene, plan, beginning, place, kind };
      await told(`fault ${place + 1}, ${kind}`, making, makeFault(making));
    }
    await told("after the last fault", { scene, plan }, end(scene, beginning));
    const { changes } = await readTrail(school.databaseUrl, scene.sheet, beginning.entry);
    const stored = changes.filter(({ account }) => account === scene.sheet.typistAccount).length;
    return { ...figuresOf(scene, plan), stored, seconds: (Date.now() - began) / 1_000 };
  } finally {
    await scene.desk.close();
    scene.proxy.stop();
  }
}

/** Chooses each kind equally often, in an order that the seed decides. */
function faultsOf({ seed, count, kinds }: Plan): FaultKind[] {
  const rounds = Math.ceil(count / kinds.length);
  const order = Array.from({ length: rounds }, (_, round) => shuffled(kinds, diceFor(seed, -2 - round)));
  return order.flat().slice(0, count);
}

async function setScene(school: School, { seed }: Plan): Promise<Scene> {
  const sheet = await findSharedSheet(school.databaseUrl);
  const log = new Log();
  const marks = new FreshMarks(seed);
  const proxy = await Proxy.start(school.port);
  const colleague = await Colleague.signIn({
    origin: school.origin,
    savePath: `${sheet.colleaguePath}/save`,
    log,
  });
  const desk = await Desk.launch(`${proxy.origin}${sheet.typistPath}`, log);
  const typist = new Typist({ desk, log, marks });
  return { school, sheet, log, marks, proxy, colleague, desk, typist, dice: diceFor(seed, -1) };
}

async function begin(scene: Scene): Promise<Beginning> {
  const { school, sheet, typist } = scene;
  await typist.sitDown();
  const entry = await lastEntry(school.databaseUrl);
  const { stored } = await readTrail(school.databaseUrl, sheet, entry);
  return { entry, stored };
}

type Making = { scene: Scene; plan: Plan; beginning: Beginning; place: number; kind: FaultKind };

async function makeFault({ scene: all, plan, beginning, place, kind }: Making): Promise<void> {
  const scene = { ...all, dice: diceFor(plan.seed, place) };
  const { typist, proxy, dice } = scene;
  await typist.sitDown();
  await FAULTS[kind](scene);
  proxy.heal();
  if (dice.chance(RETURNS)) await typist.comeBack();
  await decide(scene, DECIDED);
  if (dice.chance(COMPOUND)) raise(await complaintsNow(scene, beginning));
  else await allIsSaved(scene, beginning);
  if ((place + 1) % TELL_EVERY === 0) console.log(`${place + 1} faults`);
}

/** Ends the run without further faults: all is saved, and the reloaded page shows it. */
async function end(scene: Scene, beginning: Beginning): Promise<void> {
  await allIsSaved(scene, beginning);
  await scene.desk.reload();
  await allIsSaved(scene, beginning);
}

async function allIsSaved(scene: Scene, beginning: Beginning): Promise<void> {
  await scene.typist.sitDown();
  await settle(scene);
  raise(await complaintsWhenSaved(scene, beginning));
}

function raise(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

/** Adds to an error where it happened, how to repeat it, and the output of the web process. */
async function told(where: string, { scene, plan }: Pick<Making, "scene" | "plan">, work: Promise<void>) {
  try {
    await work;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const replay = `FAULTS_SEED=${plan.seed} FAULTS_COUNT=${plan.count}`;
    throw new Error(`${where} (${replay}):\n${words}\n${scene.school.output}`, { cause: error });
  }
}

function figuresOf(
  { proxy, log, colleague, typist }: Scene,
  plan: Plan,
): Omit<Figures, "stored" | "seconds"> {
  const saves = new Set(proxy.saves.map(({ saveId }) => saveId)).size;
  const byKind = new Map<FaultKind, number>();
  for (const kind of faultsOf(plan)) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  return {
    seed: plan.seed,
    byKind,
    typed: log.count("typed"),
    saves,
    repeats: proxy.saves.length - saves,
    colleague: colleague.saves.length,
    conflicts: log.count("chose"),
    signIns: typist.signIns,
    finished: typist.finished,
  };
}
