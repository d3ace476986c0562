import { expect, test } from "vitest";
import { ABSENT_FROM_TEST, NO_WORK_HANDED_IN } from "#domain/attendance.ts";
import type { MarkingScheme, SubjectResult, TestMark } from "#domain/subject-results.ts";
import {
  findAbsenceWord,
  buildAverageLines,
  describeMaxMark,
  buildSubjectCells,
  listReportCardTestColumns,
  type ReportCardCell,
} from "#features/reports/report-card-words.rules.ts";
import {
  COURSE_WORK,
  FORTNIGHTLY,
  MATHEMATICS,
  PHYSICAL_EDUCATION,
  PRIMARY as MID_TERM,
  calculateResult,
} from "#tests/support/builders/results.ts";

const INTERIM: MarkingScheme = { ...MID_TERM, assessment_type: "Interim Test" };

type Mark = Partial<TestMark>;
type Subject = { kind: SubjectResult["kind"]; marks: Mark[] };

const exam = (mark: number | null, options: Mark = {}): Mark => ({ test_id: 1, mark, ...options });
const other = (mark: number | null, options: Mark = {}): Mark => ({ test_id: 2, mark, ...options });
const first = (mark: number | null): Mark => ({ test_id: 3, mark, place: 1, max_mark: 20 });
const second = (mark: number | null): Mark => ({ test_id: 3, mark, place: 2, max_mark: 20 });

test.each<[string, MarkingScheme, Mark[][], string[]]>([
  ["exam alone", MID_TERM, [[exam(80)]], ["End of Term"]],
  ["the exam also before it is entered", MID_TERM, [[other(50)]], ["Mid Term", "End of Term"]],
  [
    "the term's other assessment by its name",
    INTERIM,
    [[other(50), exam(1)]],
    ["Interim Test", "End of Term"],
  ],
  [
    "who was absent has the column",
    MID_TERM,
    [[other(null, { attendance: ABSENT_FROM_TEST })]],
    ["Mid Term", "End of Term"],
  ],
  [
    "two fortnightly tests",
    FORTNIGHTLY,
    [[first(12), second(9)], [exam(4)]],
    ["Test 1", "Test 2", "End of Term"],
  ],
  ["no column of what nobody has", FORTNIGHTLY, [[second(9)], [first(null)]], ["Test 2", "End of Term"]],
  ["a fortnightly term's course mark", FORTNIGHTLY, [[other(70)]], ["Course", "End of Term"]],
  ["course work alone", COURSE_WORK, [[other(70)]], ["Course work"]],
  [
    "an exam mark that is there all the same",
    COURSE_WORK,
    [[other(70), exam(60)]],
    ["Course work", "End of Term"],
  ],
])("the columns of marks: %s", (_rule, scheme, marks, labels) => {
  const columns = listReportCardTestColumns(results(marks.map(marked), scheme), scheme);

  expect(columns.map(({ label }) => label)).toEqual(labels);
});

test("subjects that are only graded have no column of marks, and an absence has", () => {
  const graded = [subject("grades", [exam(null, { grade: "A" })])];
  const absent = [subject("grades", [exam(null, { attendance: ABSENT_FROM_TEST })])];

  expect(listReportCardTestColumns(results(graded), MID_TERM)).toEqual([]);
  expect(listReportCardTestColumns(results(absent), MID_TERM).map(({ label }) => label)).toEqual([
    "End of Term",
  ]);
});

test.each<[string, MarkingScheme, Subject, string[]]>([
  ["a mark", MID_TERM, marked([exam(88)]), ["88/100", "88", "B"]],
  ["half up", MID_TERM, marked([exam(11.5, { max_mark: 20 })]), ["11.5/20", "58", "R"]],
  ["nothing given yet", MID_TERM, marked([]), ["–", "–", "–"]],
  [
    "absent from the exam",
    MID_TERM,
    marked([exam(null, { attendance: ABSENT_FROM_TEST })]),
    ["Absent", "–", "–"],
  ],
  [
    "no work",
    MID_TERM,
    marked([other(null, { attendance: NO_WORK_HANDED_IN }), exam(70)]),
    ["No work", "70/100", "70", "C"],
  ],
  [
    "a test that it does not have",
    FORTNIGHTLY,
    marked([first(12), exam(60)]),
    ["12/20", "60/100", "60", "D"],
  ],
  ["course work", COURSE_WORK, marked([other(90)]), ["90/100", "90", "A"]],
  ["a chosen grade", MID_TERM, subject("grades", [exam(null, { grade: "C" })]), ["", "", "C"]],
  [
    "a chosen grade beside a mark",
    MID_TERM,
    subject("grades", [exam(40, { grade: "A" })]),
    ["40/100", "40", "A"],
  ],
  ["no grade chosen", MID_TERM, subject("grades", []), ["", "", "–"]],
  [
    "absent where a grade is chosen",
    MID_TERM,
    subject("grades", [exam(null, { attendance: ABSENT_FROM_TEST })]),
    ["Absent", "", "–"],
  ],
  [
    "an exam's grade with course work",
    COURSE_WORK,
    subject("grades", [exam(null, { grade: "B" })]),
    ["", "", "B"],
  ],
])("a subject's row: %s", (_rule, scheme, row, cells) => {
  const [result, others] = [resultIn(row, scheme), resultIn(marked([]), scheme)];
  const columns = listReportCardTestColumns([result, others], scheme);

  const written = buildSubjectCells(result, columns, "all").map(asWritten);

  expect(written).toEqual(cells);
});

