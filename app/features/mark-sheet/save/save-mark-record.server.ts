import { noTransaction } from "#db/index.ts";
import { markEventsAfter } from "#db/queries/marks/mark-history.ts";
import type { SheetRow } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { replacedBy, valuesBefore } from "#saving/protocol/judge.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import type { AskedLessons } from "../choose/find-lessons.server.ts";
import type { FoundSheet, SheetLock } from "../sheet/find-sheet.server.ts";
import { markEvents } from "../history/mark-events.server.ts";
import { valuesOfMark } from "./mark-values.rules.ts";
import { blankMark } from "./marks.rules.ts";
import { readMarks } from "./read-marks.server.ts";
import { saveMarks } from "./save-marks.server.ts";
import type { Test } from "#domain/paths.ts";

/** `version` null: saved over whatever is there. `saveId` makes a repeat of the same call harmless. */
export type MarkRecord = { studentId: string; values: Values; version: number | null; saveId: string };

export type RecordSaved =
  | { outcome: "locked"; lock: Exclude<SheetLock, "open"> }
  | { outcome: "saved"; sheet: FoundSheet; student: SheetRow; stored: Stored; replaced: Values }
  | { outcome: "unsaved"; result: Exclude<RowResult, { outcome: "saved" }>; wanted: Values };

type Stored = { version: number; values: Values };
type Found = { sheet: FoundSheet; student: SheetRow };

/** Saves one student's row by the public id, as the specification's call does; judged like any other save. */
export async function saveMarkRecord(
  person: Person,
  asked: AskedLessons & Test,
  { studentId, values, version, saveId }: MarkRecord,
): Promise<RecordSaved> {
  const found = await findStudent(person, asked, studentId);
  const { sheet, student } = found;
  const wanted = ofThisSheet(values, sheet);
  const changes = version === null ? wanted : changesAgainst(await valuesAt(found, version), wanted);
  const stored = { version: student.version, values: valuesOfMark(student, sheet.rules) };
  if (sheet.lock !== "open") return { outcome: "locked", lock: sheet.lock };
  if (!hasChanges(changes)) return { outcome: "saved", sheet, student, stored, replaced: {} };
  const row = { row: String(student.student_key), base: version, changes };
  const saved = await saveMarks(person, sheet.key, { saveId, rows: [row] });
  if (!saved.ok) return { outcome: "locked", lock: saved.lock };
  const [result] = saved.results;
  if (!result) throw new Error("a save of one row answered none");
  if (result.outcome !== "saved") return { outcome: "unsaved", result, wanted };
  const replaced = replacedBy(saveId, await eventsAfter(0, found), blankMark(sheet.rules));
  return { outcome: "saved", sheet, student, stored: result.stored, replaced };
}

/** On the sheet that the person may edit, where several fit: two teachers can share a class in a subject. */
async function findStudent(person: Person, asked: AskedLessons & Test, studentId: string): Promise<Found> {
  const sheets = await readMarks(person, asked);
  const found = sheets.flatMap(({ sheet, rows }) =>
    rows.filter((row) => row.student_id === studentId).map((student) => ({ sheet, student })),
  );
  const [first] = found;
  if (!first) throw notFound("This student is not on the sheet.");
  return found.find(({ sheet }) => sheet.lock === "open") ?? first;
}

/** A record is sent whole, with empty fields that this kind of sheet does not have; a filled one is refused later. */
function ofThisSheet(values: Values, { rules }: FoundSheet): Values {
  const columns = blankMark(rules);
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => field in columns || value !== null),
  );
}

async function valuesAt(found: Found, version: number): Promise<Values> {
  const { rules } = found.sheet;
  const stored = valuesOfMark(found.student, rules);
  return valuesBefore(stored, await eventsAfter(version, found), blankMark(rules));
}

async function eventsAfter(version: number, { sheet, student }: Found): Promise<RowEvent[]> {
  const { heading, key } = sheet;
  const bases = new Map([[student.student_key, version]]);
  const events = markEvents(await markEventsAfter({ heading, key, bases }, noTransaction), null);
  return events.get(String(student.student_key)) ?? [];
}
