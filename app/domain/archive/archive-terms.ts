import { academicYearOf, END_OF_TERM, OTHER_ASSESSMENT, periodLabel, TERMS_PER_YEAR } from "../terms.ts";

/** The nine subjects of the marks archive, in the order of its columns (A2, A9). */
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

/** COURSE stands before EXAM (A2). */
export const ARCHIVE_TESTS = [
  { id: OTHER_ASSESSMENT, name: "course", head: "Course" },
  { id: END_OF_TERM, name: "exam", head: "Exam" },
] as const;

/** Form levels 1 to 3 (A9). */
export const ARCHIVE_LEVELS = 3;
/** Of these a term without marks is shown too (A2). */
const LEVELS_WITH_EMPTY_ROWS = 2;

/** A mark of the archive is out of this. */
export const ARCHIVE_MAXIMUM = 100;

/** The id of a term that is older than the calendar: multiples of 100 per form level (A9). */
function archiveTermId({ level, term }: LevelAndTerm): number {
  return ARCHIVE_MAXIMUM * level + term;
}

/** Archive terms have three digits, terms of the calendar nine. */
export function isArchiveTerm(academicTermId: number): boolean {
  return academicTermId < archiveTermId({ level: ARCHIVE_LEVELS + 1, term: 0 });
}

export type LevelAndTerm = { level: number; term: number };

/** A term in which a student can have archive marks: of the calendar by the registration at that level, or of the archive. */
export type ArchivePlace = LevelAndTerm & {
  academicTermId: number;
  isRegistered: boolean;
  hasMarks: boolean;
};

/** @param now the student's own level, where they have one, and the school's term */
type Now = { level: number | null; term: number };

/** Rows that can be written: no term of the archive stands beside that of the calendar, but where something is in it. */
export function archivePlaces<Place extends ArchivePlace>(places: readonly Place[], now: Now): Place[] {
  return places.filter((place) => {
    if (!isArchiveTerm(place.academicTermId) || hasSomething(place)) return true;
    return !isCoveredByCalendar(place, places) && isOver(place, now);
  });
}

/** Those that are shown: marks decide, and of levels 1 and 2 each term (A2). */
export function isShownPlace(place: ArchivePlace): boolean {
  return place.level <= LEVELS_WITH_EMPTY_ROWS || hasSomething(place);
}

/** What is called by its archive id may have a term of the calendar by now, where the student's registration is. */
export function placeNamed<Place extends ArchivePlace>(
  places: readonly Place[],
  academicTermId: number,
): Place | null {
  const named = places.find((place) => place.academicTermId === academicTermId);
  if (named || !isArchiveTerm(academicTermId)) return named ?? null;
  return places.find((place) => archiveTermId(place) === academicTermId) ?? null;
}

function hasSomething({ isRegistered, hasMarks }: ArchivePlace): boolean {
  return isRegistered || hasMarks;
}

function isCoveredByCalendar(place: LevelAndTerm, places: readonly ArchivePlace[]): boolean {
  return places.some(
    ({ academicTermId, level, term }) =>
      !isArchiveTerm(academicTermId) && level === place.level && term === place.term,
  );
}

/** What a student is still to come to is no past term; of who is in no class every term may be. */
function isOver({ level, term }: LevelAndTerm, now: Now): boolean {
  if (now.level === null) return true;
  return level * TERMS_PER_YEAR + term < now.level * TERMS_PER_YEAR + now.term;
}

/** What a row is called by its id alone: 'Form 2, Term 1', or '2025-2026, Term 1'. */
export function archiveRowName(academicTermId: number): string {
  if (!isArchiveTerm(academicTermId)) return periodLabel(academicYearOf(academicTermId), academicTermId % 10);
  return `Form ${Math.floor(academicTermId / ARCHIVE_MAXIMUM)}, Term ${academicTermId % 10}`;
}
