import { formatDate, weekdayOf } from "../dates.ts";
import { formatActorName, formatRegisterName, formatShortName } from "../names.ts";

type Named = { user_name: string | null; first_name: string | null; last_name: string | null };

/** A past term that is open for correction, seen from the reports or a mark sheet of one class. */
export type OpenCorrection = {
  /** The last day on which the term is open for correction. */
  until: string;
  reason: string;
  opened_on: string;
  opened_by: Named;
  /** The only student whose entries can be corrected, or null if the entries of all students can. */
  student_key: number | null;
};

/** The maximum number of characters in the reason for opening a past term. */
export const MAX_CORRECTION_REASON_LENGTH = 200;

/** The maximum number of days for which a past term can be opened, about the length of a term. */
export const MAX_CORRECTION_DAYS = 92;

export function filterCorrectionsOfStudent(
  corrections: readonly OpenCorrection[] | null,
  studentKey: number,
): OpenCorrection[] {
  return (corrections ?? []).filter(({ student_key }) => student_key === null || student_key === studentKey);
}

/** Returns the corrections that apply to all students of the class. Corrections of a single student are left out. */
export function filterCorrectionsOfClass(corrections: readonly OpenCorrection[] | null): OpenCorrection[] {
  return (corrections ?? []).filter(({ student_key }) => student_key === null);
}

/**
 * Lists the students whose rows can be corrected. Returns null if all can be corrected, or if no correction is open.
 */
export function listCorrectableStudentKeys(corrections: readonly OpenCorrection[] | null): number[] | null {
  if (!corrections || filterCorrectionsOfClass(corrections).length > 0) return null;
  return corrections.flatMap(({ student_key }) => student_key ?? []);
}

/** The notice that appears above entries that are open for correction. */
export type CorrectionNotice = { title: string; words: string };

/** Builds the notice that says until when entries are open for correction, who opened them and why. */
export function describeCorrection(what: string, correction: OpenCorrection): CorrectionNotice {
  const { until, reason, opened_by, opened_on } = correction;
  return {
    title: `${what} is open for correction until ${formatDateWithWeekday(until)}.`,
    words: `Opened by ${formatActorName(opened_by)} on ${formatDate(opened_on)}: “${reason}”`,
  };
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Formats a day with its weekday: `Fri 4 Dec 2026`. */
export function formatDateWithWeekday(day: string): string {
  return `${WEEKDAYS[weekdayOf(day) % WEEKDAYS.length] ?? ""} ${formatDate(day)}`;
}

/** The correction of a past term as the printed card and the report describe it. */
export type CompletedCorrection = { on: string; by: string; reason: string };

/** Formats the days of corrections: `corrected on 2 Dec 2026 and 4 Dec 2026`. Returns null if there were none. */
export function formatCorrectedOn(corrections: readonly CompletedCorrection[]): string | null {
  const days = [...new Set(corrections.map(({ on }) => on))].toSorted().map(formatDate);
  return days.length === 0 ? null : `corrected on ${joinWords(days)}`;
}

/** Formats when a report was corrected, by whom and why, a sentence for each reason. Returns null if it never was. */
export function formatCorrectedBy(corrections: readonly CompletedCorrection[]): string | null {
  const reasons = [...new Set(corrections.map(({ reason }) => reason))];
  const sentences = reasons.map((reason) => {
    const own = corrections.filter((item) => item.reason === reason);
    const days = [...new Set(own.map(({ on }) => on))].toSorted().map(formatDate);
    const people = [...new Set(own.map(({ by }) => by))];
    return `Corrected on ${joinWords(days)} by ${joinWords(people)}: ${endSentence(reason)}`;
  });
  return sentences.join(" ") || null;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

type Person = { first_name: string; last_name: string };

/**
 * Identifies a past term that is open for a class, for a teacher or for a student. Exactly one of the three is set.
 */
export type CorrectionTargetNames = {
  class_label: string | null;
  employee: Person | null;
  student: Person | null;
};

/** Names the class, teacher or student for which a past term is open: `4C`, `R. Noreiga`, `Fortuné, Renée`. */
export function formatCorrectionTarget({ class_label, employee, student }: CorrectionTargetNames): string {
  if (student) return formatRegisterName(student);
  return employee ? formatShortName(employee) : (class_label ?? "");
}

/**
 * Lists open corrections in a sentence: `Open for correction: 4C until Fri 4 Dec 2026.` Returns null if there are
 * none.
 */
export function formatOpenCorrections(
  open: readonly (CorrectionTargetNames & { until: string })[],
): string | null {
  if (open.length === 0) return null;
  const parts = open.map(
    (item) => `${formatCorrectionTarget(item)} until ${formatDateWithWeekday(item.until)}`,
  );
  return `Open for correction: ${parts.join("; ")}.`;
}
