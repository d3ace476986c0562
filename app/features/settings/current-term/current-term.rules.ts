import type { GivenDates } from "#domain/turn/term-dates.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export function archivesUrl(): string {
  return withQuery(PATHS.currentTerm, { show: "archives" });
}

/** What the form is for: nobody moves, or the school goes on to the next term. */
export type Purpose = "update" | "advance";

export function purposeUrl(purpose: Purpose): string {
  return withQuery(PATHS.currentTerm, { do: purpose === "advance" ? purpose : null });
}

export function purposeIn({ searchParams }: URL): Purpose {
  return searchParams.get("do") === "advance" ? "advance" : "update";
}

export function isArchivesIn({ searchParams }: URL): boolean {
  return searchParams.get("show") === "archives";
}

export function setTermUrl(academicTermId: number): string {
  return `${PATHS.currentTerm}/${academicTermId}/set`;
}

/** The fields of a term by their labels (A2, A5). */
export const TERM_FIELDS = {
  term_start: "Current Term Start",
  term_end: "Current Term End",
  next_term_start: "New Term Start",
  total_sessions: "Total Sessions",
} as const satisfies Record<keyof GivenDates, string>;

export type TermField = keyof typeof TERM_FIELDS;
export type TermTexts = Readonly<Record<TermField, string>>;

/** What a term's form is filled with: the dates of the term, as far as they are known. */
export type FormTerm = {
  purpose: Purpose;
  /** The current term, when the form was opened. */
  seenTermId: number;
  /** The term that the fields are of. */
  title: string;
  /** What can be chosen: the term as it is, or the next one. */
  titles: Readonly<Record<Purpose, string>>;
  turnsYear: boolean;
  typed: TermTexts;
  /** Of the row that the form was filled from; null for a term that is not there yet. */
  version: number | null;
  /** Beside Total Sessions: how many days of school the dates hold, or how many sessions it had last year. */
  sessionsHint: string | null;
};

export type ArchivedTerm = {
  id: number;
  year: string;
  term: string;
  period: string;
  sessions: number | null;
  students: number;
  isCurrent: boolean;
};

/** What setting the term to another one means, before it is done. */
export type TermSetting = {
  title: string;
  /** What the two terms are called beside each other: `Term 2`, or with their years where these differ. */
  names: { from: string; to: string };
  fromTermId: number;
  isEarlier: boolean;
  /** Who is in the current term and not in that one; `key` where the reader may open the record. */
  missing: { name: string; key: number | null }[];
  missingTotal: number;
};

/** The fields at fault as an error summary links to them: with their labels (term.md, 22). */
export function labelled(errors: Readonly<Record<string, string>>): { field: string; message: string }[] {
  return Object.entries(errors).map(([field, message]) => ({
    field,
    message: `${TERM_FIELDS[field as TermField]}: ${message}`,
  }));
}
