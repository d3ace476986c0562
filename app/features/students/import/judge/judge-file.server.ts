import { queryAll, type ReadTransaction } from "#db/index.ts";
import { findTerm } from "#db/queries/calendar.ts";
import { listClassesOfYear } from "#db/queries/class-teachers.ts";
import { listClassDecisions, listStudentsWithIds } from "#db/queries/imports/students.ts";
import { NEW_PERSON, type MatchedImportRow } from "#domain/people/imports.ts";
import { academicYearOf, calendarYears, TERMS_PER_YEAR, yearAfter, yearLabel } from "#domain/terms.ts";
import {
  uniqueValueKey,
  findRowsByUniqueValue,
  readCellText,
  listDuplicateValues,
  listUnreadableCells,
  parseRowValues,
} from "#fields/imported/row-values.rules.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { studentTabFields } from "#fields/people/student.ts";
import { findSimilarStudents, type SimilarStudent } from "../../duplicates/duplicates.server.ts";
import { loadTabRules } from "../../fields/fields.server.ts";
import { toSimilaritySearch } from "../../general/general.rules.ts";
import { readGeneralTabRules } from "../../general/general.server.ts";
import { NEW_STUDENT_RULES } from "../../general/new-student.server.ts";
import { checkImportChange, checkImportCreation } from "./judge-row.rules.ts";
import {
  UNIQUE_STUDENT_FIELDS,
  type ExistingStudent,
  type CheckedStudentRow,
  type ImportContext,
  STUDENT_COLUMNS,
} from "./known.ts";

const UNIQUE_COLUMNS = STUDENT_COLUMNS.filter(({ name }) =>
  UNIQUE_STUDENT_FIELDS.some((unique) => unique === name),
);

/** Checks rows of a file against the database and the other rows. `only` limits the result to some of the rows. */
export async function checkImportRows(
  rows: readonly MatchedImportRow[],
  t: ReadTransaction,
  { only, isNextYear }: { only: readonly MatchedImportRow[]; isNextYear: boolean },
): Promise<{ judged: CheckedStudentRow[]; known: ImportContext }> {
  const known = await readKnown(rows, only, t);
  if (isNextYear) await becomeNextYears(known, t);
  return { judged: only.map((row) => judgedRow(row, known)), known };
}

/** Checks one row. Returns the change to make, or the reasons why the row is refused. */
function judgedRow(input: MatchedImportRow, known: ImportContext): CheckedStudentRow {
  const wantedId = isChosen(input.choice) ? input.choice : readCellText(input.cells, "student_id");
  const here = wantedId === "" ? undefined : known.here.get(uniqueValueKey("student_id", wantedId));
  const faults = [
    ...listUnreadableCells(input.cells, STUDENT_COLUMNS),
    ...listDuplicateValues(input, { inFile: known.inFile, unique: UNIQUE_COLUMNS }),
  ];
  return here
    ? checkImportChange(input, { here, known, faults })
    : checkImportCreation(input, { known, faults });
}

function isChosen(choice: string): boolean {
  return choice !== "" && choice !== NEW_PERSON;
}

/**
 * Replaces this year's classes with those of next year, and fills in the class of each student who is to enter next
 * year.
 */
async function becomeNextYears(known: ImportContext, t: ReadTransaction): Promise<void> {
  const { term } = known;
  if (!term) return;
  const academicYearId = academicYearOf(term.academic_term_id);
  const [end, nextYear] = [calendarYears(academicYearId).end, yearAfter(academicYearId)];
  const [classes, lastTerm, decisions] = await queryAll(
    [
      () => listClassesOfYear(nextYear, t),
      () => findTerm(academicYearId * 10 + TERMS_PER_YEAR, t),
      () => listClassDecisions({ academicYearId }, t),
    ],
    t,
  );
  known.year = yearLabel(nextYear);
  known.classes = classes;
  known.rules = {
    ...known.rules,
    classes: classes.map((item) => ({ ...item, teachers: item.label })),
  };
  // Entry dates after the end of the term are usually refused. Here they are not, because no student enters after this
  // day.
  known.term = { academic_term_id: term.academic_term_id, term_end: `${end + 1}-12-31` };
  known.intake = {
    academicYearId,
    firstDay: lastTerm?.next_term_start ?? `${end}-09-01`,
    earliest: `${end}-07-01`,
    hasClasses: classes.length > 0,
  };
  const chosen = new Map(decisions.map(({ student_key, class_id }) => [student_key, class_id]));
  known.here = new Map(
    [...known.here].map(([key, student]) => {
      const next = classes.find(({ class_id }) => class_id === chosen.get(student.id));
      const { class_id = null, form_class_id = null, label = null } = next ?? {};
      return [key, { ...student, class_id, form_class_id, label, presentClass: student.label }];
    }),
  );
}

async function readKnown(
  rows: readonly MatchedImportRow[],
  only: readonly MatchedImportRow[],
  t: ReadTransaction,
): Promise<ImportContext> {
  const { rules, term } = await readGeneralTabRules(NEW_STUDENT_RULES, t);
  const classes = term ? await listClassesOfYear(term.academic_year_id, t) : [];
  const named = (field: (typeof UNIQUE_STUDENT_FIELDS)[number]) =>
    only.map(({ cells }) => readCellText(cells, field)).filter(Boolean);
  const chosen = only.map(({ choice }) => choice).filter((choice) => choice !== "" && choice !== NEW_PERSON);
  const input = {
    ids: [...named("student_id"), ...chosen],
    pins: named(UNIQUE_STUDENT_FIELDS[1]),
    serials: named(UNIQUE_STUDENT_FIELDS[2]),
  };
  const here = byKeys(await listStudentsWithIds(input, t));
  return {
    rules,
    term,
    classes,
    here,
    year: term ? yearLabel(term.academic_year_id) : "this year",
    intake: null,
    personal: studentTabFields(await loadTabRules("personal", t)),
    inFile: findRowsByUniqueValue(rows, UNIQUE_STUDENT_FIELDS),
    alike: await alikeOfRows(
      only.filter((row) => isNew(row, here)),
      t,
    ),
  };
}

function byKeys(found: readonly ExistingStudent[]): Map<string, ExistingStudent> {
  const here = new Map<string, ExistingStudent>();
  for (const student of found) {
    for (const name of UNIQUE_STUDENT_FIELDS)
      if (student[name] !== null) here.set(uniqueValueKey(name, student[name]), student);
  }
  return here;
}

function isNew({ cells, choice }: MatchedImportRow, here: ReadonlyMap<string, ExistingStudent>): boolean {
  return choice === "" && !here.has(uniqueValueKey("student_id", readCellText(cells, "student_id")));
}

async function alikeOfRows(
  rows: readonly MatchedImportRow[],
  t: ReadTransaction,
): Promise<Map<number, SimilarStudent[]>> {
  const children = rows.flatMap(({ row, cells }) => {
    const called = toSimilaritySearch(parseRowValues(cells, GENERAL_FIELDS));
    return called ? [{ row, called }] : [];
  });
  const alike = await findSimilarStudents(
    children.map(({ called }) => called),
    t,
  );
  return new Map(children.map(({ row }, index) => [row, alike[index] ?? []]));
}
