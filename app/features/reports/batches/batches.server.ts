import { z } from "zod";
import { done, type Outcome } from "#access/forms/answer-form.server.ts";
import { rowId } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { readingScope } from "#access/visible.server.ts";
import { noTransaction, transaction, type Reading } from "#db/index.ts";
import { lockBatch } from "#db/queries/batches/batch-work.ts";
import {
  cancelBatch,
  queueItemsAgain,
  listStudentNamesByKey,
  deleteExpiredBatches,
  listLastChanges,
  type BatchItemRow,
  type LastChange,
  listBatches,
  listBatchItems,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import { formatClockTime, toCalendarDay, formatDate, formatMoment } from "#domain/dates.ts";
import { batchFileUrl, batchItemUrl, BATCH_DAYS } from "#domain/documents/batches.ts";
import { actorName, registerName } from "#domain/names.ts";
import { PATHS, reportUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import { formatMarkChange, formatRecent } from "#domain/text/noun.ts";
import { now } from "#runtime/clock.ts";
import { batchTitle, describeOutOfDate, nounOf, sizeOf, formatFileSize, timeLeft } from "./batches.rules.ts";
import { changedSince, type Looking } from "./class-document.server.ts";
import { queueItems } from "./new-batch.server.ts";
import { deleteFiles } from "#db/queries/files.ts";
import { removeStored } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

/** The largest number of students that a notice names. */
const MOST_NAMED = 20;
const MARKS = "Marks";

export type BatchesView = Awaited<ReturnType<typeof loadBatches>>;
export type RunningBatch = BatchesView["running"][number];
export type EndedBatch = BatchesView["ended"][number];
export type Changed = NonNullable<EndedBatch["changed"]>;
export type Level = EndedBatch["levels"][number];
export type ClassItem = Level["classes"][number];
type EndedState = "whole" | "failed" | "cancelled";

/** Loads running batches, and ended batches with their differences from the stored data. */
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
    by: actorName(batch),
  };
}

function runningBatch(visible: VisibleBatch, timeZone: string) {
  const { batch, items } = visible;
  const { kind, seconds } = batch;
  const sum = (counted: readonly BatchItemRow[]) =>
    counted.reduce((all, item) => all + sizeOf(kind, item), 0);
  const total = sum(items);
  const done = sum(items.filter(({ state }) => state === "made" || state === "failed")) + inHand(visible);
  return {
    ...shownBatch(visible),
    begun: formatClockTime(batch.begun_at, timeZone),
    done,
    total,
    noun: nounOf(kind, total),
    left: timeLeft({ done, total, seconds }),
    levels: levelsOf(items),
  };
}

/** Counts the finished cards of classes that are still being made. A mark sheet is made in one piece. */
function inHand({ batch, items }: VisibleBatch): number {
  if (batch.kind === "mark-sheet") return 0;
  return items.reduce((sum, { state, done }) => (state === "making" ? sum + done : sum), 0);
}

