import { academicYearOf, END_OF_TERM, OTHER_ASSESSMENT, periodLabel, TERMS_PER_YEAR } from "../terms.ts";

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

/** COURSE comes before EXAM. */
export const ARCHIVE_TESTS = [
  { id: OTHER_ASSESSMENT, name: "course" },
  { id: END_OF_TERM, name: "exam" },
] as const;

/** Form levels 1 to 3. */
export const ARCHIVE_LEVELS = 3;
/** At these levels a term without marks is shown too. */
const LEVELS_WITH_EMPTY_ROWS = 2;

export const ARCHIVE_MAXIMUM = 100;

/** Returns the id of a term older than the calendar: 100 per form level, plus the term. */
function archiveTermId({ level, term }: LevelAndTerm): number {
  return ARCHIVE_MAXIMUM * level + term;
}

/** Archive terms have three digits, terms of the calendar nine. */
export function isArchiveTerm(academicTermId: number): boolean {
  return academicTermId < archiveTermId({ level: ARCHIVE_LEVELS + 1, term: 0 });
}

export type LevelAndTerm = { level: number; term: number };

/** A term in which a student can have archive marks: of the calendar with a registration, or of the archive. */
export type ArchiveTermRow = LevelAndTerm & {
  academicTermId: number;
  isRegistered: boolean;
  hasMarks: boolean;
};

/** The present. @param now the student's own level, if there is one, and the school's term */
type Now = { level: number | null; term: number };

/** Returns the rows that can be written: a term of the archive beside the same calendar term only with entries. */
export function listArchiveTerms<Place extends ArchiveTermRow>(places: readonly Place[], now: Now): Place[] {
  return places.filter((place) => {
    if (!isArchiveTerm(place.academicTermId) || hasSomething(place)) return true;
    return !isCoveredByCalendar(place, places) && isOver(place, now);
  });
}

/** Tells whether a row is shown: it has marks, or is a term of level 1 or 2. */
export function isShownArchiveTerm(place: ArchiveTermRow): boolean {
  return place.level <= LEVELS_WITH_EMPTY_ROWS || hasSomething(place);
}

/** Finds a row by its archive id, for which there may be a calendar term by now if the student was registered then. */
export function findArchiveTerm<Place extends ArchiveTermRow>(
  places: readonly Place[],
  academicTermId: number,
): Place | null {
  const named = places.find((place) => place.academicTermId === academicTermId);
  if (named || !isArchiveTerm(academicTermId)) return named ?? null;
  return places.find((place) => archiveTermId(place) === academicTermId) ?? null;
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

/** Tells whether a term is past: not for terms still ahead of the student, but always for one without a class. */
function isOver({ level, term }: LevelAndTerm, now: Now): boolean {
  if (now.level === null) return true;
  return level * TERMS_PER_YEAR + term < now.level * TERMS_PER_YEAR + now.term;
}

/** Names a row by its id: 'Form 2, Term 1', or '2025-2026, Term 1'. */
export function archiveRowName(academicTermId: number): string {
  if (!isArchiveTerm(academicTermId)) return periodLabel(academicYearOf(academicTermId), academicTermId % 10);
  return `Form ${Math.floor(academicTermId / ARCHIVE_MAXIMUM)}, Term ${academicTermId % 10}`;
}

/** The texts of the marks archive in the school's own words. */
type Cell = { subject: string; test: string };

export const CLASS_MUST_BE_SELECTED = "Class Must Be Selected.";

export function describeInvalidArchiveMark({ subject, test }: Cell): string {
  return `${subject} ${test} mark must be a number between 0-100.`;
}

export function describeArchiveSave({ subject, test }: Cell): string {
  return `${subject} ${test} mark saved.`;
}

export function describeArchiveFailure({ subject, test }: Cell): string {
  return `${subject} ${test} mark not saved.`;
}
