import {
  academicYearOf,
  END_OF_TERM_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  periodLabel,
  TERMS_PER_YEAR,
} from "../terms.ts";

/** The nine subjects of the marks archive, in the order of its columns. */
export const ARCHIVE_SUBJECTS = [
  { id: 33, title: "Maths" },
  { id: 18, title: "English" },
  { id: 30, title: "Science" },
  { id: 48, title: "Soc. Studies" },
  { id: 49, title: "Spanish" },
  { id: 41, title: "PE" },
  { id: 53, title: "VAPA" },
  { id: 51, title: "Tech. Ed." },
  { id: 28, title: "ICT" },
] as const;

export const ARCHIVE_SUBJECT_IDS: readonly number[] = ARCHIVE_SUBJECTS.map(({ id }) => id);

/** The tests in the order of the archive's columns: the course mark is to the left of the exam mark. */
export const ARCHIVE_TESTS = [
  { id: OTHER_ASSESSMENT_TEST_ID, name: "course" },
  { id: END_OF_TERM_TEST_ID, name: "exam" },
] as const;

/** The archive covers form levels 1 to 3 only. */
export const ARCHIVE_LEVELS = 3;
/** Rows for the terms of levels 1 and 2 appear even without marks, so that marks can be entered for them. */
const LEVELS_WITH_EMPTY_ROWS = 2;

export const ARCHIVE_MAX_MARK = 100;
/** The id of an archive term is the form level multiplied by this number, plus the number of the term. */
const ID_PER_LEVEL = 100;

/** Returns the id of a term older than the school calendar: 100 times the form level, plus the term's number. */
export function archiveTermId({ level, term }: LevelAndTerm): number {
  return ID_PER_LEVEL * level + term;
}

/** Tells whether an id belongs to an archive term. Such ids have three digits; ids of calendar terms have nine. */
export function isArchiveTerm(academicTermId: number): boolean {
  return academicTermId < archiveTermId({ level: ARCHIVE_LEVELS + 1, term: 0 });
}

export type LevelAndTerm = { level: number; term: number };

/** A term that can have archive marks: a calendar term with a registration, or a term older than the calendar. */
export type ArchiveTermRow = LevelAndTerm & {
  academicTermId: number;
  isRegistered: boolean;
  hasMarks: boolean;
};

/** The student's own form level, which is null for a student without a class, and the school's current term. */
type Now = { level: number | null; term: number };

/** Keeps the rows that accept marks. An empty archive term is dropped if a calendar term has the same level. */
export function filterWritableArchiveTerms<Place extends ArchiveTermRow>(
  rows: readonly Place[],
  now: Now,
): Place[] {
  return rows.filter((place) => {
    if (!isArchiveTerm(place.academicTermId) || hasSomething(place)) return true;
    return !isCoveredByCalendar(place, rows) && isOver(place, now);
  });
}

/** Tells whether the page shows a row: the row has marks, or its term is of level 1 or 2. */
export function isShownArchiveTerm(row: ArchiveTermRow): boolean {
  return row.level <= LEVELS_WITH_EMPTY_ROWS || hasSomething(row);
}

/** Finds a row by its term's id. An archive term's id also finds the calendar term that has replaced the term. */
export function findArchiveTerm<Place extends ArchiveTermRow>(
  rows: readonly Place[],
  academicTermId: number,
): Place | null {
  const named = rows.find((place) => place.academicTermId === academicTermId);
  if (named || !isArchiveTerm(academicTermId)) return named ?? null;
  return rows.find((place) => archiveTermId(place) === academicTermId) ?? null;
}

function hasSomething({ isRegistered, hasMarks }: ArchiveTermRow): boolean {
  return isRegistered || hasMarks;
}

function isCoveredByCalendar(place: LevelAndTerm, places: readonly ArchiveTermRow[]): boolean {
  return places.some(
    ({ academicTermId, level, term }) =>
      !isArchiveTerm(academicTermId) && level === place.level && term === place.term,
  );
}

/** Tells whether a term lies before the student's current term. For a student without a class, every term does. */
function isOver({ level, term }: LevelAndTerm, now: Now): boolean {
  if (now.level === null) return true;
  return level * TERMS_PER_YEAR + term < now.level * TERMS_PER_YEAR + now.term;
}

/** Formats the name of a row from the id of its term: `Form 2, Term 1`, or `2025-2026, Term 1`. */
export function archiveRowName(academicTermId: number): string {
  if (!isArchiveTerm(academicTermId)) return periodLabel(academicYearOf(academicTermId), academicTermId % 10);
  return `Form ${Math.floor(academicTermId / ID_PER_LEVEL)}, Term ${academicTermId % 10}`;
}

/** The names of a subject and a test as they appear in the messages of the marks archive. */
type Cell = { subject: string; test: string };

export const CLASS_MUST_BE_SELECTED = "Class Must Be Selected.";

export function describeInvalidArchiveMark({ subject, test }: Cell): string {
  return `${subject} ${test} mark must be a number between 0-100.`;
}

export function describeSavedArchiveMark({ subject, test }: Cell): string {
  return `${subject} ${test} mark saved.`;
}

export function describeUnsavedArchiveMark({ subject, test }: Cell): string {
  return `${subject} ${test} mark not saved.`;
}

const DECIMALS = 2;
const NOTHING = 1e-9;

/**
 * Converts a mark out of 100, as the archive shows marks, to the maximum of its test. If the result needs more than two
 * decimals, the mark is stored out of 100 instead, so that the archive shows the number that was entered.
 */
export function scaleArchiveMark(value: number | null, maxMark = ARCHIVE_MAX_MARK) {
  if (value === null) return { mark: null, max_mark: maxMark };
  const mark = Number(((value * maxMark) / ARCHIVE_MAX_MARK).toFixed(DECIMALS));
  const read = Number(((mark * ARCHIVE_MAX_MARK) / maxMark).toFixed(DECIMALS));
  return Math.abs(read - value) < NOTHING
    ? { mark, max_mark: maxMark }
    : { mark: value, max_mark: ARCHIVE_MAX_MARK };
}
