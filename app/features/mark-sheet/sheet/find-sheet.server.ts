import { noTransaction, type ReadTransaction } from "#db/index.ts";
import type { MarkSheetHeading, MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import { getEntryDatesForPerson, listVisibleLessons, getVisibleMarkSheet } from "#access/visible.server.ts";
import {
  hasMarkSheetForTest,
  hasMarkSheetRemarks,
  hasMarkSheetWorkRatings,
  getMarkSheetKind,
} from "#domain/sheets.ts";
import type { EntryDates } from "#domain/entry/windows.ts";
import { findEntryLock, type EntryLock } from "#domain/lock.ts";
import { parseId, parseMarkSheetKey, markSheetDocumentUrl, markSheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import type { MarkRules } from "#fields/mark.ts";
import { listTestsThatCount } from "#domain/subject-results.ts";
import { testTitle } from "#domain/terms.ts";

export type FoundMarkSheet = {
  key: MarkSheetKey;
  heading: MarkSheetHeading;
  rules: MarkRules;
  lock: EntryLock;
  dates: EntryDates | null;
};

/** Returns the sheet if the person may see it. @throws notFound */
export async function getMarkSheet(
  person: Person,
  key: MarkSheetKey,
  t: ReadTransaction,
): Promise<FoundMarkSheet> {
  const { heading, canEdit } = await getVisibleMarkSheet(person, key, t);
  if (!hasMarkSheetForTest(heading, key.testId))
    throw notFound("This class is graded by criteria at the end of term only. Choose End of Term.");
  const dates = getEntryDatesForPerson(person, heading);
  const { is_current: isCurrent, corrections } = heading;
  const lock = findEntryLock({ isCurrent, canEdit, dates, corrections });
  return { key, heading, rules: rulesOf(key, heading), lock, dates };
}

/** Returns the person's own sheet for the same marks if two teachers share the subject; otherwise null. */
export async function findOwnMarkSheet(person: Person, key: MarkSheetKey): Promise<MarkSheetKey | null> {
  const { heading, lock } = await getMarkSheet(person, key, noTransaction);
  if (lock !== "not-yours") return null;
  const lessons = await listVisibleLessons(
    person,
    { academic_year_id: heading.academic_year_id, academic_term_id: key.academicTermId },
    noTransaction,
  );
  const own = lessons.find(
    ({ canEdit, class_id, subject_id }) =>
      canEdit && class_id === heading.class_id && subject_id === heading.subject_id,
  );
  return own ? { ...key, lessonId: own.lesson_id } : null;
}

function rulesOf(key: MarkSheetKey, heading: MarkSheetHeading): MarkRules {
  const kind = getMarkSheetKind(heading);
  const counted = listTestsThatCount(heading, { subject_id: heading.subject_id, kind });
  const rules: MarkRules = {
    testId: key.testId,
    kind,
    workRatings: hasMarkSheetWorkRatings(heading, key.testId),
    grading: { steps: heading.grading.steps, passMark: heading.grading.passMark },
    criteria: heading.criteria.map(({ criterion_id, detail }) => ({ id: criterion_id, detail })),
  };
  // A sheet without remarks leaves `remarks` out, to keep its page small.
  return hasMarkSheetRemarks({ kind, counted, card: heading.card }, key.testId)
    ? { ...rules, remarks: true }
    : rules;
}

/** Reads the key of the mark sheet from the URL's parameters. @throws notFound */
export function parseMarkSheetParams(params: Record<string, string | undefined>): MarkSheetKey {
  const key = parseMarkSheetKey(params);
  if (!key) throw itemNotFound("mark sheet");
  return key;
}

/** Reads the student's key, which is the id of a row, from the URL's parameters. @throws notFound */
export function parseStudentRow({ studentKey }: Record<string, string | undefined>): string {
  const key = parseId(studentKey);
  if (key === null) throw notFound("This student is not on this mark sheet. Choose another student.");
  return String(key);
}

type SheetPrintView = {
  title: string;
  src: string;
  closeTo: string;
  downloads: { words: string; href: string }[];
};

/** Loads the data for printing the sheet. `?blank=1` makes an empty sheet to fill in on paper. */
export async function loadMarkSheetPrintView(
  person: Person,
  key: MarkSheetKey,
  query: URLSearchParams,
): Promise<SheetPrintView> {
  const { heading } = await getMarkSheet(person, key, noTransaction);
  const title = `${heading.subject}, ${heading.class_label}, ${testTitle(key.testId, heading.assessment_type, heading.fortnightly_title)}`;
  const document = markSheetDocumentUrl(key);
  const src = query.get("blank") === "1" ? `${document}&blank=1` : document;
  return {
    title,
    src,
    closeTo: markSheetUrl(key),
    downloads: [
      { words: "Download PDF", href: `${src}&download=1` },
      { words: "Spreadsheet", href: `${document}&format=xlsx&download=1` },
      { words: "Blank sheet", href: `${document}&blank=1&download=1` },
    ],
  };
}
