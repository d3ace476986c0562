import { noTransaction, queryAll, type ReadTransaction } from "#db/index.ts";
import {
  listMarksOfTerm,
  listStudentsOnMarkSheets,
  listMarkSheetsOfTerm,
  listStudentsOfTerm,
  type StudentOnMarkSheet,
  type MarkSheetOfTerm,
  type MarkOfTerm,
  type StudentOfTerm,
} from "#db/queries/imports/marks.ts";
import { listActiveSubjects } from "#db/queries/school-subjects.ts";
import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { ImportCells, ImportRemark, ImportRefusals, MatchedImportRow } from "#domain/people/imports.ts";
import {
  END_OF_TERM_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  testTitle,
  termTitle,
  type TestId,
} from "#domain/terms.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import type { ImportDefinition, SubjectHeading } from "../definition.server.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
  type SchoolRowWrite,
} from "../school-import.server.ts";
import { checkImportedMark, buildMarkKey } from "./judge-mark.server.ts";
import {
  findNamedSubject,
  loadSchoolListsForImport,
  NO_TERM_REFUSAL,
  type SchoolListsForImport,
} from "./school-lists.server.ts";

type Known = {
  lists: SchoolListsForImport;
  termId: number;
  students: ReadonlyMap<string, StudentOfTerm>;
  sheets: ReadonlyMap<string, MarkSheetOfTerm>;
  places: ReadonlyMap<string, StudentOnMarkSheet>;
  marks: ReadonlyMap<string, MarkOfTerm>;
} | null;

async function loadKnown(t: ReadTransaction): Promise<Known> {
  const lists = await loadSchoolListsForImport(t);
  if (!lists) return null;
  const { academic_term_id: academicTermId } = lists.term;
  const [students, sheets, places, marks] = await queryAll(
    [
      () => listStudentsOfTerm({ academicTermId }, t),
      () => listMarkSheetsOfTerm({ academicTermId }, t),
      () => listStudentsOnMarkSheets({ academicTermId }, t),
      () => listMarksOfTerm({ academicTermId }, t),
    ],
    t,
  );
  return {
    lists,
    termId: academicTermId,
    students: mapStudentsById(students),
    sheets: new Map(sheets.map((sheet) => [`${sheet.class_id}:${sheet.subject_id}`, sheet])),
    places: new Map(places.map((place) => [`${place.student_key}:${place.subject_id}`, place])),
    marks: new Map(marks.map((mark) => [buildMarkKey(mark), mark])),
  };
}

type NamedStudent = Pick<StudentOfTerm, "student_id" | "birth_certificate_pin">;

/** Returns the students by their ID and by the PIN of their birth certificate, in lower case. */
export function mapStudentsById<Student extends NamedStudent>(
  students: readonly Student[],
): Map<string, Student> {
  return new Map([
    ...students.map((student) => [student.birth_certificate_pin.toLowerCase(), student] as const),
    ...students.map((student) => [student.student_id.toLowerCase(), student] as const),
  ]);
}

const STUDENT = { name: "student_id", title: "Student ID" };
const TEST = { name: "test", title: "Test", also: ["Assessment", "Exam", "Type"] };
const TERM = { name: "term", title: "Term" };

/** Imports the marks of the current term, one row for each mark. */
export const MARKS_IMPORT = defineSchoolImport<Known>({
  kind: "marks",
  columns: [
    STUDENT,
    { name: "subject", title: "Subject", also: ["Course", "Subject Name"] },
    TEST,
    { name: "mark", title: "Mark", also: ["Score", "Result", "Percent"] },
    { name: "attendance", title: "Attendance" },
    { name: "grade", title: "Grade" },
    { name: "application", title: "Application" },
    { name: "preparedness", title: "Preparedness" },
    TERM,
  ],
  needed: ["student_id", "subject"],
  load: (_rows, t) => loadKnown(t),
  judge: ({ row, cells }, known) => {
    const asked = findStudentAndTest({ row, cells }, known);
    if ("outcome" in asked) return asked;
    const { about, student, testId, known: school } = asked;
    const subject = findNamedSubject(cells, school.lists);
    if ("fault" in subject) return refuseImportRow(about, [subject.fault]);
    const { subject_id: subjectId, title } = subject.item;
    const judged = judgeIn(school, { student, subjectId, title, testId, cells });
    if (judged.faults.length > 0) return refuseImportRow(about, judged.faults);
    const target = buildMarkKey({ student_key: student.student_key, subject_id: subjectId, test_id: testId });
    return planImportRow({ ...about, target, writes: judged.writes, lines: judged.lines });
  },
});

