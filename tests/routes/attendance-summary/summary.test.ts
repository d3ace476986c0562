import { expect, test } from "vitest";
import { loader } from "../../../app/routes/attendance-summary/summary.tsx";
import { loader as termLoader } from "../../../app/routes/attendance-summary/term.tsx";
import { loader as viewLoader } from "../../../app/routes/students/attendance.tsx";
import { queryRows, runQuery, transaction } from "#db/index.ts";
import { StudentFamily } from "#db/models/student-records.ts";
import type { AttendanceSummaryView } from "#features/attendance-summary/summary.ts";
import { createHoliday, markRegister, openSchoolDay } from "#tests/support/builders/attendance.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";

const SUMMARY = "/app/attendance-summary";
const THURSDAY_18 = "2026-06-18";
const LABOUR_DAY = "2026-06-19";
const MONDAY = "2026-06-22";
const WEDNESDAY = "2026-06-24";
const THURSDAY = "2026-06-25";
const FRIDAY = "2026-06-26";

await freshDatabase();
await createSchool();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const first = await createClass({ formClassId: "Std 1", label: "Std 1 A", formTeacher });
const second = await createClass({ formClassId: "Std 1", label: "Std 1 B" });
const fourth = await createClass({ formClassId: "Std 4", formTeacher });
const [ann, ben, cara, dan, left] = await five(first, ["Ann", "Ben", "Cara", "Dan", "Left"]);
const [eve, fay] = await five(second, ["Eve", "Fay"]);
const [, , gone, toCome] = await five(fourth, ["Gus", "Hal", "Gone", "ToCome"]);
await createHoliday("Labour Day", LABOUR_DAY);
await handMadeDays();

test("the figures of a day are those worked out by hand", async () => {
  const { figures } = await summaryOf(FRIDAY);

  // In Std 1 A 3 of 4 are present in the morning and 2 of 4 in the afternoon, one of them late; in Std 1 B 2 of 2 in
  // the morning, one late. Std 4 has no register: Gus and Hal wait, Gone has left, ToCome comes on Monday.
  expect(figures.levels).toEqual([
    { level: 3, title: "Std 1", present: 4.5, absent: 1.5, late: 2, waiting: 0 },
    { level: 6, title: "Std 4", present: 0, absent: 0, late: 0, waiting: 2 },
  ]);
  expect(figures.school).toEqual({ present: 4.5, absent: 1.5, late: 2, waiting: 2 });
  expect(figures.unmarked).toEqual([
    {
      classId: fourth.classId,
      label: "Std 4",
      teachers: expect.any(String),
      students: 2,
      lastRegister: "Mon 22 Jun",
    },
  ]);
});

test("who left stays on the registers that they were on, and who joined is on none before", async () => {
  const { figures } = await summaryOf(MONDAY);

  // Std 1 A marked five, with the student who left on Wednesday; Std 4 marked three, without the one who is still to
  // come.
  expect(figures.school).toEqual({ present: 8, absent: 2, late: 0, waiting: 0 });
});

test("the bars are one drawing, a band a level, with what waits in the third tone", async () => {
  const { figures } = await summaryOf(FRIDAY);

  const bands = [...figures.bars.matchAll(/<rect [^>]*y="([\d.]+)"/g)].map(([, y]) => y);
  expect(bands).toEqual(["0", "0", "22.5"]);
  expect(figures.bars).toContain('fill="url(#hatch)"');
});

test("the term's days stand beside the mean of their weekday, of the school and of a level", async () => {
  const school = await summaryOf(FRIDAY);
  const level = await summaryOf(FRIDAY, "&level=6");

  expect(school.trend.days.map(({ day, percent, usual }) => [day, percent, usual])).toEqual([
    ["2026-06-12", 100, 87.5],
    ["2026-06-17", 50, 62.5],
    [THURSDAY_18, 50, 62.5],
    [MONDAY, 80, 80],
    ["2026-06-23", 100, 100],
    [WEDNESDAY, 75, 62.5],
    [THURSDAY, 75, 62.5],
    [FRIDAY, 75, 87.5],
  ]);
  expect(level.trend).toMatchObject({ level: { title: "Std 4" }, days: [{ day: MONDAY, percent: 100 }] });
  expect(school.trend.lines.match(/<path/g)).toHaveLength(2);
});

