import type { Target } from "./figures.ts";

/** The limits (budgets) of all figures, and for comparison the figures of RosarioSIS 12, another school system. */

export const KB = 1000;

export type VisitTargets = { kb: Target; requests: Target };

const ROSARIO_KB = { measured: 288, text: "288 KB" };
const ROSARIO_REQUESTS = { measured: 27, text: "27" };

export const FIRST_VISIT: VisitTargets = {
  kb: { budget: { most: 20 }, yardstick: ROSARIO_KB },
  requests: { budget: { most: 3 }, yardstick: ROSARIO_REQUESTS },
};
/** RosarioSIS was measured at its mark sheet only, so there is no comparison here. */
export const SIGN_IN_VISIT: VisitTargets = {
  kb: { budget: { most: 20 } },
  requests: { budget: { most: 3 } },
};
export const EMPLOYEES_VISIT: VisitTargets = { kb: { budget: { most: 20 } }, requests: {} };
/** Includes scripts and pictures, like the figures of RosarioSIS. */
export const WHOLE_VISIT: VisitTargets = {
  kb: { yardstick: ROSARIO_KB },
  requests: { yardstick: ROSARIO_REQUESTS },
};
export const SCRIPT_KB: Target = { budget: { most: 105 }, yardstick: { measured: 74, text: "74 KB" } };
export const USABLE_FIRST_S: Target = { budget: { most: 2.5 }, yardstick: { measured: 7.2, text: "7.2 s" } };
export const USABLE_LATER_S: Target = { budget: { most: 0.8 }, yardstick: { measured: 0.6, text: "0.6 s" } };
/** From opening the sign-in page to a saved mark, without thinking time, on a line with 400 kbit/s and 400 ms. */
export const TO_SAVED_FIRST_S: Target = { budget: { most: 7 } };
export const TO_SAVED_LATER_S: Target = { budget: { most: 3 } };
export const SAVED_AT_ONCE_S: Target = { budget: { most: 0.6 } };
export const LATER_SHEET_REQUESTS: Target = { budget: { most: 3 } };
export const SAVE_KB: Target = { budget: { most: 1.5 }, yardstick: { measured: 13, text: "13 to 21 KB" } };
/** The time in milliseconds for handling a key press, on a processor slowed down 6 times. */
export const TYPING_MS: Target = { budget: { most: 50 } };
export const SAVE_ROUND_TRIPS: Target = { budget: { most: 1 } };
export const WAITING_REQUESTS: Target = { budget: { most: 1 } };
export const SHEET_MS: Target = { budget: { most: 12 }, yardstick: { measured: 26, text: "26 ms" } };
/** Three times as fast as RosarioSIS 12, measured in the same run on the same machine. */
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
export const PRINT_REPORTS_VISIT: VisitTargets = { kb: { budget: { most: 30 } }, requests: {} };
export const PRINT_REPORTS_MS: Target = { budget: { most: 20 } };
/** The limits in schools of 1,200 and of 20,000 students. */
export const STUDENTS_MS: Target = { budget: { most: 12 }, yardstick: { measured: 24, text: "24 ms" } };
export const STUDENTS_MANY_MS: Target = { budget: { most: 30 } };
export const STUDENTS_KB: Target = { budget: { most: 15 } };
/** The limit for the marks archive of a student with nine terms. */
export const ARCHIVE_MS: Target = { budget: { most: 12 } };
/** The limit in seconds for checking and importing 1,200 rows. */
export const IMPORT_S: Target = { budget: { most: 5 } };
/** The limit in milliseconds for each of the ten most used API calls. */
export const CALLS_MS: Target = { budget: { most: 12 } };
export const SIGN_IN_MS: Target = { budget: { most: 2 } };
export const SHEETS_A_SECOND: Target = { budget: { least: 240 }, yardstick: { measured: 60, text: "60 /s" } };
/** The limit for one report card. */
export const DOCUMENT_MS: Target = { budget: { most: 50 }, yardstick: { measured: 290, text: "290 ms" } };
/** The limits for the cards of a class, and for the annual return of the school. */
export const CLASS_DOCUMENT_MS: Target = { budget: { most: 300 } };
export const RETURN_MS: Target = { budget: { most: 1_000 } };
export const BATCH_S: Target = { budget: { most: 8 }, yardstick: { measured: 81, text: "81 s" } };
export const BATCH_MB: Target = { budget: { most: 500 }, yardstick: { measured: 428, text: "428 MB" } };
export const JOIN_S: Target = { budget: { most: 2 } };
export const BESIDE_BATCH: Target = { budget: { most: 2 } };
export const START_S: Target = { budget: { most: 5 } };

/** The limits in seconds, by number of students. */
export const ROLLOVER_S: Readonly<Record<number, Target>> = {
  1_200: { budget: { most: 1 } },
  100_000: { budget: { most: 60 } },
};
