import type { Target } from "./figures.ts";

/** The limits (budgets) of all figures. Another product's figures come only from `--beside`. */

export const KB = 1000;

export type VisitTargets = { kb: Target; requests: Target };

export const FIRST_VISIT: VisitTargets = {
  kb: { budget: { most: 20 } },
  requests: { budget: { most: 3 } },
};
export const SIGN_IN_VISIT: VisitTargets = {
  kb: { budget: { most: 20 } },
  requests: { budget: { most: 3 } },
};
export const EMPLOYEES_VISIT: VisitTargets = { kb: { budget: { most: 20 } }, requests: {} };
/** Includes scripts and pictures. */
export const WHOLE_VISIT: VisitTargets = {
  kb: {},
  requests: {},
};
export const SCRIPT_KB: Target = { budget: { most: 105 } };
export const USABLE_FIRST_S: Target = { budget: { most: 2.5 } };
export const USABLE_LATER_S: Target = { budget: { most: 0.8 } };
/** From opening the sign-in page to a saved mark, without thinking time, on a line with 400 kbit/s and 400 ms. */
export const TO_SAVED_FIRST_S: Target = { budget: { most: 7 } };
export const TO_SAVED_LATER_S: Target = { budget: { most: 3 } };
export const SAVED_AT_ONCE_S: Target = { budget: { most: 0.6 } };
export const LATER_SHEET_REQUESTS: Target = { budget: { most: 3 } };
export const SAVE_KB: Target = { budget: { most: 1.5 } };
/** The time in milliseconds for handling a key press, on a processor slowed down 6 times. */
export const TYPING_MS: Target = { budget: { most: 50 } };
export const SAVE_ROUND_TRIPS: Target = { budget: { most: 1 } };
export const WAITING_REQUESTS: Target = { budget: { most: 1 } };
export const SHEET_MS: Target = { budget: { most: 12 } };
export const REPORT_MS: Target = { budget: { most: 7 } };
export const CLASS_MS: Target = { budget: { most: 15 } };
export const EMPLOYEES_MS: Target = { budget: { most: 12 } };
/** The limit for the first visit of a phone to a register of 35 students, as fast as a mark sheet. */
export const REGISTER_VISIT: VisitTargets = {
  kb: { budget: { most: 20 } },
  requests: { budget: { most: 3 } },
};
export const REGISTER_MS: Target = { budget: { most: 12 } };
/** The limit for the summary in a school of 1,200 students, with registers of one year and of five. */
export const ATTENDANCE_MS: Target = { budget: { most: 30 } };
export const ATTENDANCE_VISIT: VisitTargets = { kb: { budget: { most: 40 } }, requests: {} };
/** The limits for the principal's overview, in schools of 1,200 students with registers of five years and of 20,000. */
export const OVERVIEW_VISIT: VisitTargets = { kb: { budget: { most: 45 } }, requests: {} };
export const OVERVIEW_MS: Target = { budget: { most: 40 } };
export const OVERVIEW_MANY_MS: Target = { budget: { most: 120 } };
export const OVERVIEW_USABLE_S: Target = { budget: { most: 2 } };
export const PRINT_REPORTS_VISIT: VisitTargets = { kb: { budget: { most: 30 } }, requests: {} };
export const PRINT_REPORTS_MS: Target = { budget: { most: 20 } };
/** The limits in schools of 1,200 and of 20,000 students. */
export const STUDENTS_MS: Target = { budget: { most: 12 } };
export const STUDENTS_MANY_MS: Target = { budget: { most: 30 } };
export const STUDENTS_KB: Target = { budget: { most: 15 } };
/** The limit for the marks archive of a student with nine terms. */
export const ARCHIVE_MS: Target = { budget: { most: 12 } };
/** The limits for a hostile spreadsheet: the seconds until it is refused, and the megabytes that the web grows by. */
export const HOSTILE_S: Target = { budget: { most: 2 } };
export const HOSTILE_MB: Target = { budget: { most: 150 } };
/** The limit in seconds for checking and importing 1,200 rows, and for checking 5,000. */
export const IMPORT_S: Target = { budget: { most: 5 } };
/** The limit in milliseconds for each of the ten most used API calls. */
export const CALLS_MS: Target = { budget: { most: 12 } };
export const SIGN_IN_MS: Target = { budget: { most: 2 } };
export const SHEETS_A_SECOND: Target = { budget: { least: 240 } };
/** The limit for one report card. */
export const DOCUMENT_MS: Target = { budget: { most: 50 } };
/** The limit for the sample card of the settings, drawn from the form. */
export const PREVIEW_MS: Target = { budget: { most: 150 } };
/** The limits for the cards of a class, and for the annual return of the school. */
export const CLASS_DOCUMENT_MS: Target = { budget: { most: 300 } };
export const RETURN_MS: Target = { budget: { most: 1_000 } };
export const BATCH_S: Target = { budget: { most: 8 } };
export const BATCH_MB: Target = { budget: { most: 500 } };
export const JOIN_S: Target = { budget: { most: 2 } };
export const BESIDE_BATCH: Target = { budget: { most: 2 } };
export const START_S: Target = { budget: { most: 5 } };

/** The limits in seconds, by number of students. */
export const ROLLOVER_S: Readonly<Record<number, Target>> = {
  1_200: { budget: { most: 1 } },
  100_000: { budget: { most: 60 } },
};
