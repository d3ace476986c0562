import { noTransaction } from "#db/index.ts";
import { ABSENT_FROM_TEST, ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { isShownArchiveTerm } from "#domain/archive/archive-terms.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS, parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { yearLabel } from "#domain/terms.ts";
import { archiveFieldName, ARCHIVE_CLASS_FIELD } from "#fields/archive.ts";
import {
  listEditableArchiveTerms,
  findArchive,
  type ArchiveTerm,
  type FoundArchive,
} from "../save/find-archive.server.ts";
import { ARCHIVE_SAVE_DEFINITION } from "../save/saved-archive.server.ts";
import { archiveListUrl, archiveDialogUrl, type ArchiveListParams } from "../list/archive-list.ts";
import type { ArchiveSheet } from "./archive-sheet.ts";
import { notFound } from "#runtime/errors.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";

/** Loads a student's archive for the dialog over the list. @throws notFound */
export async function loadArchiveSheet(
  person: Person,
  studentKey: number,
  params: ArchiveListParams,
): Promise<ArchiveSheet> {
  const found = await findArchive(person, studentKey, noTransaction);
  const terms = (await listEditableArchiveTerms(found)).filter(isShownArchiveTerm);
  const { student } = found;
  return {
    name: formatRegisterName(student),
    about: [student.student_id, student.label && `now in ${student.label}`, levelWords(terms)]
      .filter(Boolean)
      .join(" · "),
    whom: student.gender === "F" ? "her" : student.gender === "M" ? "him" : "the student",
    rows: terms.map((term) =>
      rowOf(found, term, archiveDialogUrl(`${studentKey}/history/${term.academicTermId}`, params)),
    ),
    url: archiveDialogUrl(studentKey, params),
    closeTo: archiveListUrl(params),
    saveUrl: `${PATHS.marksArchive}/${studentKey}/save`,
    accountId: person.accountId,
    timeZone: student.time_zone,
    isPosted: false,
  };
}

/** Returns text such as 'Forms 1 to 3'. */
function levelWords(terms: readonly ArchiveTerm[]): string {
  const levels = terms.map(({ level }) => level);
  const [first, last] = [Math.min(...levels), Math.max(...levels)];
  if (levels.length === 0) return "";
  return first === last ? `Form ${first}` : `Forms ${first} to ${last}`;
}

function rowOf(found: FoundArchive, { stored, level, term }: ArchiveTerm, historyUrl: string) {
  const { academic_term_id, academic_year_id, version, cells } = stored;
  const held = ARCHIVE_SAVE_DEFINITION.fields(found, stored).get(ARCHIVE_CLASS_FIELD);
  const away = cells.filter(({ attendance, mark }) => attendance !== PRESENT_AT_TEST && mark === null);
  return {
    row: String(academic_term_id),
    version,
    values: ARCHIVE_SAVE_DEFINITION.valuesOf(found, stored),
    name: archiveTermName({ level, term, yearId: academic_year_id }),
    level,
    term,
    historyUrl,
    classes: held?.kind.choices ?? [],
    closed: held?.closed ?? null,
    away: Object.fromEntries(
      away.map(({ subject_id: subjectId, test_id: testId, attendance }) => [
        archiveFieldName({ subjectId, testId }),
        ATTENDANCE_ABBREVIATIONS[attendance] ?? ATTENDANCE_ABBREVIATIONS[ABSENT_FROM_TEST],
      ]),
    ),
  };
}

/** Returns text such as 'Form 2, Term 1', with the year if the student has that term twice. */
function archiveTermName({
  level,
  term,
  yearId,
}: {
  level: number;
  term: number;
  yearId: number | null;
}): string {
  const words = `Form ${level}, Term ${term}`;
  return yearId === null ? words : `${words}, ${yearLabel(yearId)}`;
}

type Asked = { person: Person; key: number; row: string; params: ArchiveListParams };

/** Loads the changes to one term of a student's archive, newest first. @throws notFound */
export async function loadArchiveHistory({ params, ...rest }: Asked): Promise<RowHistory> {
  const read = await loadHistory(ARCHIVE_SAVE_DEFINITION, rest);
  const { target, stored, fields } = read;
  const { form_level: level, term, academic_year_id: yearId } = stored;
  return {
    about: `${formatRegisterName(target.student)}, ${archiveTermName({ level, term, yearId })}`,
    title: "",
    closeTo: archiveDialogUrl(rest.key, params),
    version: stored.version,
    canPutBack: true,
    entries: formatHistoryEntries(read, { names: [...fields.keys()], timeZone: target.student.time_zone }),
  };
}

/** Reads the term's ID from the URL's parameters. @throws notFound */
export function parseArchivedTermId({ termId }: Readonly<Record<string, string | undefined>>): string {
  const id = parseId(termId);
  if (id === null) throw notFound(ARCHIVE_SAVE_DEFINITION.words.notFound);
  return String(id);
}