async function endedBatch(visible: VisibleBatch, looking: Looking) {
  const { timeZone } = looking;
  const { batch, items } = visible;
  const { kind, batch_id: id } = batch;
  const made = items.filter(({ state }) => state === "made");
  const failures = items.filter(({ state }) => state === "failed");
  const sum = (counted: readonly BatchItemRow[]) =>
    counted.reduce((all, item) => all + sizeOf(kind, item), 0);
  const [done, total] = [sum(made), sum(items)];
  const isWhole = made.length === items.length;
  const words = nounOf(kind, total);
  const state: EndedState = batch.cancelled ? "cancelled" : isWhole ? "whole" : "failed";
  const bytes = made.reduce((all, item) => all + (item.bytes ?? 0), 0);
  return {
    ...shownBatch(visible),
    state,
    made: formatMoment(batch.ended_at ?? batch.begun_at, timeZone),
    count: isWhole ? `${figure(total)} ${words}` : `${figure(done)} of ${figure(total)} ${words}`,
    keptUntil: formatDate(toCalendarDay(batch.kept_until, timeZone)),
    levels: levelsOf(items),
    failures: failures.map(({ label, failure }) => ({ label, failure })),
    download: isWhole
      ? { pdf: batchFileUrl(id, "pdf"), zip: batchFileUrl(id, "zip"), size: formatFileSize(bytes) }
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

/**
 * Names the out-of-date parts of a batch, their students, and the people who changed them; null when nothing changed.
 */
async function changesNamed({ batch, items }: VisibleBatch, looking: Looking) {
  const changed = await changedSince(batch, items, looking);
  if (changed.length === 0) return null;
  const { academic_term_id: academicTermId } = batch;
  const labels = new Map(items.map(({ class_id, label }) => [class_id, label]));
  const students = changed.flatMap((item) => item.students.map((student) => ({ ...item, ...student })));
  const names = await listStudentNamesByKey(
    { keys: students.map(({ studentKey }) => studentKey) },
    noTransaction,
  );
  const named = names.flatMap((student) => {
    const found = students.find(({ studentKey }) => studentKey === student.student_key);
    return found ? [{ ...found, name: registerName(student) }] : [];
  });
  const shown = named.slice(0, MOST_NAMED);
  const sinceRows = shown.map(({ studentKey, madeAt }) => ({ student_key: studentKey, since: madeAt }));
  const last = new Map(
    (await listLastChanges({ academicTermId, students: sinceRows }, noTransaction)).map((change) => [
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

/** Adds the old and new mark when a mark changed. */
function whatWords(what: readonly string[], change: LastChange | undefined): string {
  const mark = change && what[0] === MARKS ? formatMarkChange(change) : null;
  return mark === null ? what.join(", ") : [mark, ...what.slice(1)].join(", ");
}

function byWords(change: LastChange | undefined, timeZone: string): string {
  if (!change) return "";
  return [actorName(change), formatRecent(change.at, { timeZone, now: now() })].filter(Boolean).join(", ");
}

export type BatchInput = z.input<typeof BatchForm>;

export const BatchForm = z.object({ intent: z.enum(["cancel", "retry", "refresh"]), batch: rowId });

/** Cancels a batch, or makes some classes again. @throws notFound */
export function changeBatch(
  visit: Visit,
  { intent, batch: batchId }: z.output<typeof BatchForm>,
): Promise<Outcome> {
  switch (intent) {
    case "cancel":
      return cancel(visit.person, batchId);
    case "retry":
      return retryFailed(visit.person, batchId);
    case "refresh":
      return refresh(visit, batchId);
  }
}

/** Stops a batch; a worker discards the document that it is making. @throws notFound */
async function cancel(person: Person, batchId: number): Promise<Outcome> {
  await batchVisibleTo(person, batchId, noTransaction);
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const cancelled = await cancelBatch({ batchId }, t);
    return cancelled
      ? done(PATHS.batches, "The print run was cancelled.")
      : notDone("This print run had already ended, so it was not cancelled.");
  });
}

/** Makes the classes that failed again. @throws notFound */
async function retryFailed(person: Person, batchId: number): Promise<Outcome> {
  const { items } = await batchVisibleTo(person, batchId, noTransaction);
  const failed = items.filter(({ state }) => state === "failed");
  const itemIds = failed.map(({ batch_item_id }) => batch_item_id);
  return makeItemsAgain(person, { batchId, itemIds });
}

/** Makes the classes again whose documents are out of date. @throws notFound */
async function refresh({ person, school }: Visit, batchId: number): Promise<Outcome> {
  const { batch, items } = await batchVisibleTo(person, batchId, noTransaction);
  const changed = await changedSince(batch, items, { timeZone: school.timeZone, mayBeOld: false });
  if (changed.length === 0) return notDone("This print run is up to date now, so nothing was made again.");
  const itemIds = changed.map(({ itemId }) => itemId);
  return makeItemsAgain(person, { batchId, itemIds });
}

type ItemsOfBatch = { batchId: number; itemIds: readonly number[] };

function makeItemsAgain(person: Person, { batchId, itemIds }: ItemsOfBatch): Promise<Outcome> {
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const count = await queueItemsAgain({ batchId, itemIds }, t);
    if (count === 0) return notDone("These classes are already being made again.");
    await queueItems(batchId, t);
    const words = count === 1 ? "1 class is being made again." : `${count} classes are being made again.`;
    return done(PATHS.batches, words);
  });
}

/** Reports the refusal above the list, which already shows the current state of the batch. */
function notDone(words: string): Outcome {
  return done(PATHS.batches, words, { tone: "refused" });
}

/** Deletes expired batches, and files that no batch uses any longer. The job `batches.tidy` calls this. */
export async function tidyBatches(): Promise<void> {
  const names = await transaction({ system: "job:batches.tidy" }, async (t) => {
    const forgotten = await deleteExpiredBatches({ days: BATCH_DAYS }, t);
    await deleteFiles({ names: forgotten }, t);
    return forgotten;
  });
  for (const name of names) await removeStored(name);
}

export type VisibleBatch = { batch: BatchRow; items: BatchItemRow[] };

/** The largest number of batches on the page; older ones stay stored until they expire. */
const MOST_SHOWN = 20;
const GONE = `This print run no longer exists, or you cannot open it. Print runs are kept for ${BATCH_DAYS} days.`;

/** Lists the person's own batches, or everybody's for a person who reads all classes. */
async function batchesVisibleTo(person: Person, batchId: number | null, t: Reading): Promise<VisibleBatch[]> {
  const input = { ...readingScope(person), accountId: person.accountId, batchId };
  const found = await listBatches({ ...input, days: BATCH_DAYS, limit: MOST_SHOWN }, t);
  const items = await listBatchItems({ batchIds: found.map(({ batch_id }) => batch_id) }, t);
  return found.map((batch) => ({
    batch,
    items: items.filter(({ batch_id }) => batch_id === batch.batch_id),
  }));
}

/** @throws notFound also for an expired batch, and when the person no longer reads one of the classes */
export async function batchVisibleTo(person: Person, batchId: number, t: Reading): Promise<VisibleBatch> {
  const [found] = await batchesVisibleTo(person, batchId, t);
  if (!found) throw notFound(GONE);
  return found;
}
