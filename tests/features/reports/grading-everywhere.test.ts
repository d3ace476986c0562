import { afterAll, expect, test } from "vitest";
import { action } from "../../../app/routes/settings/report-card.tsx";
import { loader as overviewLoader } from "../../../app/routes/overview/overview.tsx";
import { loader as namesLoader } from "../../../app/routes/overview/names.tsx";
import type { OverviewView } from "#features/attendance-summary/overview/overview.server.ts";
import { readAnnualReturn } from "#features/reports/annual-return/read-return.server.ts";
import { checkImportedMark } from "#features/imports/kinds/judge-mark.server.ts";
import { loadMarkSheet } from "#features/mark-sheet/sheet/load-sheet.server.ts";
import { getMarkSheet } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { describeSavedRow } from "#features/mark-sheet/row/sheet-values.rules.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { listFigureLines } from "#domain/figures/figure-sheet.ts";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listMarkSheetsOfTerm } from "#db/queries/imports/marks.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { closeDocuments } from "#templates/index.ts";
import { answered } from "#tests/api/answer.ts";
import { addressOf, linesIn, printed, wordsIn } from "#tests/api/reports/printed.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TEST,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { listImportsOf } from "#tests/support/imports.ts";
import { callRoute, getRequest, postForm, sendJson } from "#tests/support/request.ts";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** Standard 4 is graded E, P, F with a pass mark of 45; the other levels keep the usual scale. */

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId: academicTermId } = await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const otherTeacher = await createFormTeacher();
await createSubject("Physical Education", 7);
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const std5 = await createClass({ formClassId: "Std 5", formTeacher: otherTeacher });
const maths = await createLesson(formTeacher, std4, { subject: "Mathematics" });
const reading = await createLesson(formTeacher, std4, { subject: "Reading" });
const pe = await createLesson(formTeacher, std4, { subject: "Physical Education" });
const usualMaths = await createLesson(otherTeacher, std5, { subject: "Mathematics" });
const [ann] = (await createStudents(std4, [{ lastName: "Ann", studentId: "S-1" }])) as [Student];
const [ben] = (await createStudents(std5, [{ lastName: "Ben", studentId: "S-2" }])) as [Student];
const LAST_TERM = academicTermId - 1;
for (const term of [LAST_TERM, academicTermId]) {
  await createMark(ann, maths, { mark: 50, termId: term });
  await createMark(ann, reading, { mark: 44, termId: term });
  await createMark(ann, pe, { grade: "F", termId: term });
  await createMark(ben, usualMaths, { mark: 50, termId: term });
}
const OWN = [
  { letter: "E", from: 80, words: "Excellent" },
  { letter: "P", from: 40, words: "" },
  { letter: "F", from: 0, words: "" },
];
const saved = await callRoute(
  action,
  postForm(
    "/app/settings/report-card?level=6",
    {
      version: "0",
      passMark: "45",
      "letter.1": "e",
      "from.1": "80",
      "words.1": "Excellent",
      "letter.2": "P",
      "from.2": "40",
      "letter.3": "F",
      "from.3": "0",
    },
    admin,
  ),
);

