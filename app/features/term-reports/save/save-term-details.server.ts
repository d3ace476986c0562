import { noTransaction } from "#db/index.ts";
import { recordEventsAfter } from "#db/queries/reports/term-record-history.ts";
import type { Person } from "#domain/person.ts";
import { replacedBy, valuesBefore } from "#saving/protocol/judge.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { readTermDetails } from "./read-term-details.server.ts";
import type { TermDetails } from "./read-term-details.server.ts";
import { recordEvents } from "./record-events.server.ts";
import { blankRecord, normalisedRecord } from "./record.rules.ts";
import type { ReportLock } from "../rights.rules.ts";
import { saveReport } from "./save-report.server.ts";

/** `version` null: saved over whatever is there. `saveId` makes a repeat of the same call harmless. */
export type DetailsToSave = {
  studentId: string;
  academicTermId: number | null;
  values: Values;
  version: number | null;
  saveId: string;
};

export type DetailsSaved =
  | { outcome: "locked"; lock: Exclude<ReportLock, "open"> }
  | { outcome: "saved"; details: TermDetails; replaced: Values }
  | { outcome: "unsaved"; result: Exclude<RowResult, { outcome: "saved" }>; wanted: Values };

/**
 * Saves one student's term record by the public id (T7). A record is sent whole: what it holds anyway is no change, so
 * that a form teacher may send the principal's comment along. @throws notFound
 */
export async function saveTermDetails(person: Person, toSave: DetailsToSave): Promise<DetailsSaved> {
  const { studentId, academicTermId, version, saveId } = toSave;
  const asked = { studentId, academicTermId, employeeId: null };
  const stored = await theDetails(person, asked);
  // Also where nothing would change: whoever may not write now is not told that it was saved.
  if (stored.lock !== "open") return { outcome: "locked", lock: stored.lock };
  const wanted = normalisedRecord(toSave.values);
  const changes = changesAgainst(await valuesAt(stored, version ?? stored.version), wanted);
  if (!hasChanges(changes)) return { outcome: "saved", details: stored, replaced: {} };
  const row = { row: String(stored.student.student_key), base: version, changes };
  const saved = await saveReport(person, keyOf(stored), { saveId, rows: [row] });
  if (!saved.ok) return { outcome: "locked", lock: saved.lock };
  const [result] = saved.results;
  if (!result) throw new Error("a save of one record answered none");
  if (result.outcome !== "saved") return { outcome: "unsaved", result, wanted };
  const details = await theDetails(person, asked);
  const replaced = replacedBy(saveId, await eventsAfter(0, details), blankRecord());
  return { outcome: "saved", details, replaced };
}

async function theDetails(
  person: Person,
  asked: { studentId: string; academicTermId: number | null; employeeId: null },
): Promise<TermDetails> {
  const [details] = await readTermDetails(person, asked);
  if (!details) throw new Error("a student on the class list has no registration");
  return details;
}

function keyOf({ heading, student }: TermDetails) {
  const { class_id: classId, academic_term_id: academicTermId } = heading;
  return { classId, academicTermId, studentKey: student.student_key };
}

async function valuesAt(details: TermDetails, version: number): Promise<Values> {
  return valuesBefore(details.values, await eventsAfter(version, details), blankRecord());
}

async function eventsAfter(version: number, details: TermDetails): Promise<RowEvent[]> {
  const { academicTermId, studentKey } = keyOf(details);
  const bases = new Map([[studentKey, version]]);
  const events = recordEvents(await recordEventsAfter({ academicTermId, bases }, noTransaction), null);
  return events.get(String(studentKey)) ?? [];
}