/** The columns of marks are named by their subjects, some of which may come with the same workbook. */
const OF_SUBJECT = "subject ";

/**
 * Imports the marks of the current term, one row for each student and a column for each subject.
 * @param others subjects that do not exist before the same workbook is imported
 */
export async function defineMarksByStudent(
  others: readonly SubjectHeading[] = [],
): Promise<ImportDefinition> {
  const subjects = new Map(
    [...others, ...(await listActiveSubjects(noTransaction))].map(({ title, abbr }) => [
      title.toLowerCase(),
      { name: `${OF_SUBJECT}${title}`, title, also: [abbr] },
    ]),
  );
  return defineSchoolImport<Known>({
    kind: "marks-by-student",
    columns: [STUDENT, TEST, TERM, ...subjects.values()],
    needed: ["student_id"],
    load: (_rows, t) => loadKnown(t),
    judge: (row, known) => {
      const asked = findStudentAndTest(row, known);
      if ("outcome" in asked) return asked;
      const { about, student, testId } = asked;
      // PostgreSQL reorders the keys of a JSON object, so the subjects are sorted.
      const judged = Object.entries(row.cells)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, cell]) => judgeColumn(name, cell, asked));
      if (judged.length === 0) return refuseImportRow(about, [toRefusalLine("Row", "no subject has a mark")]);
      const faults = judged.flatMap((each) => each.faults);
      if (faults.length > 0) return refuseImportRow(about, faults);
      const writes = judged.flatMap((each) => each.writes);
      const lines = judged.flatMap((each) => each.lines);
      return planImportRow({ ...about, target: `${student.student_key}:${testId}`, writes, lines });
    },
  });
}

/** Judges the cell of a subject. Returns nothing for other columns and blank cells. */
function judgeColumn(
  name: string,
  cell: ImportCells[string],
  { student, testId, known }: Asked,
): JudgedMark[] {
  if (!name.startsWith(OF_SUBJECT)) return [];
  const title = name.slice(OF_SUBJECT.length);
  if (cell.fault !== null) return [{ writes: [], lines: [], faults: [toRefusalLine(title, cell.fault)] }];
  if (readCellText({ either: cell }, "either") === "") return [];
  const subject = findNamedSubject({ subject: { text: title, fault: null } }, known.lists);
  if ("fault" in subject) return [{ writes: [], lines: [], faults: [subject.fault] }];
  const { subject_id: subjectId, title: current } = subject.item;
  return [judgeIn(known, { student, subjectId, title: current, testId, cells: { either: cell } })];
}

type Asked = {
  about: { row: number; name: string; publicId: string; class: string };
  student: StudentOfTerm;
  testId: TestId;
  known: NonNullable<Known>;
};

/** Finds the student and the test of a row, or returns the refused row. */
function findStudentAndTest(
  { row, cells }: Omit<MatchedImportRow, "choice">,
  known: Known,
): Asked | CheckedSchoolRow {
  const id = readCellText(cells, "student_id");
  if (!known) return refuseImportRow({ row, name: id || "–" }, NO_TERM_REFUSAL);
  const { term } = known.lists;
  const student = known.students.get(id.toLowerCase());
  const testId = readTest(readCellText(cells, "test"), term.assessment_type);
  const faults: ImportRefusals = [
    ...(student ? [] : [createUnknownStudentRefusal(id)]),
    ...(testId === null
      ? [
          toRefusalLine(
            "Test",
            `enter ${testTitle(OTHER_ASSESSMENT_TEST_ID, term.assessment_type, null)} or End of Term`,
          ),
        ]
      : []),
    ...(isNameOfTerm(readCellText(cells, "term"), known.termId)
      ? []
      : [createOtherTermRefusal("marks", known.termId)]),
  ];
  const name = student ? formatRegisterName(student) : id || "–";
  const about = { row, name, publicId: student?.student_id ?? "", class: student?.label ?? "" };
  return student && testId !== null && faults.length === 0
    ? { about, student, testId, known }
    : refuseImportRow(about, faults);
}

