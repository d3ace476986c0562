import { expect, test } from "vitest";
import { loader as chooseRegister } from "../../app/routes/attendance-register/start.tsx";
import { loader as summary } from "../../app/routes/attendance-summary/summary.tsx";
import { loader as print } from "../../app/routes/reports/print.tsx";
import { loader as assessments } from "../../app/routes/settings/assessments/assessments.tsx";
import { action as post, loader as postReports } from "../../app/routes/settings/post-reports.tsx";
import { loader as record } from "../../app/routes/students/record.tsx";
import { loader as chooseReports } from "../../app/routes/term-reports/start.tsx";
import { runQuery, transaction } from "#db/index.ts";
import { MOST_CLASSES_LISTED } from "#domain/list/levels.ts";
import type { RegisterChoice } from "#features/attendance-register/choose/register-choice.ts";
import type { AttendanceSummaryView } from "#features/attendance-summary/summary.ts";
import type { PrintScreen } from "#features/reports/print/params.rules.ts";
import type { AssessmentsView } from "#features/settings/assessments/assessments.rules.ts";
import type { PostReportsView } from "#features/settings/post-reports/post-reports.server.ts";
import type { GeneralTabView } from "#features/students/general/general.server.ts";
import type { ReportClassChooserView } from "#features/term-reports/choose/classes.rules.ts";
import { createClerk, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST, YEAR_ID } from "#tests/support/builders/school.ts";
import { createStudents, registerStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, type Handler, type Visitor } from "#tests/support/request.ts";

/** A school with one class more than a page lists. */

const DAY = "2026-06-26";
const IN_STD_1 = MOST_CLASSES_LISTED - 2;

