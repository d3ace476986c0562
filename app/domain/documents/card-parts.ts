import { addDays, formatDate, mondayOf } from "#domain/dates.ts";
import { isDecisionTerm } from "#domain/term-reports.ts";

/** The parts of a report card that a school may leave out, in the order in which the settings list them. */
export const REPORT_CARD_PARTS = {
  classPosition: "Position in class",
  levelPosition: "Position in level",
  classAverage: "Class average, by subject",
  highest: "Highest mark in class, by subject",
  year: "Results of the year, in Term 3",
  remarks: "Remark of each subject teacher",
  conduct: "Conduct",
  teacherSignature: "Form teacher’s signature",
  issued: "Date of issue",
  nextTerm: "Next term’s first day",
  slip: "Parent’s slip",
} as const;

export type ReportCardPart = keyof typeof REPORT_CARD_PARTS;

/** The two possible orders of the blocks below the marks. */
export const REPORT_CARD_BLOCK_ORDERS = {
  attendance: "Attendance, then behaviour",
  behaviour: "Behaviour, then attendance",
} as const;

export type ReportCardBlockOrder = keyof typeof REPORT_CARD_BLOCK_ORDERS;

/** The optional parts that the school chose for the report cards of a level, and the order of the blocks. */
export type ReportCardSettings = { parts: readonly ReportCardPart[]; order: ReportCardBlockOrder };

/** The report card of a level for which the school has not chosen anything else. */
export const DEFAULT_REPORT_CARD_SETTINGS: ReportCardSettings = {
  parts: ["year", "nextTerm"],
  order: "attendance",
};

export const REPORT_CARD_PART_NAMES = Object.keys(REPORT_CARD_PARTS) as ReportCardPart[];

/**
 * Asks parents to return the slip by the first Friday after the next term begins. There is no day in the last term,
 * because students have another teacher in the next year.
 */
export function describeSlipReturn(
  teachers: string,
  { term, next_term_start: next }: { term: number; next_term_start: string | null },
): string {
  const to = teachers && ` to ${teachers}`;
  const isBefore = next !== null && !isDecisionTerm(term);
  // Three days later, a Friday or Saturday lies in the following week.
  const by = isBefore ? ` by ${formatDate(addDays(mondayOf(addDays(next, DAYS_AHEAD)), FRIDAY))}` : "";
  return `Please sign and return this slip${to}${by}.`;
}

const DAYS_AHEAD = 3;
const FRIDAY = 4;