/** Each file that grades, and the test below that would show another scale. */
const USES: Record<string, string> = {
  "app/domain/subject-results.ts": "the report",
  "app/features/mark-sheet/row/sheet-values.rules.ts": "the rows of a mark sheet",
  "app/features/mark-sheet/sheet/find-sheet.server.ts": "the rows of a mark sheet",
  "app/fields/mark.ts": "a chosen grade",
  "app/features/reports/print-mark-sheet.server.ts": "the printed mark sheet",
  "app/features/reports/report-card-data.server.ts": "the card",
  "app/features/reports/report-card-words.rules.ts": "the card",
  "app/features/term-reports/report/marks/marks.rules.ts": "the report",
  "app/features/reports/classes/class-mark-sheet-data.server.ts": "the class mark sheet",
  "app/features/reports/classes/class-mark-sheet-notes.server.ts": "the class mark sheet",
  "app/features/imports/kinds/judge-mark.server.ts": "an imported grade",
  "app/features/reports/classes/print-subject-choice.server.ts": "the subjects of a student",
  "app/domain/figures/results.ts": "the overview",
  "app/domain/figures/year-results.ts": "the transcript",
  "app/features/mark-sheet/sheet/load-sheet.server.ts": "the rows of a mark sheet",
  "app/features/reports/class-figures.server.ts": "the transcript",
  "app/features/reports/records/print-student-record.server.ts": "the transcript",
  "app/features/attendance-summary/overview/results/class-results.server.ts": "the overview",
  "app/features/attendance-summary/overview/results/result-names.server.ts": "the overview",
  "app/features/attendance-summary/overview/results/results-view.rules.ts": "the overview",
  "app/features/attendance-summary/overview/results/results.server.ts": "the overview",
  "app/features/reports/annual-return/results-theme.server.ts": "the annual return",
  "app/features/reports/annual-return/read-return.server.ts": "the annual return",
};

/** Types only, the comment bank's highest percentage, the settings themselves, and data that was made up by the usual scale. */
const OTHERS =
  /^(?:db\/(?:models|demo)\/|templates\/.*(?:data|list|sample)\.ts$|app\/features\/settings\/|app\/features\/comment-bank\/bank\.server\.ts$|app\/features\/reports\/card-settings\/|app\/features\/term-reports\/report\/report\.ts$)/;

/** The queries that select the grading of a class, all by the one function that reads the table. */
const QUERIES = [
  "db/queries/imports/marks.ts",
  "db/queries/marks/mark-sheet.ts",
  "db/queries/marks/results.ts",
  "db/queries/reports/counts.ts",
  "db/queries/reports/late-sheets.ts",
  "db/queries/reports/report-card.ts",
  "db/queries/reports/student-terms.ts",
  "db/queries/reports/term-reports.ts",
];

const files = sourceFiles(/\.tsx?$/).filter((file) => !file.startsWith("tests/"));

test("the scale was saved", () => {
  expect(saved.status).toBe(302);
});

