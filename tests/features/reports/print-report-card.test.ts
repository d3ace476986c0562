import { afterAll, expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { ABSENT_FROM_TEST } from "#domain/attendance.ts";
import { printReportCards, type ReportCardsRequest } from "#features/reports/print-report-card.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import {
  createMark,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";
import { linesOf, pagesOf, wordsOf } from "../../templates/pdf-reader.ts";

await freshDatabase();
afterAll(closeDocuments);
const [first, , current] = TERM_IDS;
await createSchool({ assessmentType: "Forthnightly Test" });
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const helper = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher({ firstName: "Chris", lastName: "Pierre" });
const principal = await createPrincipal({ firstName: "Winston", lastName: "Lezama" });
const clerk = await createClerk();
const admin = await createAdmin();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const std4b = await createClass({ formClassId: "Std 4", label: "Std 4 C", formTeacher: otherLead });
const empty = await createClass({ formClassId: "Std 5", label: "Std 5 A", formTeacher: helper });
await addCoTeacher(std4, helper);
const maths = await createLesson(formTeacher, std4, { subject: "Mathematics" });
const spanish = await createLesson(teacher, std4, { subject: "Spanish" });
const art = await createLesson(formTeacher, std4, { subject: "Visual and Performing Arts", subjectId: 8 });
const week2 = await createFortnightlyTest(std4, { title: "Week 2", testDate: "2026-05-01" });
const week4 = await createFortnightlyTest(std4, { title: "Week 4", testDate: "2026-05-15" });
const week6 = await createFortnightlyTest(std4, { title: "Week 6", testDate: "2026-05-29" });
for (const fortnightlyTestId of [week6, week4, week2])
  await createAssessment(maths, { testId: 3, fortnightlyTestId, maxMark: 20 });
const names = [
  { firstName: "Anaya", lastName: "Ramdeen", studentId: "PH-1" },
  { firstName: "Kai", lastName: "Alleyne", studentId: "PH-2" },
];
const [anaya, kai] = (await createStudents(std4, names)) as [Student, Student];
const [stranger] = (await createStudents(std4b, [
  { firstName: "Zuri", lastName: "Ottley", studentId: "PH-3" },
])) as [Student];
await createMark(anaya, maths, { mark: 88 });
await createMark(anaya, maths, { testId: 3, fortnightlyTestId: week2, mark: 18, maxMark: 20 });
await createMark(anaya, maths, { testId: 3, fortnightlyTestId: week4, mark: 16.5, maxMark: 20 });
await createMark(anaya, maths, { testId: 3, fortnightlyTestId: week6, mark: 3, maxMark: 20 });
await createMark(anaya, spanish, { mark: null, attendance: ABSENT_FROM_TEST });
await createMark(anaya, art, { grade: "B" });
await createMark(kai, spanish, { mark: 35, maxMark: 50 });

const { signal } = new AbortController();

test("a card has the student's marks, tests, grades and teachers", async () => {
  const [page] = await cards({ studentId: "PH-1" });

  expect(page?.lines).toContain("Mathematics 18 / 20 16.5 / 20 88 / 100 88 B");
  expect(page?.lines).toContain("Spanish Ms. C. Pierre Absent – –");
  expect(page?.lines).toContain("Visual and Performing Arts B");
  expect(page?.words).toContain("Average of 1 end of term mark88.0%");
  expect(page?.words).toContain("Std 4 R");
  expect(page?.words).toContain("Ms. A. Ramkissoon");
  expect(page?.words).toContain("Page 1 of 1");
});

test("a class's cards are one file in the order of the register, each with its own pages", async () => {
  const pages = await cards({ formClassId: "Std 4", employeeId: formTeacher.employeeId });

  expect(pages.map(({ lines }) => lines.filter((line) => /^(Kai|Anaya) \w+$/.test(line)))).toEqual([
    ["Kai Alleyne"],
    ["Anaya Ramdeen"],
  ]);
  expect(pages.every(({ words }) => words.includes("Page 1 of 1"))).toBe(true);
  expect(pages[0]?.lines).toContain("Spanish Ms. C. Pierre 35 / 50 70 C");
});

test("without a teacher a form class is every class of it that the asker sees", async () => {
  const all = await cards({ formClassId: "Std 4", employeeId: null }, principal);
  const own = await cards({ formClassId: "Std 4", employeeId: null }, otherLead);
  const notWidened = await cards({ formClassId: "Std 4", employeeId: formTeacher.employeeId }, helper);

  expect([all.length, own.length, notWidened.length]).toEqual([3, 1, 2]);
});

test("a past term's card shows the class of that term", async () => {
  await registerStudents(std4b, [kai], [first]);

  const [then] = await cards({ studentId: "PH-2", academicTermId: first }, otherLead);
  const [now] = await cards({ studentId: "PH-2" });

  expect(then?.words).toContain("Std 4 C");
  expect(then?.words).toContain("Term 1, 2025–2026");
  expect(now?.words).toContain("Std 4 R");
});

test("what changes after the signing and after the posting is said, and signing again ends the first", async () => {
  await signed(anaya);
  await posted(std4.classId);
  const [before] = await cards({ studentId: "PH-1" });
  await createMark(anaya, maths, { testId: 2, mark: 50 });

  const [changed] = await cards({ studentId: "PH-1" });
  await signed(anaya);
  const [again] = await cards({ studentId: "PH-1" });

  expect(before?.words).toContain("Winston Lezama, Principal");
  expect(before?.words).not.toContain("changed since");
  expect(changed?.words).toContain("changed since signed, changed since posted");
  expect(again?.words).not.toContain("changed since signed");
  expect(again?.words).toContain("changed since posted");
});

test("a report that was only sent back is as it was posted", async () => {
  await posted(std4.classId, TERM_IDS[1]);
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records set returned_by = $2, returned_at = now(), return_reason = 'Ratings are missing'
        where student_key = $1 and academic_term_id = $3`,
      [kai.id, principal.accountId, TERM_IDS[1]],
      t,
    ),
  );

  const [page] = await cards({ studentId: "PH-2", academicTermId: TERM_IDS[1] });

  expect(page?.words).toContain("No principal’s signature");
  expect(page?.words).not.toContain("changed since posted");
});

test("comments, ratings, attendance and the decision are what the record says", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records
          set total_sessions = 116, sessions_absent = 4, participation = 'Very good', respect = 'S', punctual = 'R',
              teacher_comment = 'Kai reads well.', promoted_to = 'Std 5', promotion_progress = true
        where student_key = $1 and academic_term_id = $2`,
      [kai.id, current],
      t,
    ),
  );

  const [page] = await cards({ studentId: "PH-2" });

  expect(page?.words).toContain("Kai reads well.");
  expect(page?.words).toContain("Sessions Absent4");
  expect(page?.words).toContain("ParticipationVery good");
  expect(page?.lines.some((line) => line.endsWith("Respect · S ·"))).toBe(true);
  expect(page?.words).toMatch(/Promoted to Std 5 *Next term begins 7 Sep 2026/);
});