export function createOtherTermRefusal(what: "marks" | "reports", termId: number): ImportRefusals[number] {
  return toRefusalLine(
    "Term",
    `only ${what} of ${termTitle(termId)} can be imported, because other terms are over`,
  );
}

export function createUnknownStudentRefusal(id: string): ImportRefusals[number] {
  const reason =
    id === ""
      ? "fill in this cell"
      : "no student who is in a class this term has this ID or birth certificate PIN";
  return toRefusalLine("Student ID", reason);
}

/** Reads the name of a test. An empty cell is the end-of-term test; fortnightly tests are entered on their sheets. */
function readTest(
  text: string,
  assessmentType: SchoolListsForImport["term"]["assessment_type"],
): TestId | null {
  const name = text.toLowerCase();
  if (["", "end of term", "end-of-term", "exam", "examination", "final"].includes(name))
    return END_OF_TERM_TEST_ID;
  const title = testTitle(OTHER_ASSESSMENT_TEST_ID, assessmentType, null).toLowerCase();
  return [title, "course", "course work", "coursework"].includes(name) ? OTHER_ASSESSMENT_TEST_ID : null;
}

/**
 * Tells whether a text names this term: `3`, `Term 3` or `2025-2026, Term 3`. An empty cell means the current term.
 */
export function isNameOfTerm(text: string, termId: number): boolean {
  const number = String(termId % 10);
  return ["", number, `term ${number}`, termTitle(termId).toLowerCase(), String(termId)].includes(
    text.toLowerCase(),
  );
}

type MarkOf = {
  student: StudentOfTerm;
  subjectId: number;
  title: string;
  testId: TestId;
  cells: ImportCells;
};
type JudgedMark = { writes: SchoolRowWrite[]; lines: ImportRemark[]; faults: ImportRefusals };

/** Judges a mark by the rules of the mark sheet that it belongs to. */
function judgeIn(
  { lists, termId, sheets, places, marks }: NonNullable<Known>,
  { student, subjectId, title, testId, cells }: MarkOf,
): JudgedMark {
  const key = { student_key: student.student_key, subject_id: subjectId, test_id: testId };
  const sheet = sheets.get(`${student.class_id}:${subjectId}`);
  const place = places.get(`${student.student_key}:${subjectId}`);
  const refused = (reason: string): JudgedMark => ({
    writes: [],
    lines: [],
    faults: [toRefusalLine(title, reason)],
  });
  if (!sheet) return refused(`${student.label} does not have this subject; import its lesson first`);
  if (!place) return refused("the student has not chosen this subject");
  const stored = marks.get(buildMarkKey(key)) ?? null;
  const judged = checkImportedMark(cells, { sheet, stored, testId, flavour: lists.flavour });
  if ("faults" in judged) {
    const faults = judged.faults.map((each) => toRefusalLine(title, describeFault(each)));
    return { writes: [], lines: [], faults };
  }
  const test = testTitle(testId, lists.term.assessment_type, null);
  // The term is shown, so marks that were checked in one term are not imported into the next.
  const term = `Term ${termId % 10}`;
  const lines = judged.lines.map((line): ImportRemark =>
    line.say === "change"
      ? { ...line, title: `${title}, ${term}, ${test}, ${line.title.toLowerCase()}` }
      : line,
  );
  if (lines.length === 0) return { writes: [], lines, faults: [] };
  const maxMark = testId === END_OF_TERM_TEST_ID ? sheet.end_of_term : sheet.other;
  const write: SchoolRowWrite = stored
    ? { table: "marks", stored: { mark_id: stored.mark_id, version: stored.version }, values: judged.columns }
    : {
        table: "marks",
        stored: null,
        values: {
          ...key,
          academic_term_id: termId,
          max_mark: maxMark,
          employee_id: place.employee_id,
          attendance: PRESENT_AT_TEST,
          ...judged.columns,
        },
      };
  return { writes: [write], lines, faults: [] };
}

function describeFault({ title, reason }: ImportRefusals[number]): string {
  return title === "Mark" ? reason : `${title.toLowerCase()}: ${reason}`;
}
