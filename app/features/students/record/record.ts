import { PATHS } from "#domain/paths.ts";
import { viewIn, viewUrl, type RecordPlace, type RecordTabLink } from "#domain/people/record-place.ts";
import { STUDENT_TAB_TITLES, STUDENT_TABS, type StudentTab } from "#domain/people/student-record.ts";

/** What a record shows of whom it is about. */
export type RecordHead = {
  key: number;
  studentId: string;
  name: string;
  /** By which the initial stands in the place of a picture. */
  lastName: string;
  picture: string | null;
  /** `Std 4 R, D. Ramkissoon`; of who has left, in which way. */
  about: string;
  /** Those that may be read. */
  tabs: readonly StudentTab[];
  /** Whoever looks after students writes in the record. */
  manages: boolean;
  /** Who changes picture and ID, and opens the lock of the serial number (A6). */
  isSeenByAdmin: boolean;
  /** The reports of the current term may be read and printed. */
  hasCards: boolean;
  /** The school's attendance may be opened, with the student's own. */
  hasAttendance: boolean;
  /** All of the record may be printed. */
  hasForm: boolean;
  /** It is written in General while an administrator has opened its lock. */
  serial: { number: string | null; isLocked: boolean };
};

/** Where a record stands in the list that it was opened from, as that was searched and sorted. */
export type RecordSteps = { place: number; of: number; prev: string | null; next: string | null };

/** What every tab of a record stands in. */
export type RecordShown = { head: RecordHead; steps: RecordSteps | null };

/** Said of a record that was saved. */
export const UPDATED = "Student updated";

/** A new student's later tabs open when the student is added. */
export function tabLinks({ path, query }: RecordPlace, tabs: readonly StudentTab[]): RecordTabLink[] {
  return tabs.map((tab) => ({
    to: studentTabUrl(path, { query, tab }),
    current: tab === studentTabIn(query),
    words: STUDENT_TAB_TITLES[tab],
  }));
}

export function studentTabIn(query: URLSearchParams): StudentTab {
  return viewIn(query, STUDENT_TABS);
}

export function studentTabUrl(
  path: string,
  { query, tab }: { query: URLSearchParams; tab: StudentTab },
): string {
  return viewUrl(path, { query, view: tab === STUDENT_TABS[0] ? null : tab });
}

/** The list under the record, as it was searched. */
export function listUnder(query: URLSearchParams): string {
  return viewUrl(PATHS.students, { query, view: null });
}
