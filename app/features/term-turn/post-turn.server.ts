import { noTransaction } from "#db/index.ts";
import { rolloverById } from "#db/queries/turn/rollovers.ts";
import type { Decision } from "#db/queries/turn/decisions.ts";
import type { Visit } from "#access/session.server.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { badRequest, kindOf } from "#runtime/errors.ts";
import { decideFates } from "./decide-fates.server.ts";
import { rehearseAgain } from "./rehearse-turn.server.ts";
import { wordsOf } from "./run/read-finished.server.ts";
import { startTurn } from "./start-turn.server.ts";
import { turnUrl, type TurnPlace } from "./turn-place.rules.ts";
import { changedWords } from "./turn-words.rules.ts";
import { undoTurn } from "./undo-turn.server.ts";

/** Where an act leads, and what is said there. */
type Led = { to: string; words?: string; tone?: "done" | "refused" };
export type Posted = (Led & { ok: true }) | { ok: false; status: 409 | 422; fault: string };

const NOBODY = "Nobody is ticked: tick who is to go elsewhere.";
const NO_CLASS = "That class is not there any more.";
const OUT_OF_DATE = "That rehearsal was out of date. Nothing has moved; this is how it stands now.";

type Asked = { rolloverId: number; form: FormData; place: TurnPlace };

/** What the page of a rehearsal was sent with: once more, or those who are ticked sent elsewhere. */
export function postTurn(person: Person, asked: Asked): Promise<Posted> {
  return unlessConflict(doTurn(person, asked), (fault): Posted => ({ ok: false, status: 409, fault }));
}

async function doTurn(person: Person, { rolloverId, form, place }: Asked): Promise<Posted> {
  if (form.get("intent") === "again") {
    return { ok: true, to: turnUrl((await rehearseAgain(person, { rolloverId })).rolloverId) };
  }
  const studentKeys = [...form.keys()].flatMap(keyOf);
  if (studentKeys.length === 0) return { ok: false, status: 422, fault: NOBODY };
  const decided = await decideFates(person, { rolloverId, studentKeys, decision: decisionIn(form) });
  if (decided.kind === "invalid") return { ok: false, status: 422, fault: NO_CLASS };
  return { ok: true, to: turnUrl(decided.rolloverId ?? rolloverId, { ...place, isTicked: false, page: 1 }) };
}

/** The run begins, once, whoever presses how often. */
export function postStart(person: Person, asked: { rolloverId: number }): Promise<Led> {
  return unlessConflict(doStart(person, asked), (words): Led => {
    return { to: turnUrl(asked.rolloverId), words, tone: "refused" };
  });
}

async function doStart(person: Person, asked: { rolloverId: number }): Promise<Led> {
  const started = await startTurn(person, asked);
  const to = turnUrl(started.rolloverId);
  if (started.kind === "running" || started.kind === "done") {
    return { to, words: await firstWords(started.rolloverId), tone: "done" };
  }
  if (started.kind !== "stale") return { to };
  const changed = changedWords(started.changed);
  if (changed === null) return { to, words: OUT_OF_DATE, tone: "refused" };
  const words = `The school has changed since: ${changed}. It is rehearsed again; nothing has moved.`;
  return { to, words, tone: "refused" };
}

/** A run is taken back, while nobody has written in its term. */
export async function postUndo(
  { person, school }: Visit,
  { rolloverId }: { rolloverId: number },
): Promise<Led> {
  const undone = await undoTurn(person, { rolloverId });
  const to = turnUrl(rolloverId);
  if (undone.kind === "undoing") return { to };
  if (undone.kind === "closed") {
    return {
      to,
      tone: "refused",
      words: `It can no longer be undone. ${wordsOf(undone.by, school.timeZone)}`,
    };
  }
  return {
    to,
    tone: "refused",
    words: "Only the last turn can be undone, while its term is the current one.",
  };
}

/** `S. Nabbie pressed first. Nothing was begun twice.` */
async function firstWords(rolloverId: number): Promise<string> {
  const run = await rolloverById({ rolloverId }, noTransaction);
  return `${run?.started_by_name ?? "Somebody"} pressed first. Nothing was begun twice.`;
}

/** Of a box that is ticked: `student 12`. */
function keyOf(field: string): number[] {
  const [, key] = /^student (\d+)$/.exec(field) ?? [];
  const id = idOf(key);
  return id === null ? [] : [id];
}

const KINDS = ["promote", "repeat", "leave"] as const;

/** Null takes back what was decided for the turn. @throws badRequest for what no page of ours sends */
function decisionIn(form: FormData): Decision | null {
  const destination = form.get("destination");
  if (destination === "report") return null;
  const kind = KINDS.find((each) => each === destination);
  if (kind) return { kind, classId: null, formClassId: null };
  const [, id] = /^class (\d+)$/.exec(String(destination)) ?? [];
  const classId = idOf(id);
  if (classId === null) throw badRequest();
  return { kind: "class", classId, formClassId: null };
}

/** What does not fit any more is said on the page, where everything stands as it was. */
async function unlessConflict<Done>(work: Promise<Done>, told: (words: string) => Done): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error) || kindOf(error) !== "conflict") throw error;
    return told(error.message);
  }
}