test("every file that grades, or names the grading, is covered by a test here", () => {
  const users = files.filter(
    (file) =>
      listImportsOf(file).includes("app/domain/grading.ts") ||
      /\bgrading\b/.test(readSource(file).replaceAll(/\/\*\*[^]*?\*\//g, "")),
  );

  const covered = users.filter((file) => !OTHERS.test(file) && !file.startsWith("db/"));
  expect(covered.filter((file) => file !== "app/domain/grading.ts").toSorted()).toEqual(
    Object.keys(USES).toSorted(),
  );
});

test("no other file has a scale or a pass mark of its own, and one function reads the table", () => {
  const own = files.filter(
    (file) =>
      !file.startsWith("db/migrations/") &&
      /["'`]A["'`],\s*["'`]B["'`],\s*["'`]C["'`],\s*["'`]D["'`],\s*["'`]R["'`]/.test(readSource(file)),
  );
  const reads = files.filter((file) => /\breport_card_settings\b/.test(readSource(file)));
  const asked = files.filter((file) => /\bgradingSql\(/.test(readSource(file)));

  expect(own).toEqual([]);
  expect(reads.filter((file) => !file.startsWith("db/migrations/"))).toEqual([
    "db/models/school.ts",
    "db/queries/reports/report-card-settings.ts",
  ]);
  expect(asked.toSorted()).toEqual([...QUERIES, "db/queries/reports/report-card-settings.ts"].toSorted());
});

test("the report and the API say the level's grades, and those of other levels as before", async () => {
  const gradesOf = async (student: Student, classId: number) => {
    const key = { classId, academicTermId, studentKey: student.id };
    const { marks } = await loadReport(principal.person, key);
    return marks.subjects.map(({ title, grade }) => [title, grade]);
  };
  const { body } = await answered(
    getRequest(`/api/student-term-marks?student_id=S-1&academic_term_id=${academicTermId}`, principal),
  );

  expect(await gradesOf(ann, std4.classId)).toEqual([
    ["Mathematics", "P"],
    ["Physical Education", "F"],
    ["Reading", "P"],
  ]);
  expect(await gradesOf(ben, std5.classId)).toEqual([["Mathematics", "R"]]);
  expect(JSON.stringify(body)).toMatch(/"grade":"P".*"grade":"F".*"grade":"P"/);
});

test("the rows of a mark sheet compare a chosen grade with the level's scale", async () => {
  const key = { lessonId: pe.lessonId, academicTermId, testId: 1, fortnightlyTestId: null } as const;
  const { rules } = await getMarkSheet(formTeacher.person, key, noTransaction);

  const words = describeSavedRow({ attendance: 1, grade: "P", mark: 85 }, rules, {
    columns: toMarkSheetColumns({ rules }),
    maxMark: 100,
  });

  expect(words).toBe("Saved, 85% is an E");
});

test("a chosen grade is one of the level's", async () => {
  const save = (grade: string) =>
    answered(
      sendJson(
        "/api/mark-record",
        { lesson_id: pe.lessonId, academic_term_id: academicTermId, student_id: "S-1", grade },
        formTeacher,
      ),
    );

  const refused = await save("R");
  const taken = await save("P");
  await save("F");

  expect(refused.body).toMatchObject({ errors: { grade: ["enter one of the grades E, P, F"] } });
  expect(taken.body).toMatchObject({ data: { grade: "P" } });
});

test("an imported grade is one of the level's", async () => {
  const sheets = await listMarkSheetsOfTerm({ academicTermId }, noTransaction);
  const sheet = sheets.find((one) => one.class_id === pe.classId && one.subject_id === pe.subjectId);
  const judged = (grade: string) =>
    sheet &&
    checkImportedMark(
      { grade: { text: grade, fault: null } },
      { sheet, stored: null, testId: 1, flavour: "primary" },
    );

  expect(judged("R")).toHaveProperty("faults");
  expect(judged("P")).toHaveProperty("columns.grade", "P");
});

test("the transcript has the level's key and grades", async () => {
  const { bytes } = await printed(
    addressOf("/api/transcript/S-1", { academic_term_id: academicTermId }),
    principal,
  );

  expect(wordsIn(bytes)).toContain("E 80–100 Excellent");
});

test("the card, the printed mark sheet and the subjects of a student have the level's key", async () => {
  const term = { academic_term_id: academicTermId };
  const [card, sheet, choice, other] = await Promise.all([
    printed(addressOf("/api/report-card", { ...term, student_id: "S-1" }), principal),
    printed(
      addressOf("/api/mark-sheet", {
        ...term,
        form_class_id: "Std 4",
        subject_id: maths.subjectId,
        assesment_id: 2,
        test: 1,
      }),
      principal,
    ),
    printed("/api/mark-sheet-subject-choice/Std 4/S-1", principal),
    printed(addressOf("/api/report-card", { ...term, student_id: "S-2" }), principal),
  ]);

  for (const { status, bytes } of [card, sheet, choice]) {
    expect(status).toBe(200);
    expect(wordsIn(bytes)).toContain("E 80–100 Excellent");
    expect(wordsIn(bytes)).toContain("P 40–79");
    expect(wordsIn(bytes)).not.toContain("60–69");
  }
  expect(wordsIn(other.bytes)).toContain("R 0–59");
  expect(linesIn(sheet.bytes).find((line) => line.includes("Ann"))).toMatch(/ 50 P$/);
});

test("the class mark sheet underlines what is below the level's pass mark, and says so", async () => {
  const { bytes } = await printed(
    addressOf("/api/mark-sheet", {
      academic_term_id: academicTermId,
      form_class_id: "Std 4",
      assesment_id: 2,
    }),
    principal,
  );

  expect(wordsIn(bytes)).toContain("Underlined: below 45%, grade F.");
});

test("the report, the mark sheet and the card say that grades changed since a report was signed", async () => {
  const sheetKey = { lessonId: maths.lessonId, academicTermId, testId: 1, fortnightlyTestId: null } as const;
  const said = async () => {
    const [report, sheet, card] = await Promise.all([
      loadReport(principal.person, { classId: std4.classId, academicTermId, studentKey: ann.id }),
      loadMarkSheet(formTeacher.person, sheetKey),
      printed(
        addressOf("/api/report-card", { academic_term_id: academicTermId, student_id: "S-1" }),
        principal,
      ),
    ]);
    return [
      report.signature?.graded,
      sheet.regraded,
      wordsIn(card.bytes).includes("grades changed since signed"),
    ];
  };
  const sign = (at: string) =>
    transaction(TEST, (t) =>
      runQuery(
        `update term_records d set signed_by = $1, signed_at = $2, signed_fingerprint = report_fingerprint(d)
          where student_key = $3 and academic_term_id = $4`,
        [principal.accountId, at, ann.id, academicTermId],
        t,
      ),
    );

  const unsigned = await said();
  await sign("2020-01-01");
  const before = await said();
  await sign("2100-01-01");
  const after = await said();

  expect(unsigned).toEqual([undefined, null, false]);
  expect(before).toEqual([true, "The grades of this class changed after 1 report was signed.", true]);
  expect(after).toEqual([false, null, false]);
});

test("the overview passes and grades the marks of each level by its own scale", async () => {
  const path = `/app/overview?date=2026-06-26&term=${academicTermId}`;
  const { body } = await callRoute(overviewLoader, getRequest(path, principal));
  const { results } = body as OverviewView;
  const ofLevel = await callRoute(overviewLoader, getRequest(`${path}&level=6`, principal));
  const list = "below-pass";
  const names = await callRoute(namesLoader, getRequest(`/app/overview/${list}?date=2026-06-26`, principal), {
    list,
  });

  // Ann has 50 and 44 and passes from 45 on; Ben's 50 is below 60.
  expect(results?.figures).toMatchObject({ passRate: 33, letters: ["E", "P", "F", "A", "B", "C", "D", "R"] });
  expect(results?.figures?.grades.map(({ counts }) => counts)).toEqual([
    [0, 1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 1],
  ]);
  expect((ofLevel.body as OverviewView).results?.figures).toMatchObject({
    passMark: 45,
    scale: "E 80–100 Excellent, P 40–79, F 0–39",
  });
  expect(names.body).toMatchObject({ rows: [{ figure: "44%" }, { figure: "50%" }] });
});

test("the annual return counts the grades and the passes of each level", async () => {
  const grading = { steps: [...OWN], passMark: 45 };
  await transaction(TEST, (t) =>
    saveReportCardSetting(
      { form_level: 6, from_term_id: LAST_TERM, grading, graded_at: null, card: null },
      t,
    ),
  );
  const { themes } = await readAnnualReturn();
  const sheet = themes.find((theme) => theme.sheet.id === "results")?.sheet;
  const lines = sheet ? listFigureLines(sheet).filter(({ kind }) => kind === "row") : [];

  const figures = lines.map(({ words, values: { P, F, R, pass } }) => [words["subject"], P, F, R, pass]);
  expect(figures).toEqual([
    ["Mathematics", 1, 0, 0, 1],
    ["Physical Education", 0, 1, 0, 0],
    ["Reading", 1, 0, 0, 0],
    ["Mathematics", 0, 0, 1, 0],
  ]);
  expect(sheet?.about).toContain("Std 4: E 80–100 Excellent, P 40–79, F 0–39 per cent; Std 5: A 90–100");
});