test("three school days running are to be called: a holiday and a day without a register end nothing", async () => {
  const friday = await summaryOf(FRIDAY);
  const monday = await summaryOf(MONDAY);

  expect(friday.absent).toMatchObject([
    {
      studentKey: ben.id,
      name: "Ben, Ben",
      label: "Std 1 A",
      days: 3,
      since: "Wed 24 Jun",
      reason: "Sick: fever",
      contact: { who: "Mother, Mona", phone: "555 0183" },
      called: null,
    },
  ]);
  // Eve was absent on Wednesday 17, Thursday 18 and Monday 22; Friday was Labour Day.
  expect(monday.absent).toMatchObject([{ studentKey: eve.id, days: 3, since: "Wed 17 Jun", contact: null }]);
});

test("every student who is absent all day is named, by class", async () => {
  const friday = await summaryOf(FRIDAY);

  const named = friday.absentToday.map(({ label, students }) => [label, ...students.map(({ name }) => name)]);
  expect(named).toEqual([["Std 1 A", "Ben, Ben"]]);
});

test("whoever reads a family's number is recorded once", async () => {
  const reader = await createPrincipal();

  await summaryOf(FRIDAY, "", reader);
  await summaryOf(FRIDAY, "", reader);

  const views = await queryRows<{ student_key: number; record: string }>(
    "select student_key, record from record_views where account_id = $1 order by record_view_id",
    [reader.accountId],
    null,
  );
  expect(views).toEqual([{ student_key: ben.id, record: "family" }]);
});

test("a day without school says why, and leads to the school days beside it", async () => {
  const { figures } = await summaryOf(LABOUR_DAY);

  expect(figures.closed).toBe("This day is a holiday: Labour Day.");
  expect(figures.choice).toMatchObject({ previous: THURSDAY_18, next: MONDAY });
});

test("a Saturday on which there is school is a school day", async () => {
  await openSchoolDay("2026-06-27");

  const { figures } = await summaryOf("2026-06-27");

  expect(figures).toMatchObject({ closed: null, choice: { previous: FRIDAY }, school: { waiting: 8 } });
});

test.each([
  { who: "the principal", visitor: () => Promise.resolve(principal), status: 200 },
  { who: "an admin", visitor: createAdmin, status: 200 },
  { who: "who looks after students", visitor: createClerk, status: 200 },
  { who: "a form teacher", visitor: createFormTeacher, status: 403 },
  { who: "a teacher", visitor: createTeacher, status: 403 },
  { who: "nobody", visitor: () => Promise.resolve(null), status: 302 },
])("$who is answered $status", async ({ who, visitor, status }) => {
  const person = await visitor();
  const params = { studentKey: String(ann.id) };

  const answers = [
    await callRoute(loader, getRequest(SUMMARY, person)),
    await callRoute(termLoader, getRequest(`${SUMMARY}/${ann.id}/term`, person), params),
    await callRoute(viewLoader, getRequest(`/app/students/${ann.id}/attendance`, person), params),
  ];

  // A form teacher of another class may use View Attendance, but does not find this student.
  const view = who === "a form teacher" ? 404 : status;
  expect(answers.map((answer) => answer.status)).toEqual([status, status, view]);
});

test("a form teacher opens the attendance of a student of the class, without the school's figures", async () => {
  const own = await callRoute(
    viewLoader,
    getRequest(`/app/students/${ann.id}/view-attendance`, formTeacher),
    {
      studentKey: String(ann.id),
    },
  );
  const other = await callRoute(
    viewLoader,
    getRequest(`/app/students/${eve.id}/view-attendance`, formTeacher),
    {
      studentKey: String(eve.id),
    },
  );

  expect(own.body).toMatchObject({ student: { name: "Ann Ann" }, figures: null });
  expect(other.status).toBe(404);
});

test("a student's term and View Attendance tell the same of a student; who left is an admin's to see", async () => {
  const path = `${SUMMARY}/${dan.id}/term?date=${FRIDAY}`;

  const term = await callRoute(termLoader, getRequest(path, principal), { studentKey: String(dan.id) });
  const view = await callRoute(
    viewLoader,
    getRequest(`/app/students/${dan.id}/attendance?date=${FRIDAY}`, principal),
    {
      studentKey: String(dan.id),
    },
  );
  const clerk = await createClerk();
  const refused = await callRoute(termLoader, getRequest(`${SUMMARY}/${left.id}/term`, clerk), {
    studentKey: String(left.id),
  });

  const words = "Present on 4½ of 5 days, absent on ½";
  expect(term.body).toMatchObject({
    student: { name: "Dan Dan", words },
    closeTo: `${SUMMARY}?date=${FRIDAY}`,
  });
  expect(view.body).toMatchObject({
    student: { words, shown: "Fri 26 Jun: present in the morning, absent in the afternoon" },
    figures: { school: { present: 4.5, waiting: 2 } },
  });
  expect(refused.status).toBe(404);
});

