import { z } from "zod";
import { formSucceeded, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { canPrintAllRecords } from "#access/permissions.ts";
import { canManageStudents } from "#access/visible-student.server.ts";
import { getPrintedListScope, getReadingScope } from "#access/visible.server.ts";
import { noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import { lockBatch } from "#db/queries/batches/batch-work.ts";
import {
  cancelBatch,
  queueItemsAgain,
  deleteExpiredBatches,
  listLastStudentChanges,
  type BatchItemRow,
  type LastStudentChange,
  listBatches,
  listBatchItems,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import { listNamesOfStudents } from "#db/queries/people/students/heading.ts";
import { formatClockTime, toCalendarDay, formatDate, formatDateAndTime } from "#domain/dates.ts";
import {
  batchFileUrl,
  batchItemUrl,
  getBatchKindDetails,
  batchKindsFor,
  BATCH_RETENTION_DAYS,
  isSplitByStudent,
} from "#domain/documents/batches.ts";
import { formatActorName, formatRegisterName } from "#domain/names.ts";
import { PATHS, reportUrl, withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import { formatClassCount, formatFileSize, formatMarkChange, formatRecentMoment } from "#domain/text/noun.ts";
import { now } from "#runtime/clock.ts";
import { batchTitle, describeOutOfDate, batchNoun, countDocuments, formatTimeLeft } from "./batches.rules.ts";
import { findOutdatedItems, MARKS_PART, type OutdatedCheckOptions } from "./class-document.server.ts";
import { queueBatchItems } from "./new-batch.server.ts";
import { deleteFiles } from "#db/queries/files.ts";
import { deleteStoredFile } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

/** The largest number of students that a notice names. */
const MOST_NAMED = 20;

export type BatchesView = Awaited<ReturnType<typeof loadBatches>>;
export type RunningBatch = BatchesView["running"][number];
export type EndedBatch = BatchesView["ended"][number];
export type BatchChanges = NonNullable<EndedBatch["changed"]>;
export type BatchLevel = EndedBatch["levels"][number];
export type ClassBatchItem = BatchLevel["classes"][number];
type EndedState = "whole" | "failed" | "cancelled";

/**
 * Loads running and completed batches, with a description of what has changed in the data since each completed batch
 * was made.
 */
export async function loadBatches({ person, school: { timeZone } }: Visit) {
  const visible = await batchesVisibleTo(person, null, noTransaction);
  const running = visible.filter(({ batch }) => batch.ended_at === null);
  const looking = { timeZone, mayBeOld: running.length > 0 };
  const ended = [];
  for (const each of visible) {
    if (each.batch.ended_at !== null) ended.push(await endedBatch(each, looking));
  }
  return {
    running: running.map((item) => runningBatch(item, timeZone)),
    ended,
    readAt: now().getTime(),
    url: PATHS.batches,
  };
}

function shownBatch({ batch }: VisibleBatch) {
  return {
    id: batch.batch_id,
    title: batchTitle(batch),
    period: periodLabel(batch.academic_year_id, batch.term),
    by: formatActorName(batch),
  };
}

function runningBatch(visible: VisibleBatch, timeZone: string) {
  const { batch, items } = visible;
  const { kind, seconds } = batch;
  const sum = (counted: readonly BatchItemRow[]) =>
    counted.reduce((all, item) => all + countDocuments(kind, item), 0);
  const total = sum(items);
  const isDone = ({ state }: BatchItemRow) => state === "made" || state === "failed" || state === "empty";
  const done = sum(items.filter(isDone)) + inHand(visible);
  const finished = sum(items.filter((item) => isDone(item) && item.is_of_this_run)) + inHand(visible);
  return {
    ...shownBatch(visible),
    begun: formatClockTime(batch.begun_at, timeZone),
    done,
    total,
    noun: batchNoun(kind, total),
    left: formatTimeLeft({ finished, left: total - done, seconds }),
    levels: levelsOf(items),
  };
}

/** Counts the finished documents of students in classes in progress. Lists of a class are finished all at once. */
function inHand({ batch, items }: VisibleBatch): number {
  if (getBatchKindDetails(batch.kind).of === "class") return 0;
  return items.reduce((sum, { state, done }) => (state === "making" ? sum + done : sum), 0);
}

async function endedBatch(visible: VisibleBatch, looking: OutdatedCheckOptions) {
  const { timeZone } = looking;
  const { batch, items } = visible;
  const { kind, batch_id: id } = batch;
  const leftOut = items.filter(({ state }) => state === "empty");
  const printed = items.filter(({ state }) => state !== "empty");
  const made = printed.filter(({ state }) => state === "made");
  const failures = items.filter(({ state }) => state === "failed");
  const sum = (counted: readonly BatchItemRow[]) =>
    counted.reduce((all, item) => all + countDocuments(kind, item), 0);
  const [done, total] = [sum(made), sum(printed)];
  const isWhole = made.length > 0 && made.length === printed.length;
  const words = batchNoun(kind, total);
  const state: EndedState = batch.cancelled ? "cancelled" : isWhole ? "whole" : "failed";
  const bytes = made.reduce((all, item) => all + (item.bytes ?? 0), 0);
  return {
    ...shownBatch(visible),
    state,
    made: formatDateAndTime(batch.ended_at ?? batch.begun_at, timeZone),
    count: done === total ? `${figure(total)} ${words}` : `${figure(done)} of ${figure(total)} ${words}`,
    keptUntil: formatDate(toCalendarDay(batch.kept_until, timeZone)),
    levels: levelsOf(items),
    failures: failures.map(({ label, failure }) => ({ label, failure })),
    leftOut: leftOut.map(({ label, failure }) => ({ label, failure })),
    download: isWhole
      ? {
          pdf: batchFileUrl(id, "pdf"),
          zip: batchFileUrl(id, "zip"),
          students: isSplitByStudent(kind) ? batchFileUrl(id, "students") : null,
          collection:
            kind === "report-card"
              ? withQuery(`${PATHS.reports}/collection-list`, { period: batch.academic_term_id })
              : null,
          size: formatFileSize(bytes),
        }
      : null,
    changed: batch.cancelled ? null : await changesNamed(visible, looking),
  };
}

function levelsOf(items: readonly BatchItemRow[]) {
  const titles = [...new Set(items.map(({ group_title }) => group_title))];
  return titles.map((title) => ({
    title,
    classes: items.filter(({ group_title }) => group_title === title).map(classItem),
  }));
}

function classItem(item: BatchItemRow) {
  const { batch_id, batch_item_id: id, label, students, done, state, failure } = item;
  return {
    id,
    label,
    students,
    done,
    state,
    failure,
    url: state === "made" ? batchItemUrl(batch_id, id) : null,
  };
}

function figure(number: number): string {
  return number.toLocaleString("en");
}

/** Lists the out-of-date parts of a batch, with students and authors. Returns null if nothing has changed. */
async function changesNamed({ batch, items }: VisibleBatch, looking: OutdatedCheckOptions) {
  const changed = await findOutdatedItems(batch, items, looking);
  if (changed.length === 0) return null;
  const { academic_term_id: academicTermId } = batch;
  const labels = new Map(items.map(({ class_id, label }) => [class_id, label]));
  const students = changed.flatMap((item) => item.students.map((student) => ({ ...item, ...student })));
  const names = await listNamesOfStudents(
    { studentKeys: students.map(({ studentKey }) => studentKey) },
    noTransaction,
  );
  const named = names.flatMap((student) => {
    const found = students.find(({ studentKey }) => studentKey === student.student_key);
    return found ? [{ ...found, name: formatRegisterName(student) }] : [];
  });
  const shown = named.slice(0, MOST_NAMED);
  const sinceRows = shown.map(({ studentKey, madeAt }) => ({ student_key: studentKey, since: madeAt }));
  const last = new Map(
    (await listLastStudentChanges({ academicTermId, students: sinceRows }, noTransaction)).map((change) => [
      change.row,
      change,
    ]),
  );
  return {
    words: describeOutOfDate(batch.kind, { parts: students.length, classes: changed.length }),
    again: `${changed.length} ${changed.length === 1 ? "class" : "classes"}`,
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

/** Describes a change, with the old and new value if a mark changed. */
function whatWords(what: readonly string[], change: LastStudentChange | undefined): string {
  const mark = change && what[0] === MARKS_PART ? formatMarkChange(change) : null;
  return mark === null ? what.join(", ") : [mark, ...what.slice(1)].join(", ");
}

function byWords(change: LastStudentChange | undefined, timeZone: string): string {
  if (!change) return "";
  return [formatActorName(change), formatRecentMoment(change.at, { timeZone, now: now() })]
    .filter(Boolean)
    .join(", ");
}

export type BatchActionInput = z.input<typeof BatchActionFormSchema>;

export const BatchActionFormSchema = z.object({
  intent: z.enum(["cancel", "retry", "refresh"]),
  batch: rowIdSchema,
});

/**
 * Cancels a batch or remakes some of its documents.
 * @throws notFound
 */
export function changeBatch(
  visit: Visit,
  { intent, batch: batchId }: z.output<typeof BatchActionFormSchema>,
): Promise<FormOutcome> {
  switch (intent) {
    case "cancel":
      return cancel(visit.person, batchId);
    case "retry":
      return retryFailed(visit.person, batchId);
    case "refresh":
      return refresh(visit, batchId);
  }
}

/** Cancels a batch. The document that is being made is discarded. @throws notFound */
async function cancel(person: Person, batchId: number): Promise<FormOutcome> {
  await getVisibleBatch(person, batchId, noTransaction);
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const cancelled = await cancelBatch({ batchId }, t);
    return cancelled
      ? formSucceeded(PATHS.batches, "The print run was cancelled.")
      : notDone("This print run had already finished, so it was not cancelled.");
  });
}

/**
 * Remakes the documents of the classes that failed.
 * @throws notFound
 */
async function retryFailed(person: Person, batchId: number): Promise<FormOutcome> {
  const { items } = await getVisibleBatch(person, batchId, noTransaction);
  const failed = items.filter(({ state }) => state === "failed");
  const itemIds = failed.map(({ batch_item_id }) => batch_item_id);
  return makeItemsAgain(person, { batchId, itemIds });
}

/**
 * Remakes the out-of-date documents.
 * @throws notFound
 */
async function refresh({ person, school }: Visit, batchId: number): Promise<FormOutcome> {
  const { batch, items } = await getVisibleBatch(person, batchId, noTransaction);
  const changed = await findOutdatedItems(batch, items, { timeZone: school.timeZone, mayBeOld: false });
  if (changed.length === 0) return notDone("This print run is already up to date, so it was not repeated.");
  const itemIds = changed.map(({ itemId }) => itemId);
  return makeItemsAgain(person, { batchId, itemIds });
}

type ItemsOfBatch = { batchId: number; itemIds: readonly number[] };

function makeItemsAgain(person: Person, { batchId, itemIds }: ItemsOfBatch): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const count = await queueItemsAgain({ batchId, itemIds }, t);
    if (count === 0) return notDone("The documents of these classes are already being made again.");
    await queueBatchItems(batchId, t);
    const words = `The documents of ${formatClassCount(count)} are being made again.`;
    return formSucceeded(PATHS.batches, words);
  });
}

/** Returns to the list with the reason for a refusal. The list shows the current state of the batch. */
function notDone(words: string): FormOutcome {
  return formSucceeded(PATHS.batches, words, { tone: "refused" });
}

/** Deletes expired batches, and files that no batch uses any longer. The job `batches.tidy` runs this function. */
export async function tidyBatches(): Promise<void> {
  const names = await transaction({ system: "job:batches.tidy" }, async (t) => {
    const forgotten = await deleteExpiredBatches({ days: BATCH_RETENTION_DAYS }, t);
    await deleteFiles({ names: forgotten }, t);
    return forgotten;
  });
  for (const name of names) await deleteStoredFile(name);
}

export type VisibleBatch = { batch: BatchRow; items: BatchItemRow[] };

/** The number of batches that the page shows. Older batches are stored until they expire. */
const MOST_SHOWN = 20;
const GONE = `This print run no longer exists, or you cannot open it. Print runs are kept for ${BATCH_RETENTION_DAYS} days. Start a new print run.`;

/** Lists the person's own batches, or all batches for a person who may read all classes. */
async function batchesVisibleTo(
  person: Person,
  batchId: number | null,
  t: ReadTransaction,
): Promise<VisibleBatch[]> {
  const input = {
    ...getReadingScope(person),
    accountId: person.accountId,
    batchId,
    listedKinds: batchKindsFor("listed"),
    ownKinds: batchKindsFor("own"),
    listsAll: getPrintedListScope(person).all,
    ownsAll: canPrintAllRecords(person),
    withPersonal: canManageStudents(person),
  };
  const found = await listBatches({ ...input, days: BATCH_RETENTION_DAYS, limit: MOST_SHOWN }, t);
  const items = await listBatchItems({ batchIds: found.map(({ batch_id }) => batch_id) }, t);
  return found.map((batch) => ({
    batch,
    items: items.filter(({ batch_id }) => batch_id === batch.batch_id),
  }));
}

/**
 * Returns a batch that the person may see.
 * @throws notFound also for an expired batch, and if the person may no longer read one of the classes
 */
export async function getVisibleBatch(
  person: Person,
  batchId: number,
  t: ReadTransaction,
): Promise<VisibleBatch> {
  const [found] = await batchesVisibleTo(person, batchId, t);
  if (!found) throw notFound(GONE);
  return found;
}