test("the file is named so that a folder of them sorts, and says what it is", async () => {
  const one = await printed({ studentId: "PH-1" });
  const all = await printed({ formClassId: "Std 4", employeeId: formTeacher.employeeId });
  const word = await printReportCards(
    formTeacher.person,
    { academicTermId: current, studentId: "PH-1" },
    { format: "docx", signal },
  );

  expect(one.fileName).toBe("Report card Ramdeen Anaya PH-1 Std 4 R Term 3 2025-2026.pdf");
  expect(all.fileName).toBe("Report cards Std 4 R Term 3 2025-2026.pdf");
  expect(word.fileName).toMatch(/\.docx$/);
  expect(word.contentType).toContain("wordprocessingml");
  expect(Buffer.from(word.bytes.subarray(0, 2)).toString()).toBe("PK");
});

test("form teacher, co-teacher, principal and admin print a class's cards", async () => {
  for (const { person } of [formTeacher, helper, principal, admin]) {
    const { bytes } = await printReportCards(
      person,
      { academicTermId: current, studentId: "PH-1" },
      { format: "pdf", signal },
    );
    expect(pagesOf(bytes)).toHaveLength(1);
  }
});

test.each([
  ["a teacher of one of its subjects", teacher, { studentId: "PH-1" }],
  ["the form teacher of another class", otherLead, { studentId: "PH-1" }],
  [
    "the form teacher of another class, by its name",
    otherLead,
    { formClassId: "Std 4", employeeId: formTeacher.employeeId },
  ],
  ["who manages students", clerk, { studentId: "PH-1" }],
  ["who manages students, a class", clerk, { formClassId: "Std 4", employeeId: null }],
])("%s prints none", async (_who, { person }, input) => {
  const print = printReportCards(person, { academicTermId: current, ...input } as ReportCardsRequest, {
    format: "pdf",
    signal,
  });

  await expect(print).rejects.toMatchObject({ kind: "notFound" });
});

test("who may not see a student and who asks for nobody are told the same", async () => {
  const reasons = await Promise.all(
    [stranger.studentId, "PH-999"].map((studentId) =>
      printReportCards(
        formTeacher.person,
        { academicTermId: current, studentId },
        { format: "pdf", signal },
      ).catch((error: Error) => error),
    ),
  );

  expect(reasons.map((reason) => (reason as Error).message)).toEqual(
    Array(2).fill("You cannot open this student’s report of that term. Choose another term."),
  );
});

test.each([
  [
    "a class of nobody",
    { academicTermId: current, formClassId: "Std 5", employeeId: null },
    /No students .* Std 5 A in Term 3/,
  ],
  ["a term to come", { academicTermId: 202620271, studentId: "PH-1" }, /term does not exist/],
  [
    "a class that is not there",
    { academicTermId: current, formClassId: "Std 9", employeeId: null },
    /class no longer exists/,
  ],
])("there are no cards of %s, and it says so", async (_what, input, words) => {
  expect(empty.label).toBe("Std 5 A");
  const print = printReportCards(principal.person, input, { format: "pdf", signal });

  await expect(print).rejects.toMatchObject({ kind: "notFound", message: expect.stringMatching(words) });
});

test("cards that nobody waits for any more are not made", async () => {
  const input = { academicTermId: current, studentId: "PH-1" };

  const print = printReportCards(formTeacher.person, input, { format: "pdf", signal: AbortSignal.abort() });

  await expect(print).rejects.toMatchObject({ name: "AbortError" });
});

type Asked = { academicTermId?: number } & (
  { studentId: string } | { formClassId: string; employeeId: number | null }
);

function printed(input: Asked, { person } = formTeacher) {
  return printReportCards(person, { academicTermId: current, ...input }, { format: "pdf", signal });
}

async function cards(input: Asked, who = formTeacher) {
  const { bytes } = await printed(input, who);
  return pagesOf(bytes).map((page) => ({
    words: wordsOf(page).replaceAll("\u00a0", " "),
    lines: linesOf(page),
  }));
}

function signed({ id }: Student): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set signed_by = $2, signed_at = now(), signed_fingerprint = report_fingerprint(d)
        where student_key = $1 and academic_term_id = $3`,
      [id, principal.accountId, current],
      t,
    ),
  );
}

function posted(classId: number, academicTermId: number = current): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      "insert into postings (academic_term_id, class_id, posted, date_posted) values ($1, $2, true, now())",
      [academicTermId, classId],
      t,
    ),
  );
}
