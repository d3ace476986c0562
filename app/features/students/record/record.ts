import { PATHS, withQuery } from "#domain/paths.ts";
import {
  parseRecordTab,
  recordTabUrl,
  type RecordUrls,
  type RecordTabLink,
  STUDENT_TAB_TITLES,
  STUDENT_TABS,
  type StudentTab,
} from "#domain/people/record-params.ts";

export type RecordHeading = {
  key: number;
  studentId: string;
  name: string;
  /** The last name. Its initial is shown if there is no picture. */
  lastName: string;
  picture: string | null;
  /**
   * The class and its form teacher, such as `Std 4 R, D. Ramkissoon`. For a former student, the text also contains
   * the status.
   */
  about: string;
  tabs: readonly StudentTab[];
  manages: boolean;
  /** Whether the person may change the picture and the ID, and unlock the serial number. */
  isSeenByAdmin: boolean;
  /** Whether the person may read and print the reports of the current term. */
  hasCards: boolean;
  /** Whether the person may open the student's attendance. */
  hasAttendance: boolean;
  /** Whether the person may print the whole record. */
  hasForm: boolean;
  /** Whether there is a custody or court order. Its details are on the Family tab. */
  hasCourtOrder: boolean;
  /** The serial number, which can be changed in General while it is unlocked. */
  serial: { number: string | null; isLocked: boolean };
};

/** The position of a record in the list from which it was opened, as filtered and sorted there. */
export type RecordPaging = { place: number | null; of: number; prev: string | null; next: string | null };

/** The header and paging of a record, which are the same on each tab. */
export type RecordHeadingAndPaging = { head: RecordHeading; steps: RecordPaging | null };

export const STUDENT_UPDATED_MESSAGE = "Student updated";

export function studentTabLinks({ path, query }: RecordUrls, tabs: readonly StudentTab[]): RecordTabLink[] {
  return tabs.map((tab) => ({
    to: studentTabUrl(path, { query, tab }),
    current: tab === parseStudentTab(query),
    words: STUDENT_TAB_TITLES[tab],
  }));
}

export function parseStudentTab(query: URLSearchParams): StudentTab {
  return parseRecordTab(query, STUDENT_TABS);
}

export function studentTabUrl(
  path: string,
  { query, tab }: { query: URLSearchParams; tab: StudentTab },
): string {
  return recordTabUrl(path, { query, view: tab === STUDENT_TABS[0] ? null : tab });
}

export function underlyingListUrl(query: URLSearchParams): string {
  return recordTabUrl(PATHS.students, { query, view: null });
}

const OFFER = "offer";
const ALL_CLASSES = "classes";

/** Tells whether the record offers every class, even in a school with too many classes for a list. */
export function offersAllClasses(query: URLSearchParams): boolean {
  return query.get(OFFER) === ALL_CLASSES;
}

export function allClassesUrl({ path, query }: RecordUrls): string {
  return withQuery(path, { ...Object.fromEntries(query), [OFFER]: ALL_CLASSES });
}
