import {
  getBatchKindDetails,
  isBatchKind,
  type BatchReportCardChoice,
  type BatchKind,
} from "#domain/documents/batches.ts";
import { parseId } from "#domain/paths.ts";
import { periodLabel } from "#domain/terms.ts";

export function batchNoun(kind: BatchKind, count: number): string {
  const { one, many } = getBatchKindDetails(kind);
  return count === 1 ? one : many;
}

export function countDocuments(kind: BatchKind, { students }: { students: number }): number {
  return getBatchKindDetails(kind).of === "student" ? students : 1;
}

type Named = { kind: BatchKind; about: string; academic_year_id: number; term: number };

/** Formats a title, such as `Report Cards, Form 5`. */
export function batchTitle({ kind, about }: Pick<Named, "kind" | "about">): string {
  return `${getBatchKindDetails(kind).title}, ${about}`;
}

/** Formats a name, such as `Report Cards, Form 5, 2025-2026, Term 3`. */
export function batchName(batch: Named): string {
  return `${batchTitle(batch)}, ${periodLabel(batch.academic_year_id, batch.term)}`;
}

/**
 * Describes what is out of date: report cards by student, mark sheets by class. No student is listed if only shared
 * content such as the letterhead has changed.
 */
export function describeOutOfDate(
  kind: BatchKind,
  { parts, classes }: { parts: number; classes: number },
): string {
  const hasParts = kind === "report-card" || kind === "mark-sheet";
  if (parts === 0 && hasParts) return "Out of date: the letterhead or the layout has changed since this run";
  const count = kind === "report-card" ? parts : classes;
  if (count === 1) return `Out of date: 1 ${batchNoun(kind, 1)} has changed since it was made`;
  return `Out of date: ${count} ${batchNoun(kind, count)} have changed since they were made`;
}

const MINUTE = 60;
/** The time left is given in seconds below this number, and in minutes above it. */
const SECONDS_UNTIL = 90;
/**
 * The number of seconds and the share of finished documents below which no time is estimated, because the first
 * documents say little about the others.
 */
const LEAST_SECONDS = 1;
const LEAST_SHARE = 1 / 8;

/**
 * Estimates the time left, such as `about 6 seconds left`, at the rate at which this run has finished documents.
 * Returns null until the rate is known, because the first document takes longer than the others and a reused document
 * takes less.
 */
export function formatTimeLeft({
  finished,
  left,
  seconds,
}: {
  finished: number;
  left: number;
  seconds: number;
}): string | null {
  const isKnown = seconds >= LEAST_SECONDS && finished >= LEAST_SHARE * (finished + left);
  if (left <= 0 || !isKnown) return null;
  const rest = Math.max(1, Math.round((seconds / finished) * left));
  if (rest <= SECONDS_UNTIL) return `about ${rest} ${rest === 1 ? "second" : "seconds"} left`;
  return `about ${Math.round(rest / MINUTE)} minutes left`;
}

/** A request for documents: of all classes that the person may read, of a level, or of one class. */
export type NewBatchInput = {
  kind: BatchKind;
  academicTermId: number;
  /** The mark sheets of the term's first assessment (1) or of the End of Term test (2); null for other kinds. */
  assessment: 1 | 2 | null;
  /** The month of registers, such as `2026-11`; null for other kinds. */
  month: string | null;
  of: BatchScope;
};

export type BatchScope = { level: number | null; classId: number | null };

/** The choices that the form before a run offers. `classIds` is null for all classes. */
export type BatchChoices = {
  cards: BatchReportCardChoice;
  unprinted: boolean;
  classIds: readonly number[] | null;
};

export const DEFAULT_BATCH_CHOICES: BatchChoices = { cards: "all", unprinted: false, classIds: null };

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Parses a query such as `?kind=report-card&term=202520263&level=5`. Returns null if no batch can match. */
export function parseNewBatchInput(query: URLSearchParams): NewBatchInput | null {
  const kind = query.get("kind");
  const academicTermId = parseId(query.get("term"));
  if (!isBatchKind(kind) || academicTermId === null) return null;
  const of = { level: parseId(query.get("level")), classId: parseId(query.get("class")) };
  const isSaid = (name: string, found: number | null) => found !== null || !query.get(name);
  if (!isSaid("level", of.level) || !isSaid("class", of.classId)) return null;
  const month = kind === "attendance-register" ? query.get("month") : null;
  if (kind === "attendance-register" && !MONTH.test(month ?? "")) return null;
  const assessment = kind === "mark-sheet" ? (query.get("sheet") === "1" ? 1 : 2) : null;
  return { kind, academicTermId, assessment, month, of };
}

/** Describes the choices after the scope: `Form 5, only signed ones, not printed yet`. */
export function describeBatchChoices(about: string, { cards, unprinted, classIds }: BatchChoices): string {
  return [
    about,
    ...(classIds === null ? [] : [`${classIds.length} ${classIds.length === 1 ? "class" : "classes"}`]),
    ...(cards === "all" ? [] : [`only ${cards} ones`]),
    ...(unprinted ? ["not printed yet"] : []),
  ].join(", ");
}