test("who has no mark of a test that others have has an empty place in it", () => {
  const subjects = results([marked([first(12), exam(60)]), marked([exam(50)])], FORTNIGHTLY);
  const columns = listReportCardTestColumns(subjects, FORTNIGHTLY);

  const written = subjects.map((item) => buildSubjectCells(item, columns, "all").map(asWritten));

  expect(written).toEqual([
    ["12/20", "60/100", "60", "D"],
    ["", "50/100", "50", "R"],
  ]);
});

test("a maximum of 100 is left out where one line says so", () => {
  const subjects = results([marked([exam(35, { max_mark: 50 })]), marked([exam(84)])]);
  const columns = listReportCardTestColumns(subjects, MID_TERM);

  const written = subjects.map((item) => buildSubjectCells(item, columns, "unusual").map(asWritten)[0]);

  expect(written).toEqual(["35/50", "84"]);
  expect(describeMaxMark(subjects, columns, "unusual")).toBe(
    "Marks are out of 100 unless a max mark is shown",
  );
  expect(describeMaxMark(subjects, columns, "all")).toBeNull();
  expect(describeMaxMark(subjects.slice(0, 1), columns, "unusual")).toBeNull();
});

test.each<[string, MarkingScheme, Subject[], { label: string; value: string | null }[]]>([
  [
    "of percentages, to three figures",
    MID_TERM,
    [marked([exam(88)]), marked([exam(41, { max_mark: 50 })]), marked([exam(79)])],
    [{ label: "Average of 3 end of term marks", value: "83.0%" }],
  ],
  [
    "without who was absent, and without what is graded",
    MID_TERM,
    [
      marked([exam(60)]),
      marked([exam(null, { attendance: ABSENT_FROM_TEST })]),
      subject("grades", [exam(10, { grade: "A" })]),
      subject("criteria", [exam(10)]),
    ],
    [{ label: "Average of 1 end of term mark", value: "60.0%" }],
  ],
  ["of 100", MID_TERM, [marked([exam(100)])], [{ label: "Average of 1 end of term mark", value: "100%" }]],
  [
    "of course marks, where they are all there is",
    COURSE_WORK,
    [marked([other(57)]), marked([other(82), exam(3)])],
    [{ label: "Average of 2 course marks", value: "69.5%" }],
  ],
  ["of nothing yet", MID_TERM, [marked([other(90)])], [{ label: "No end of term marks", value: null }]],
  ["of grades there is none", MID_TERM, [subject("grades", [exam(null, { grade: "A" })])], []],
])("the averages: %s", (_rule, scheme, subjects, averages) => {
  expect(buildAverageLines(results(subjects, scheme), scheme)).toEqual(averages);
});

test.each([
  [[exam(null, { attendance: ABSENT_FROM_TEST })], "Absent"],
  [[exam(null)], null],
  [[], null],
])("what stands instead of criteria: %o", (marks, word) => {
  expect(findAbsenceWord(calculateResult(marks))).toBe(word);
});

function results(subjects: readonly Subject[], scheme = MID_TERM): SubjectResult[] {
  return subjects.map((item) => resultIn(item, scheme));
}

/** Calculates the result of a subject with marks, chosen grades or criteria in this class. */
function resultIn({ kind, marks }: Subject, scheme: MarkingScheme): SubjectResult {
  if (kind === "grades") return calculateResult(marks, { scheme, subjectId: PHYSICAL_EDUCATION });
  if (kind === "marks") return calculateResult(marks, { scheme });
  const criterion = { subject_id: MATHEMATICS, form_level: scheme.form_level, criterion_id: 1, detail: "" };
  return calculateResult(marks, { scheme: { ...scheme, by_criteria: true }, criteria: [criterion] });
}

function subject(kind: Subject["kind"], marks: Mark[]): Subject {
  return { kind, marks };
}

function marked(marks: Mark[]): Subject {
  return subject("marks", marks);
}

function asWritten(cell: ReportCardCell): string {
  if (cell.is === "mark") return cell.outOf === null ? cell.mark : `${cell.mark}/${cell.outOf}`;
  if (cell.is === "none") return "–";
  return cell.is === "nothing" ? "" : cell.text;
}
