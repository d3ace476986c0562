import { afterAll, expect, test } from "vitest";
import { REPORT_KINDS } from "#domain/documents/kinds.ts";
import { documentAddress } from "#domain/documents/kind.ts";
import { listClassMarkSheetTypes } from "#domain/terms.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { assignDean, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import type { Visitor } from "#tests/support/request.ts";
import { printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool({ flavour: "secondary" });
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const form4 = await createClass({ formClassId: "4A", formTeacher });
await createClass({ formClassId: "5A", formTeacher: otherLead });
await assignDean(form4, dean);
const english = await createLesson(teacher, form4, { subject: "English" });
const biology = await createLesson(teacher, form4, { subject: "Biology", byChoice: true });
const [keziah] = (await createStudents(form4, [
  { firstName: "Keziah", lastName: "Alexander", studentId: "IG-1" },
])) as [Student];
await chooseLesson(biology, [keziah]);
/** A number that occurs nowhere else. */
const MARK = 61.25;
await createMark(keziah, english, { mark: MARK });
await createMark(keziah, biology, { mark: MARK });
const office = await createTeacher({ permissions: [6] });

const ROLES: readonly (readonly [string, Visitor])[] = [
  ["nobody", null],
  ["form teacher", formTeacher],
  ["form teacher of another class", otherLead],
  ["teacher of its lessons", teacher],
  ["dean", dean],
  ["principal", await createPrincipal()],
  ["clerk", await createClerk()],
  ["office without printing", office],
  ["settings", await createTeacher({ permissions: [8] })],
  ["admin", await createAdmin()],
];

const MARKS = [401, 200, 404, 404, 200, 200, 404, 403, 403, 200];
const LISTS = [401, 200, 404, 404, 200, 200, 200, 200, 403, 200];
const RECORDS = [401, 200, 404, 404, 404, 200, 200, 200, 403, 200];
const OF_THE_SCHOOL = [401, 403, 403, 403, 403, 200, 200, 200, 403, 200];
const RETURNS = [401, 403, 403, 403, 403, 200, 403, 403, 403, 200];
const ADMINS = [401, 403, 403, 403, 403, 403, 403, 403, 403, 200];

/** The expected statuses in the order of ROLES. */
const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  "report-card-class": MARKS,
  "marksheet-class": MARKS,
  "merit-list": MARKS,
  transcript: MARKS,
  "cumulative-record": MARKS,
  "collection-list": MARKS,
  "picture-list": LISTS,
  "id-cards": LISTS,
  "class-list": LISTS,
  "marksheet-subject-choice-class": MARKS,
  "marksheet-subject-choice-student": MARKS,
  "contact-information": RECORDS,
  "registration-forms": RECORDS,
  "attendance-register": LISTS,
  "school-feeding": OF_THE_SCHOOL,
  "device-internet": OF_THE_SCHOOL,
  "ethnic-group-statistics": OF_THE_SCHOOL,
  "religion-statistics": OF_THE_SCHOOL,
  "age-statistics": OF_THE_SCHOOL,
  "registration-status": RETURNS,
  "employee-information": ADMINS,
  "annual-return": RETURNS,
  "registration-data": ADMINS,
};

test.each(REPORT_KINDS.map((kind) => [kind.kind, kind] as const))("%s by role", async (name, kind) => {
  const answers = await answersTo(documentAddress(kind, CHOSEN, { format: kind.formats[0], isSaved: false }));

  expect(answers).toEqual(named(EXPECTED[name] ?? []));
});

/** Calls and documents with marks that the screen does not offer. */
test.each<[string, string, readonly number[]]>([
  ["a student's card", `/api/report-card?academic_term_id=${currentTermId}&student_id=IG-1`, MARKS],
  [
    "a lesson's mark sheet",
    `/api/mark-sheet?academic_term_id=${currentTermId}&lesson_id=${english.lessonId}&test=1`,
    [401, 200, 404, 200, 200, 200, 404, 403, 403, 200],
  ],
  [
    "the marks of a lesson",
    `/api/mark-sheet-students?academicTermId=${currentTermId}&lesson_id=${english.lessonId}`,
    [401, 200, 404, 200, 403, 200, 403, 403, 403, 200],
  ],
  [
    "a student's term details",
    `/api/student-term-details?academic_term_id=${currentTermId}&student_id=IG-1`,
    [401, 200, 404, 403, 200, 200, 403, 403, 403, 200],
  ],
  [
    "a student's term marks",
    `/api/student-term-marks?academic_term_id=${currentTermId}&student_id=IG-1`,
    [401, 200, 404, 403, 200, 200, 403, 403, 403, 200],
  ],
])("%s by role", async (_what, address, expected) => {
  expect(await answersTo(address)).toEqual(named(expected));
});

test("nothing that the office may print on paper shows a mark", async () => {
  const papers = REPORT_KINDS.filter(
    ({ kind, formats }) => EXPECTED[kind]?.[7] === 200 && formats[0] === "pdf",
  );

  for (const kind of papers) {
    const { bytes } = await printed(documentAddress(kind, CHOSEN, { format: "pdf", isSaved: false }), office);
    expect(wordsIn(bytes), kind.kind).not.toContain("61.25");
  }
  expect(papers.length).toBeGreaterThan(8);
});

const [first] = listClassMarkSheetTypes("Mid Term");
const CHOSEN = {
  academicTermId: currentTermId,
  studentId: "IG-1",
  formLevel: 4,
  day: null,
  held: { classId: form4.classId, formClassId: "4A", employeeId: formTeacher.employeeId },
  sheet: first,
  month: "2026-05",
};

async function answersTo(address: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const [role, visitor] of ROLES) answers[role] = (await printed(address, visitor)).status;
  return answers;
}

function named(statuses: readonly number[]): Record<string, number> {
  return Object.fromEntries(ROLES.map(([role], index) => [role, statuses[index] ?? 0]));
}
