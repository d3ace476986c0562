import { expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listStudentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { loadReportCardViewer } from "#features/term-reports/overview/card-links.server.ts";
import { loadReportsStart, findFirstReport } from "#features/term-reports/choose/choose-class.server.ts";
import { classReportsUrl } from "#domain/paths.ts";
import { searchReports } from "#features/term-reports/report/bar/search-reports.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import type { Person } from "#domain/person.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  TEST,
  addCoTeacher,
  assignDean,
  createAssessment,
  createClass,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";
import {
  completeReport,
  createReportScenario,
  saveReportAs,
} from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

test("a report says whose it is, where it stands in the class and where to go from there", async () => {
  const { teacher, students, key } = await createReportScenario({ students: 3 });
  const [first, second, third] = students;

  const report = await loadReport(teacher.person, { ...key, studentKey: second?.id ?? 0 });

  const url = `/app/term-reports/${key.classId}/${key.academicTermId}`;
  expect(report).toMatchObject({
    student: { studentId: second?.studentId, name: `${second?.firstName} ${second?.lastName}` },
    yearLabel: "2025-2026",
    term: 3,
    position: { place: 2, total: 3 },
    links: {
      prev: `${url}/${first?.id}`,
      next: `${url}/${third?.id}`,
      nextClass: null,
      chooser: null,
      sign: null,
      sendBack: null,
    },
    readOnlyReason: null,
    receipt: { total: 1, blank: 1 },
    signature: null,
    posted: null,
  });
});

test("subjects are those that the student takes, with marks of others that were given", async () => {
  const { teacher, schoolClass, lesson, student, key } = await createReportScenario();
  const other = await createTeacher({ firstName: "Curtis", lastName: "Pierre" });
  const chosen = await createLesson(other, schoolClass, { subject: "Spanish", byChoice: true });
  await createLesson(other, schoolClass, { subject: "French", byChoice: true });
  await chooseLesson(chosen, [student]);
  const dropped = await createLesson(other, await createClass({ label: "Elsewhere" }), { subject: "Music" });
  await createMark(student, dropped, { mark: 90 });
  await createAssessment(lesson, { maxMark: 60 });

  const { marks } = await loadReport(teacher.person, key);

  expect(marks.subjects.map(({ title, mark, max_mark, teacher: by }) => [title, mark, max_mark, by])).toEqual(
    [
      ["Mathematics", null, 60, expect.stringMatching(/^D\. Ramkissoon/)],
      ["Music", 90, 100, "C. Pierre"],
      ["Spanish", null, 100, "C. Pierre"],
    ],
  );
  expect(marks.average).toBe("90.0%");
});

test("a complete report misses nothing; admins find the way to its rows", async () => {
  const given = await createReportScenario();
  await completeReport(given);

  const [own, admins] = [
    await loadReport(given.teacher.person, given.key),
    await loadReport(admin.person, given.key),
  ];

  expect(own.missing).toEqual([]);
  expect(own.marks.subjects[0]?.editUrl).toBeNull();
  expect(admins.marks.subjects[0]?.editUrl).toBe(`${own.url}/subject/${given.lesson.subjectId}`);
});

test("where nothing is stored of a subject an admin has nothing to change in its row", async () => {
  const { teacher, schoolClass, student, key } = await createReportScenario();
  const [absent, typed] = [
    await createLesson(teacher, schoolClass, { subject: "Spanish" }),
    await createLesson(teacher, schoolClass, { subject: "French" }),
  ];
  await createMark(student, absent, { attendance: 2 });
  await createMark(student, typed, { mark: null });

  const { url, marks } = await loadReport(admin.person, key);

  expect(marks.subjects.map(({ title, editUrl }) => [title, editUrl])).toEqual([
    ["French", null],
    ["Mathematics", null],
    ["Spanish", `${url}/subject/${absent.subjectId}`],
  ]);
});

test("an admin goes on to the next class of the school", async () => {
  const { key } = await createReportScenario({ formClassId: "Std 4" });
  const next = await createReportScenario({ formClassId: "Std 5" });

  const { links } = await loadReport(admin.person, key);

  expect(links.nextClass).toBe(`/app/term-reports/${next.key.classId}/${key.academicTermId}`);
  expect(links.chooser).toBe(`/app/term-reports?term=${key.academicTermId}`);
});

test("a decision of a class that is no choice any more still shows", async () => {
  const { key } = await createReportScenario({ formClassId: "Std 2" });
  await transaction(TEST, (t) =>
    runQuery(
      "update term_records set promoted_to = 'Std 5' where student_key = $1 and academic_term_id = $2",
      [key.studentKey, key.academicTermId],
      t,
    ),
  );

  const { rules } = await loadReport(admin.person, key);

  expect(rules.promotedTo).toEqual(["Std 3", "Std 5"]);
});

test("a posted report says so, and whether it changed since", async () => {
  const { teacher, key } = await createReportScenario();
  await saveReportAs(teacher, key, { changes: { respect: "C" } });
  await transaction(TEST, (t) =>
    runQuery(
      "insert into postings (academic_term_id, class_id, posted, date_posted) values ($1, $2, true, '2026-06-26T14:00:00-04:00')",
      [key.academicTermId, key.classId],
      t,
    ),
  );
  const before = await loadReport(teacher.person, key);

  await saveReportAs(teacher, key, { changes: { respect: "S" } });

  expect(before.posted).toEqual({ on: "26 Jun 2026", changedSince: false });
  expect((await loadReport(teacher.person, key)).posted).toEqual({ on: "26 Jun 2026", changedSince: true });
});

test("what changed since the posting is told of that student's report only", async () => {
  const { teacher, students, key } = await createReportScenario({ students: 2 });
  const [first, second] = students.map(({ id }) => ({ ...key, studentKey: id }));
  await saveReportAs(teacher, first ?? key, { changes: { respect: "C" } });
  await saveReportAs(teacher, second ?? key, { changes: { respect: "C" } });
  await transaction(TEST, (t) =>
    runQuery(
      "insert into postings (academic_term_id, class_id, posted, date_posted) values ($1, $2, true, '2026-06-26T14:00:00-04:00')",
      [key.academicTermId, key.classId],
      t,
    ),
  );

  await saveReportAs(teacher, first ?? key, { changes: { respect: "S" } });

  expect((await loadReport(teacher.person, first ?? key)).posted).toMatchObject({ changedSince: true });
  expect((await loadReport(teacher.person, second ?? key)).posted).toMatchObject({ changedSince: false });
});

test("a class that was held back stays so when the whole term is posted", async () => {
  const [held, released] = [await createReportScenario(), await createReportScenario()];
  await transaction(TEST, (t) =>
    runQuery(
      `insert into postings (academic_term_id, class_id, posted, date_posted)
       values ($1, null, true, '2026-07-01T08:00:00-04:00'), ($1, $2, false, null)`,
      [held.key.academicTermId, held.key.classId],
      t,
    ),
  );

  const [ofHeld, ofReleased] = [
    await loadReport(held.teacher.person, held.key),
    await loadReport(released.teacher.person, released.key),
  ];
  await saveReportAs(held.teacher, held.key, { changes: { respect: "C" } });
  const changed = await listStudentsChangedSincePosted(
    { ...held.key, classIds: [held.key.classId] },
    noTransaction,
  );

  expect(ofHeld.posted).toBeNull();
  expect(ofReleased.posted).toEqual({ on: "1 Jul 2026", changedSince: false });
  expect(changed).toEqual([]);
  await transaction(TEST, (t) => runQuery("delete from postings where class_id is null", [], t));
});

test("a past term is only read, with what was decided then", async () => {
  const { teacher, key } = await createReportScenario({ termId: TERM_IDS[0] });

  const report = await loadReport(teacher.person, key);

  expect(report.readOnlyReason).toBe(
    "2025-2026, Term 1 is over. You can read and print its reports, but you cannot change them.",
  );
  expect(report.rules.editable).toEqual([]);
  expect(Object.values(report.can)).not.toContain(true);
});

test.each<[string, (key: { classId: number; academicTermId: number; studentKey: number }) => object]>([
  ["a student of another class", (key) => ({ ...key, studentKey: 999_999 })],
  ["a class that is none", (key) => ({ ...key, classId: 999_999 })],
  ["a term of another year", (key) => ({ ...key, academicTermId: 202620271 })],
])("there is no report of %s", async (_what, wrong) => {
  const { key } = await createReportScenario();

  await expect(loadReport(admin.person, { ...key, ...wrong(key) })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test.each<[string, () => Promise<{ person: Person }>]>([
  ["another form teacher", createFormTeacher],
  ["a teacher of one of its lessons", createTeacher],
])("the reports of a class are not there for %s", async (who, create) => {
  const { schoolClass, key } = await createReportScenario();
  const { person } = await create();
  if (who.includes("lessons"))
    await createLesson({ employeeId: person.employeeId ?? 0 }, schoolClass, { subject: "Art" });

  await expect(loadReport(person, key)).rejects.toMatchObject({ kind: "notFound" });
});

test("a form teacher of one class goes straight to it, and from there to its first student", async () => {
  const { teacher, students, key } = await createReportScenario({ students: 2 });

  const start = await loadReportsStart(teacher.person, new URLSearchParams());
  const opened = await findFirstReport(teacher.person, key);

  const url = `/app/term-reports/${key.classId}/${TERM_IDS[2]}`;
  expect(start).toEqual({ go: url });
  expect(opened).toEqual({ go: `${url}/${students[0]?.id}` });
});

test("who has one class finds it in past terms too: a term that is asked for is shown with the others", async () => {
  const { teacher, key } = await createReportScenario();

  const start = await loadReportsStart(teacher.person, new URLSearchParams({ term: String(TERM_IDS[1]) }));
  const { links } = await loadReport(teacher.person, key);

  const choice = start.go === null ? start.choice : null;
  expect(choice).toMatchObject({ isCurrent: false, term: { id: TERM_IDS[1] }, terms: [{}, {}, {}] });
  expect(choice?.groups.flatMap(({ classes }) => classes)).toHaveLength(1);
  expect(links).toMatchObject({ chooser: null, terms: "/app/term-reports?term=past" });
});

test("past reports begin with the last term that is over", async () => {
  const { teacher } = await createReportScenario();

  const start = await loadReportsStart(teacher.person, new URLSearchParams({ term: "past" }));

  expect(start).toMatchObject({ choice: { isCurrent: false, term: { id: TERM_IDS[1] } } });
});

test("an admin chooses from the groups of the school, labelled with the teachers' names", async () => {
  const { schoolClass, teacher } = await createReportScenario({ formClassId: "1st Year" });
  const coTeacher = await createFormTeacher({ firstName: "Curtis", lastName: "Pierre" });
  await addCoTeacher(schoolClass, coTeacher);

  const start = await loadReportsStart(admin.person, new URLSearchParams());

  const choice = start.go === null ? start.choice : null;
  expect(choice?.groups[0]).toMatchObject({
    title: "1st Year",
    classes: [
      {
        teachers: `D. ${teacher.person.lastName} / C. Pierre`,
        counts: "1 report, 0 complete, 0 signed",
        pendingWork: "1 to complete",
        overview: { words: "View" },
      },
    ],
  });
  expect(choice).toMatchObject({ isCurrent: true, term: { id: TERM_IDS[2] }, terms: [{}, {}, {}] });
});

test("a dean sees the classes of the assignment and nothing else", async () => {
  const dean = await createFormTeacher();
  const [one, two] = [
    await createReportScenario({ formClassId: "2nd Year" }),
    await createReportScenario({ formClassId: "2nd Year" }),
  ];
  await assignDean(one.schoolClass, dean);

  const start = await loadReportsStart(dean.person, new URLSearchParams({ term: String(TERM_IDS[1]) }));

  const labels =
    start.go === null ? start.choice.groups.flatMap(({ classes }) => classes.map(({ label }) => label)) : [];
  expect(labels).toEqual([one.schoolClass.label, two.schoolClass.label]);
});

test("who has no class is told so, and a term that has not begun is not there", async () => {
  const teacher = await createFormTeacher();

  const start = await loadReportsStart(teacher.person, new URLSearchParams());

  expect(start).toMatchObject({ go: null, choice: { groups: [] } });
  await expect(
    loadReportsStart(teacher.person, new URLSearchParams({ term: "202620271" })),
  ).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("a class without students says so", async () => {
  const { classId } = await createClass({ label: "Empty" });

  const opened = await findFirstReport(admin.person, { classId, academicTermId: TERM_IDS[2] });

  expect(opened).toEqual({
    go: null,
    empty: {
      classLabel: "Empty",
      period: "2025-2026, Term 3",
      chooserUrl: `/app/term-reports?term=${TERM_IDS[2]}`,
    },
  });
});

test("the form teacher of one class without students is not sent in a circle", async () => {
  const teacher = await createFormTeacher();
  const { classId } = await createClass({ label: "Alone", formTeacher: teacher });
  const key = { classId, academicTermId: TERM_IDS[2] };

  const opened = await findFirstReport(teacher.person, key);

  expect(await loadReportsStart(teacher.person, new URLSearchParams())).toMatchObject({
    go: classReportsUrl(key),
  });
  expect(opened).toMatchObject({ go: null, empty: { chooserUrl: null } });
});

test("a search has the whole class to look through, whatever is looked for first", async () => {
  const given = await createReportScenario();
  await createStudents(given.schoolClass, [
    { firstName: "Aliyah", lastName: "Mohammed" },
    { firstName: "Kerry-Ann", lastName: "Baptiste" },
  ]);

  const { students, query } = await searchReports(
    given.teacher.person,
    given.key,
    new URLSearchParams({ q: " ali " }),
  );

  expect(query).toBe("ali");
  expect(students).toHaveLength(3);
});

test("the card's address names the student by the public id", async () => {
  const { student, key } = await createReportScenario();

  const { src } = await loadReportCardViewer(principal.person, key, new URLSearchParams());

  expect(src).toBe(
    `/api/report-card?academic_term_id=${TERM_IDS[2]}&form_class_id=Std+1&student_id=${student.studentId}`,
  );
});