await freshDatabase();
await createSchool();
const principal = await createPrincipal();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const teachingPrincipal = await createPrincipal();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const std5 = await createClass({ formClassId: "Std 5" });
const other = await createClass({
  formClassId: "Std 5",
  label: "Std 5 B",
  formTeacher: teachingPrincipal,
});
const [ann, moved] = await createStudents(std4, 2);
if (moved) await registerStudents(std5, [moved], [TERM_IDS[0]]);
const [bo] = await createStudents(std5, 1);
await createStudents(other, 1);
await transaction(TEST, async (t) => {
  await runQuery(
    `insert into classes (academic_year_id, form_class_id, label)
     select ${YEAR_ID}, 'Std 1', 'Many ' || place from generate_series(1, ${IN_STD_1}) place`,
    [],
    t,
  );
  await runQuery(
    `insert into students (student_id, first_name, last_name, birth_certificate_pin, gender)
     select 'MANY-' || class_id, 'Cy', 'Many', 'P' || class_id, 'F' from classes where label like 'Many %'`,
    [],
    t,
  );
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select s.id, ${TERM_IDS[2]}, ${YEAR_ID}, c.class_id from classes c join students s on s.student_id = 'MANY-' || c.class_id`,
    [],
    t,
  );
});

const [STD_1, STD_4, STD_5] = [3, 6, 7];

test("the chooser of term reports shows one level, the first unless another is chosen", async () => {
  const first = await read<ReportClassChooserView>(chooseReports, "/app/term-reports", principal);
  const chosen = await read<ReportClassChooserView>(
    chooseReports,
    `/app/term-reports?level=${STD_5}`,
    principal,
  );

  expect(first.level).toEqual({
    levels: [
      { level: STD_1, title: "Std 1", classes: IN_STD_1 },
      { level: STD_4, title: "Std 4", classes: 1 },
      { level: STD_5, title: "Std 5", classes: 2 },
    ],
    shown: STD_1,
  });
  expect(first.groups.map(({ title, classes }) => [title, classes.length])).toEqual([["Std 1", IN_STD_1]]);
  expect(chosen.groups.map(({ title, classes }) => [title, classes.map(({ counts }) => counts)])).toEqual([
    ["Std 5", ["1 report, 0 complete, 0 signed", "1 report, 0 complete, 0 signed"]],
  ]);
});

test("a teacher with a few classes sees them together", async () => {
  const { location } = await callRoute(chooseReports, getRequest("/app/term-reports", formTeacher));
  const register = await callRoute(chooseRegister, getRequest("/app/attendance-register", formTeacher));

  expect(location).toBe(`/app/term-reports/${std4.classId}/${TERM_IDS[2]}`);
  expect(register.location).toContain(`/app/attendance-register/${std4.classId}/`);
});

test("reports are posted level by level", async () => {
  const { seen, lines } = await posting(STD_4);
  const fields = { term: String(TERM_IDS[2]), level: String(STD_4), seen, intent: "post" };

  const answer = await callRoute(
    post,
    postForm("/app/settings/post-reports", { ...fields, [`class.${std4.classId}`]: "on" }, clerk),
  );

  expect(lines.map(({ label }) => label)).toEqual(["Std 4"]);
  expect((await posting(STD_5)).levelTitle).toBe("Std 5");
  expect(answer.location).toBe(`/app/settings/post-reports?term=${TERM_IDS[2]}&level=${STD_4}`);
  const after = [await posting(STD_4), await posting(STD_5)].flatMap((view) => view.lines);
  expect(after.map(({ label, postedOn }) => [label, postedOn !== null])).toEqual([
    ["Std 4", true],
    ["Std 5", false],
    ["Std 5 B", false],
  ]);
});

test("the chooser of registers shows one level, and its figures", async () => {
  const path = `/app/attendance-register?date=${DAY}&level=${STD_5}`;
  const { level, classes } = await read<RegisterChoice>(chooseRegister, path, principal);

  expect(level.shown).toBe(STD_5);
  expect(classes.map(({ label }) => label)).toEqual(["Std 5", "Std 5 B"]);
});

test("the only class of a level is offered, and its register does not open by itself", async () => {
  const path = `/app/attendance-register?date=${DAY}&level=${STD_4}`;
  const { classes } = await read<RegisterChoice>(chooseRegister, path, principal);

  expect(classes.map(({ label }) => label)).toEqual(["Std 4"]);
});

test("the attendance summary counts the school and lists one level", async () => {
  const path = `/app/attendance-summary?date=${DAY}`;
  const [first, chosen] = [
    await read<AttendanceSummaryView>(summary, path, principal),
    await read<AttendanceSummaryView>(summary, `${path}&level=${STD_5}`, principal),
  ];

  expect([first.figures.listedLevel, chosen.figures.listedLevel]).toEqual(["Std 1", "Std 5"]);
  expect([first.figures.unmarked.length, first.figures.months.length]).toEqual([IN_STD_1, IN_STD_1]);
  expect(chosen.figures).toMatchObject({
    classes: MOST_CLASSES_LISTED + 1,
    unmarkedClasses: MOST_CLASSES_LISTED + 1,
    unmarked: [{ label: "Std 5" }, { label: "Std 5 B" }],
    months: [{ label: "Std 5" }, { label: "Std 5 B" }],
  });
});

test("the tests of a term are listed for one level, that of the chosen class", async () => {
  const of = (query: string) =>
    read<AssessmentsView>(assessments, `/app/settings/assessments?${query}`, clerk);
  const [first, level, chosen, ofOtherYear] = [
    await of(""),
    await of(`level=${STD_5}`),
    await of(`class=${std4.classId}`),
    await of(`class=999999&level=${STD_5}`),
  ];

  expect([first, level, chosen, ofOtherYear].map((view) => [view.level.shown, view.classes.length])).toEqual([
    [STD_1, IN_STD_1],
    [STD_5, 2],
    [STD_4, 1],
    [STD_5, 2],
  ]);
  expect(level.shown?.label).toBe("Std 5");
});

test("the reports to print list the classes of one level, and print for every level", async () => {
  const of = async (query: string, visitor: Visitor = principal) => {
    const request = getRequest(`/app/reports/class-list?${query}`, visitor);
    const { body } = await callRoute(print, request, { kind: "class-list" });
    return (body as { shown: PrintScreen }).shown;
  };
  const [first, level, chosen] = [
    await of(""),
    await of(`level=${STD_5}`),
    await of(`for=class-${std4.classId}`),
  ];

  expect([first, level, chosen].map(({ shownLevel }) => shownLevel)).toEqual([STD_1, STD_5, STD_4]);
  expect(level.classes).toHaveLength(MOST_CLASSES_LISTED + 1);
  const own = await of("", teachingPrincipal);
  expect([own.params.whose, own.shownLevel]).toEqual([`class-${other.classId}`, STD_5]);
  expect((await of(`for=level-${STD_5}`)).shownLevel).toBe(STD_5);
});

test("a student's record offers the student's own class, and every class when asked", async () => {
  const [own, all, next] = [
    await general(ann?.id, ""),
    await general(ann?.id, "?offer=classes"),
    await general(bo?.id, ""),
  ];

  expect([own, next].map(({ rules }) => rules.classes.map(({ class_id }) => class_id))).toEqual([
    [std4.classId],
    [std5.classId],
  ]);
  expect([own.isOwnClassOnly, all.isOwnClassOnly]).toEqual([true, false]);
  expect(all.rules.classes).toHaveLength(MOST_CLASSES_LISTED + 1);
  const changed = await general(moved?.id, "");
  expect(changed.rules.classes.map(({ class_id }) => class_id)).toEqual([std4.classId, std5.classId]);
  expect(changed.isOwnClassOnly).toBe(true);
});

async function posting(level: number): Promise<PostReportsView> {
  const path = `/app/settings/post-reports?level=${level}`;
  return (await read<{ view: PostReportsView }>(postReports, path, clerk)).view;
}

async function general(id: number | undefined, query: string): Promise<GeneralTabView> {
  const request = getRequest(`/app/students/${id}${query}`, clerk);
  const { body } = await callRoute(record, request, { studentKey: String(id) });
  return (body as { general: GeneralTabView }).general;
}

async function read<Body>(loader: Handler, path: string, visitor: Visitor): Promise<Body> {
  const { status, body } = await callRoute(loader, getRequest(path, visitor));
  expect(status).toBe(200);
  return body as Body;
}
