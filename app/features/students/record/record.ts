import { PATHS } from "#domain/paths.ts";
import {
  parseView,
  viewUrl,
  type RecordParams,
  type RecordTabLink,
  STUDENT_TAB_TITLES,
  STUDENT_TABS,
  type StudentTab,
} from "#domain/people/record-params.ts";

export type RecordHead = {
  key: number;
  studentId: string;
  name: string;
  /** The name whose initial replaces a missing picture. */
  lastName: string;
  picture: string | null;
  /** The class and its teacher, such as `Std 4 R, D. Ramkissoon`; for a former student, the status as well. */
  about: string;
  tabs: readonly StudentTab[];
  /** True if the person may change the record. */
  manages: boolean;
  /** True if the person may change the picture and the ID, and open the lock of the serial number. */
  isSeenByAdmin: boolean;
  /** True if the person may read and print the reports of the current term. */
  hasCards: boolean;
  /** True if the person may open the school's attendance, which includes that of each student. */
  hasAttendance: boolean;
  /** True if the person may print the whole record. */
  hasForm: boolean;
  /** The serial number, which can be changed in General while an administrator has opened the lock. */
  serial: { number: string | null; isLocked: boolean };
};

/** The position of a record in the filtered and sorted list that it was opened from. */
export type RecordSteps = { place: number; of: number; prev: string | null; next: string | null };

/** The head and paging of a record, which are the same on each tab. */
export type RecordView = { head: RecordHead; steps: RecordSteps | null };

export const UPDATED = "Student updated";

export function tabLinks({ path, query }: RecordParams, tabs: readonly StudentTab[]): RecordTabLink[] {
  return tabs.map((tab) => ({
    to: studentTabUrl(path, { query, tab }),
    current: tab === studentTabIn(query),
    words: STUDENT_TAB_TITLES[tab],
  }));
}

export function studentTabIn(query: URLSearchParams): StudentTab {
  return parseView(query, STUDENT_TABS);
}

export function studentTabUrl(
  path: string,
  { query, tab }: { query: URLSearchParams; tab: StudentTab },
): string {
  return viewUrl(path, { query, view: tab === STUDENT_TABS[0] ? null : tab });
}

/** Returns the address of the filtered list under the record. */
export function listUnder(query: URLSearchParams): string {
  return viewUrl(PATHS.students, { query, view: null });
}
