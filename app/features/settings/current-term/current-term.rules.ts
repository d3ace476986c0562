import { formatDate, formatDateRange } from "#domain/dates.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { isRolloverInProgress, type RolloverState } from "#domain/rollover/rollover.ts";
import { academicYearOf, periodLabel, TERMS_PER_YEAR, formatTerm } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";

export function termArchivesUrl(): string {
  return withQuery(PATHS.currentTerm, { show: "archives" });
}

/** The purpose of the form. `update` moves no student; `advance` moves the school to the next term. */
export type CurrentTermFormPurpose = "update" | "advance";

export function currentTermUrl(purpose: CurrentTermFormPurpose): string {
  return withQuery(PATHS.currentTerm, { do: purpose === "advance" ? purpose : null });
}

export function parseCurrentTermPurpose({ searchParams }: URL): CurrentTermFormPurpose {
  return searchParams.get("do") === "advance" ? "advance" : "update";
}

export function hasArchivesParam({ searchParams }: URL): boolean {
  return searchParams.get("show") === "archives";
}

export function setTermUrl(academicTermId: number): string {
  return `${PATHS.currentTerm}/${academicTermId}/set`;
}

export type TermOfYearCell = {
  name: string;
  dates: string;
  state: "over" | "current" | "ahead";
  /** Whether this is the first term of next year. A vertical rule separates it from the other terms. */
  isNextYear: boolean;
  /** Whether a phone shows the term. It has room only for the current term and the next. */
  onPhone: boolean;
};

type Term = {
  academic_term_id: number;
  term_start: string;
  term_end: string;
  next_term_start: string | null;
};

type Strip = {
  currentTermId: number;
  /** The terms of this year and the next that have dates. */
  terms: readonly Term[];
  /** The remaining school days of the current term; null outside the term. */
  daysLeft: number | null;
};

export function buildTermsOfYear({ currentTermId, terms, daysLeft }: Strip): TermOfYearCell[] {
  const yearId = academicYearOf(currentTermId);
  const nextYear = yearId + 1_0001;
  const ids = [
    ...Array.from({ length: TERMS_PER_YEAR }, (_, index) => yearId * 10 + index + 1),
    nextYear * 10 + 1,
  ];
  return ids.map((id, index) => {
    const state = id < currentTermId ? "over" : id === currentTermId ? "current" : "ahead";
    const isNextYear = index === TERMS_PER_YEAR;
    const year = isNextYear ? nextYear : yearId;
    return {
      name: index === 0 || isNextYear ? periodLabel(year, 1) : formatTerm(id),
      dates: datesOf(id, ids[index - 1], terms) + (state === "current" ? leftWords(daysLeft) : ""),
      state,
      isNextYear,
      onPhone: state === "current" || ids[index - 1] === currentTermId,
    };
  });
}

function leftWords(daysLeft: number | null): string {
  return daysLeft === null ? "" : `, ${formatCountOf(daysLeft, "school day")} left`;
}

function datesOf(id: number, before: number | undefined, terms: readonly Term[]): string {
  const known = terms.find(({ academic_term_id }) => academic_term_id === id);
  if (known) return formatDateRange(known.term_start, known.term_end);
  const start = terms.find(({ academic_term_id }) => academic_term_id === before)?.next_term_start;
  return start ? `begins ${formatDate(start)}` : "no dates yet";
}

type Rollover = { rollover_id: number; from_term_id: number; state: RolloverState; started_at: unknown };

export type RehearsalLink = { words: string; to: string };

/** Returns the latest rollover if it leaves this term and has only been rehearsed; otherwise null. */
export function findPendingRehearsal<Latest extends Rollover>(
  latest: Latest | null,
  academicTermId: number,
): Latest | null {
  return latest && latest.started_at === null && latest.from_term_id === academicTermId ? latest : null;
}

/**
 * Returns the link about the rollover: to the form for its dates, or to the rehearsal or rollover that already exists.
 */
export function findRehearsalLink(latest: Rollover | null, academicTermId: number): RehearsalLink {
  if (latest && isRolloverInProgress(latest.state)) {
    return { words: "Watch progress", to: `${PATHS.rollover}/${latest.rollover_id}` };
  }
  const standing = findPendingRehearsal(latest, academicTermId);
  if (standing) return { words: "See the rehearsal", to: `${PATHS.rollover}/${standing.rollover_id}` };
  return { words: "Rehearse the new term", to: currentTermUrl("advance") };
}
