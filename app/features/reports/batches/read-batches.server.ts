import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import type { BatchItemRow } from "#db/queries/batches/batches.ts";
import { clockTime, dayOf, formatDate, formatMoment } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { batchFileUrl, batchItemUrl } from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { periodLabel } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { batchTitle, nounOf, sizeOf, sizeWords, timeLeft } from "./batch-words.rules.ts";
import type { Batches, ClassItem, EndedBatch, Level, RunningBatch } from "./batches.ts";
import type { Looking } from "./changed-since.server.ts";
import { changesNamed } from "./name-changes.server.ts";
import { batchesVisibleTo, type VisibleBatch } from "./visible-batches.server.ts";

/** Batches that run and those that have ended, which are compared with what is stored now. */
export async function readBatches({ person, school: { timeZone } }: Visit): Promise<Batches> {
  const visible = await batchesVisibleTo(person, null, noTransaction);
  const running = visible.filter(({ batch }) => batch.ended_at === null);
  const looking = { timeZone, mayBeOld: running.length > 0 };
  const ended: EndedBatch[] = [];
  for (const each of visible) {
    if (each.batch.ended_at !== null) ended.push(await endedBatch(each, looking));
  }
  return {
    running: running.map((each) => runningBatch(each, timeZone)),
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

function runningBatch(visible: VisibleBatch, timeZone: string): RunningBatch {
  const { batch, items } = visible;
  const { kind, seconds } = batch;
  const sum = (counted: readonly BatchItemRow[]) =>
    counted.reduce((all, item) => all + sizeOf(kind, item), 0);
  const total = sum(items);
  const done = sum(items.filter(({ state }) => state === "made" || state === "failed")) + inHand(visible);
  return {
    ...shownBatch(visible),
    begun: clockTime(batch.begun_at, timeZone),
    ...{ done, total, noun: nounOf(kind, total), left: timeLeft({ done, total, seconds }) },
    levels: levelsOf(items),
  };
}

/** Cards that are laid out of classes in the making; of a sheet there is no part. */
function inHand({ batch, items }: VisibleBatch): number {
  if (batch.kind === "mark-sheet") return 0;
  return items.reduce((sum, { state, done }) => (state === "making" ? sum + done : sum), 0);
}

async function endedBatch(visible: VisibleBatch, looking: Looking): Promise<EndedBatch> {
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
  const bytes = made.reduce((all, item) => all + (item.bytes ?? 0), 0);
  return {
    ...shownBatch(visible),
    state: batch.cancelled ? "cancelled" : isWhole ? "whole" : "failed",
    made: formatMoment(batch.ended_at ?? batch.begun_at, timeZone),
    count: isWhole ? `${figure(total)} ${words}` : `${figure(done)} of ${figure(total)} ${words}`,
    keptUntil: formatDate(dayOf(batch.kept_until, timeZone)),
    levels: levelsOf(items),
    failures: failures.map(({ label, failure }) => ({ label, failure })),
    download: isWhole
      ? { pdf: batchFileUrl(id, "pdf"), zip: batchFileUrl(id, "zip"), size: sizeWords(bytes) }
      : null,
    changed: batch.cancelled ? null : await changesNamed(visible, looking),
  };
}

function levelsOf(items: readonly BatchItemRow[]): Level[] {
  const titles = [...new Set(items.map(({ group_title }) => group_title))];
  return titles.map((title) => ({
    title,
    classes: items.filter(({ group_title }) => group_title === title).map(classItem),
  }));
}

function classItem(item: BatchItemRow): ClassItem {
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
