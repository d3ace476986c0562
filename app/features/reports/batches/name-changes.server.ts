import { noTransaction } from "#db/index.ts";
import { studentsNamed } from "#db/queries/batches/batches.ts";
import { lastChanges, type LastChange } from "#db/queries/batches/last-changes.ts";
import { actorName, registerName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import { markWords, recently } from "#domain/text/change-words.ts";
import { now } from "#runtime/clock.ts";
import { changedWords } from "./batch-words.rules.ts";
import type { Changed } from "./batches.ts";
import { changedSince, type Looking } from "./changed-since.server.ts";
import type { VisibleBatch } from "./visible-batches.server.ts";

/** More names say nothing more. */
const MOST_NAMED = 20;
const MARKS = "Marks";

/** What of a batch is out of date, whose it is, and who changed it; null while nothing is. */
export async function changesNamed(
  { batch, items }: VisibleBatch,
  looking: Looking,
): Promise<Changed | null> {
  const changed = await changedSince(batch, items, looking);
  if (changed.length === 0) return null;
  const { academic_term_id: academicTermId } = batch;
  const labels = new Map(items.map(({ class_id, label }) => [class_id, label]));
  const students = changed.flatMap((item) => item.students.map((student) => ({ ...item, ...student })));
  const names = await studentsNamed({ keys: students.map(({ studentKey }) => studentKey) }, noTransaction);
  const named = names.flatMap((student) => {
    const found = students.find(({ studentKey }) => studentKey === student.student_key);
    return found ? [{ ...found, name: registerName(student) }] : [];
  });
  const shown = named.slice(0, MOST_NAMED);
  const asked = shown.map(({ studentKey, madeAt }) => ({ student_key: studentKey, since: madeAt }));
  const last = new Map(
    (await lastChanges({ academicTermId, asked }, noTransaction)).map((change) => [change.row, change]),
  );
  return {
    words: changedWords(batch.kind, { parts: students.length, classes: changed.length }),
    again: `${changed.length} ${changed.length === 1 ? "Class" : "Classes"}`,
    others: Math.max(0, named.length - MOST_NAMED),
    students: shown.map(({ name, classId, studentKey, what }) => ({
      name,
      className: labels.get(classId) ?? "",
      url: reportUrl({ classId, academicTermId, studentKey }),
      what: whatWords(what, last.get(studentKey)),
      by: byWords(last.get(studentKey), looking.timeZone),
    })),
  };
}

/** A mark that is another says which. */
function whatWords(what: readonly string[], change: LastChange | undefined): string {
  const mark = change && what[0] === MARKS ? markWords(change) : null;
  return mark === null ? what.join(", ") : [mark, ...what.slice(1)].join(", ");
}

function byWords(change: LastChange | undefined, timeZone: string): string {
  if (!change) return "";
  return [actorName(change), recently(change.at, { timeZone, now: now() })].filter(Boolean).join(", ");
}
