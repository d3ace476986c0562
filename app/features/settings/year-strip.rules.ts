import { formatDate, formatSpan } from "#domain/dates.ts";
import { countOf } from "#domain/text/noun.ts";
import { academicYearOf, periodLabel, TERMS_PER_YEAR, termWords } from "#domain/terms.ts";

export type StripCell = {
  name: string;
  dates: string;
  state: "over" | "current" | "ahead";
  /** Next year's first term stands behind the margin rule. */
  isNextYear: boolean;
  /** A phone has room for the current term and the next. */
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
  /** Of the year and the next one, as far as they have dates. */
  terms: readonly Term[];
  /** School days of the current term that are still to come; null outside it. */
  daysLeft: number | null;
};

/** The terms of the current year and the first one of the next (term.md, Year strip). */
export function yearStrip({ currentTermId, terms, daysLeft }: Strip): StripCell[] {
  const yearId = academicYearOf(currentTermId);
  const nextYear = yearId + 1_0001;
  const ids = [
    ...Array.from({ length: TERMS_PER_YEAR }, (_, place) => yearId * 10 + place + 1),
    nextYear * 10 + 1,
  ];
  return ids.map((id, place) => {
    const state = id < currentTermId ? "over" : id === currentTermId ? "current" : "ahead";
    const isNextYear = place === TERMS_PER_YEAR;
    const year = isNextYear ? nextYear : yearId;
    return {
      name: place === 0 || isNextYear ? periodLabel(year, 1) : termWords(id),
      dates: datesOf(id, ids[place - 1], terms) + (state === "current" ? leftWords(daysLeft) : ""),
      state,
      isNextYear,
      onPhone: state === "current" || ids[place - 1] === currentTermId,
    };
  });
}

/** `, 2 days left`. */
function leftWords(daysLeft: number | null): string {
  return daysLeft === null ? "" : `, ${countOf(daysLeft, "day")} left`;
}

function datesOf(id: number, before: number | undefined, terms: readonly Term[]): string {
  const known = terms.find(({ academic_term_id }) => academic_term_id === id);
  if (known) return formatSpan(known.term_start, known.term_end);
  const start = terms.find(({ academic_term_id }) => academic_term_id === before)?.next_term_start;
  return start ? `begins ${formatDate(start)}` : "no dates yet";
}