test("a page that comes by itself does not prolong the session", async () => {
  const reader = await createPrincipal();
  await transaction(TEST, (t) =>
    runQuery(
      "update sessions set last_seen_at = now() - interval '10 minutes' where account_id = $1",
      [reader.accountId],
      t,
    ),
  );

  await callRoute(loader, getRequest(`${SUMMARY}?refresh=1`, reader));
  const after = await idleMinutes(reader.accountId);
  await callRoute(loader, getRequest(SUMMARY, reader));

  expect(after).toBe(10);
  expect(await idleMinutes(reader.accountId)).toBe(0);
});

async function summaryOf(day: string, query = "", visitor = principal): Promise<AttendanceSummaryView> {
  const { body } = await callRoute(loader, getRequest(`${SUMMARY}?date=${day}${query}`, visitor));
  return body as AttendanceSummaryView;
}

async function idleMinutes(accountId: number): Promise<number> {
  const [session] = await queryRows<{ minutes: number }>(
    "select floor(extract(epoch from now() - last_seen_at) / 60)::integer as minutes from sessions where account_id = $1",
    [accountId],
    null,
  );
  return session?.minutes ?? -1;
}

async function five(
  held: Awaited<ReturnType<typeof createClass>>,
  names: readonly string[],
): Promise<[Student, Student, Student, Student, Student]> {
  const students = await createStudents(
    held,
    names.map((name) => ({ firstName: name, lastName: name })),
  );
  return students as [Student, Student, Student, Student, Student];
}

async function handMadeDays(): Promise<void> {
  const by = formTeacher;
  const all = [ann, ben, cara, dan] as const;
  const present = (students: readonly Student[]) => students.map((student) => [student, "P"] as const);
  await markRegister(first, present(all), { day: "2026-06-12", by });
  await markRegister(
    second,
    [
      [eve, "A"],
      [fay, "P"],
    ],
    { day: "2026-06-17", by },
  );
  await markRegister(
    second,
    [
      [eve, "A"],
      [fay, "P"],
    ],
    { day: THURSDAY_18, by },
  );
  await markRegister(first, [...present([ann, cara, dan, left]), [ben, "A"]], { day: MONDAY, by });
  await markRegister(
    second,
    [
      [eve, "A"],
      [fay, "P"],
    ],
    { day: MONDAY, by },
  );
  await markRegister(fourth, present([gone, ...(await studentsNamed("Gus", "Hal"))]), { day: MONDAY, by });
  await markRegister(first, present([ben]), { day: "2026-06-23", by });
  for (const day of [WEDNESDAY, THURSDAY]) {
    await markRegister(first, [...present([ann, cara, dan]), [ben, "A"]], { day, by });
  }
  const sick = { state: "A", reason: "sick", note: "fever" } as const;
  await markRegister(
    first,
    [
      [ann, "P"],
      [ben, sick],
      [cara, "L"],
      [dan, "P"],
    ],
    { day: FRIDAY, by },
  );
  await markRegister(
    first,
    [
      [ann, "P"],
      [ben, "A"],
      [cara, "P"],
      [dan, "A"],
    ],
    { day: FRIDAY, session: 2, by },
  );
  await markRegister(
    second,
    [
      [eve, "P"],
      [fay, "L"],
    ],
    { day: FRIDAY, by },
  );
  await transaction(TEST, async (t) => {
    const leave = "update students set student_status_id = 4, status_since = $2 where id = any ($1)";
    await runQuery(leave, [[left.id, gone.id], WEDNESDAY], t);
    await runQuery("update students set entry_date = '2026-06-29' where id = $1", [toCome.id], t);
    await StudentFamily.insert(
      { student_key: ben.id, relationship: 1, name: "Bo", phone_mobile: "5550999" },
      t,
    );
    await StudentFamily.insert(
      { student_key: ben.id, relationship: 2, name: "Mona", phone_home: "5550183" },
      t,
    );
  });
}

function studentsNamed(...names: string[]): Promise<Student[]> {
  return queryRows<Student>("select id from students where first_name = any ($1) order by id", [names], null);
}
