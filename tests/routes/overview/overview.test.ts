import { expect, test } from "vitest";
import { loader } from "../../../app/routes/overview/overview.tsx";
import { loader as namesLoader } from "../../../app/routes/overview/names.tsx";
import { loader as documentLoader } from "../../../app/routes/overview/document.tsx";
import { queryRows, runQuery, transaction } from "#db/index.ts";
import { listAbsentStudents } from "#db/queries/attendance/absent-students.ts";
import { StudentFamily } from "#db/models/student-records.ts";
import type { AttendanceListView } from "#features/attendance-summary/overview/names.server.ts";
import type { OverviewView } from "#features/attendance-summary/overview/overview.server.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { assignDean, createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";

const OVERVIEW = "/app/overview";
const THURSDAY = "2026-06-25";
const FRIDAY = "2026-06-26";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const dean = await createFormTeacher();
const first = await createClass({ formClassId: "1A", formTeacher });
const third = await createClass({ formClassId: "3A" });
await assignDean(third, dean);
const [ann, ben, cara] = await named(first, ["Ann", "Ben", "Cara"]);
const [dan, eve] = await named(third, ["Dan", "Eve"]);
await handMadeDays();

test("the day, the names and the numbers are those worked out by hand", async () => {
  const { today } = await overviewOf(principal);

  // 1A: Ben is absent, Cara in the morning only; 3A has no register.
  expect(today.figures).toEqual({ present: 1.5, absent: 1.5, late: 1, waiting: 2 });
  expect(today.absent).toEqual([
    {
      studentKey: ben.id,
      name: "Ben, Ben",
      label: "1A",
      days: 2,
      reason: "Sick: fever",
      contact: { relation: "Mother", phone: "555 0183" },
    },
  ]);
  expect(today).toMatchObject({ absentCount: 1, toCall: 0, withoutReason: 0, classes: 2 });
  expect(today.unmarked).toMatchObject([
    { label: "3A", students: 2, url: `/app/attendance-register/${third.classId}/${FRIDAY}/1` },
  ]);
});

test("the family is read only of students who are absent long enough", async () => {
  const read = { day: FRIDAY, from: THURSDAY, least: 1, limit: null, classIds: null, numbersOf: null };
  const { accountId } = principal;
  const contacts = async (callFrom: number | null) =>
    (await listAbsentStudents({ ...read, accountId, callFrom }, null)).map(({ contact }) => contact?.name);

  expect([await contacts(1), await contacts(2), await contacts(3), await contacts(null)]).toEqual([
    ["Mona"],
    ["Mona"],
    [undefined],
    [undefined],
  ]);
});

test("a cut list of the absent counts all of them", async () => {
  const whole = { day: THURSDAY, from: THURSDAY, least: 1, classIds: null, numbersOf: null, callFrom: 1 };
  const read = (limit: number | null) =>
    listAbsentStudents({ ...whole, accountId: principal.accountId, limit }, null);
  const [all, cut, empty] = [
    await read(null),
    await read(1),
    await listAbsentStudents({ ...whole, accountId: principal.accountId, limit: 1, classIds: [] }, null),
  ];

  expect(all.map(({ last_name, counts }) => [last_name, counts])).toEqual([
    ["Ben", null],
    ["Eve", null],
  ]);
  expect(cut.map(({ last_name, counts }) => [last_name, counts])).toEqual([
    ["Ben", { absent: 2, long: 0, withoutReason: 1 }],
  ]);
  expect(empty).toEqual([]);
});

test("the term's rates, limits and lists are those worked out by hand", async () => {
  const { attendance } = await overviewOf(principal);
  const view = attendance ?? missing();

  // Thursday: 1 of 3 and 1 of 2 absent; Friday: 1.5 of 3. In Term 2 one of three was absent.
  expect(view.rate).toBeCloseTo((100 * 3.5) / 8);
  expect(view.weeks.at(-1)).toMatchObject({
    words: "22 Jun",
    now: expect.closeTo((100 * 4.5) / 8) as number,
  });
  expect(view.weeks[1]?.before).toBeCloseTo(200 / 3);
  expect(view.before).toEqual({ title: "Term 2", day: "2026-03-27", monday: "2026-01-05" });
  expect(view.groups.map(({ title, now, low, veryLow }) => [title, now, low, veryLow])).toEqual([
    ["Form 1", expect.closeTo((100 * 2.5) / 6), 2, 2],
    ["Form 3", 50, 1, 1],
  ]);
  expect(view.veryLow.map(({ name, percent, days }) => [name, percent, days])).toEqual([
    ["Ben, Ben", 0, "1½ days"],
    ["Eve, Eve", 0, "½ day"],
    ["Cara, Cara", expect.closeTo(200 / 3), "½ day"],
  ]);
  expect(view.classes.map(({ label, letters }) => [label, letters.slice(-2)])).toEqual([
    ["1A", "ss"],
    ["3A", "sn"],
  ]);
});

test("a corrected register, a new one and a student who moved change the term's figures at once", async () => {
  const read = async () => {
    const { attendance } = await overviewOf(principal);
    return [attendance?.rate, attendance?.veryLow.map(({ name, label }) => `${name.split(",")[0]} ${label}`)];
  };
  const change = (sql: string) => transaction(TEST, (t) => runQuery(sql, [], t));
  const ofCara = `where student_key = ${cara.id} and day = '${FRIDAY}' and session = 1`;
  const before = await read();

  await change(`update attendance_entries set state = 'P' ${ofCara}`);
  const corrected = await read();
  await change(`update attendance_entries set state = 'A' ${ofCara}`);
  await change(`update registrations set class_id = ${third.classId} where student_key = ${ben.id}`);
  const moved = await read();
  await change(`update registrations set class_id = ${first.classId} where student_key = ${ben.id}`);
  await markRegister(third, [[dan, "A"]], { day: FRIDAY, by: formTeacher });
  const marked = await read();
  await change(`delete from attendance_entries where day = '${FRIDAY}' and class_id = ${third.classId}`);
  await change(`delete from attendance_registers where day = '${FRIDAY}' and class_id = ${third.classId}`);

  expect(before).toEqual([(100 * 3.5) / 8, ["Ben 1A", "Eve 3A", "Cara 1A"]]);
  expect(corrected).toEqual([(100 * 3) / 8, ["Ben 1A", "Eve 3A"]]);
  expect(moved).toEqual([(100 * 3.5) / 8, ["Ben 3A", "Eve 3A", "Cara 1A"]]);
  expect(marked).toEqual([(100 * 4.5) / 9, ["Ben 1A", "Eve 3A", "Dan 3A", "Cara 1A"]]);
  expect(await read()).toEqual(before);
});

test("each figure leads to its names", async () => {
  const lists = await Promise.all(
    [
      "absent?",
      "late?",
      "present?",
      "not-marked?",
      "under-80?",
      "absences?weekday=4&",
      "absences?week=2026-06-15&",
      "absences?week=2026-06-22&weekday=5&",
    ].map(async (list) => {
      const { answer, rows: found } = await namesOf(principal, list);
      return [/^(?:\d+ of )?\d+ students?/.exec(answer)?.[0], ...found.map(({ name }) => name.split(",")[0])];
    }),
  );

  expect(lists).toEqual([
    ["1 student", "Ben"],
    ["1 student", "Ann"],
    ["2 students", "Ann", "Cara"],
    ["2 students", "Dan", "Eve"],
    ["3 of 5 students", "Ben", "Eve", "Cara"],
    ["2 students", "Ben", "Eve"],
    ["0 students"],
    // Cara was there in the afternoon.
    ["2 students", "Ben", "Cara"],
  ]);
});

test("a class and a level lead to their days, and each day to the students who were absent on it", async () => {
  const [ofClass, ofLevel, ofDay, ofWeek, ofSchool] = await Promise.all(
    [
      `class=${first.classId}&`,
      "level=3&",
      `class=${first.classId}&week=2026-06-22&weekday=4&`,
      "level=1&week=2026-06-22&",
      "",
    ].map((filter) => namesOf(principal, `absences?${filter}`)),
  );

  expect(ofClass?.days.map(({ day, percent }) => [day, percent])).toEqual([
    [THURSDAY, 66.67],
    [FRIDAY, 50],
  ]);
  expect(ofLevel?.days.map(({ day, percent }) => [day, percent])).toEqual([[THURSDAY, 50]]);
  expect([ofDay?.title, ofDay?.rows.map(({ name }) => name)]).toEqual(["Absent on Thu 25 Jun", ["Ben, Ben"]]);
  expect(ofDay?.about).toBe("2025-2026, Term 3, Thu 25 Jun 2026, 1A");
  expect([ofDay, ofWeek, ofSchool].map((list) => list?.days)).toEqual([[], [], []]);
});

test("a form teacher sees the own class and its numbers, a dean the own level without numbers", async () => {
  const [own, level] = [await overviewOf(formTeacher), await overviewOf(dean, THURSDAY)];

  expect(own).toMatchObject({ isAll: false, words: "1A", levels: [{ level: 1 }] });
  expect(own.today.absent).toMatchObject([{ name: "Ben, Ben", contact: { phone: "555 0183" } }]);
  expect(own.today.figures.waiting).toBe(0);
  expect(own.attendance?.classes.map(({ label }) => label)).toEqual(["1A"]);
  expect(own.attendance?.veryLow.map(({ label }) => label)).toEqual(["1A", "1A"]);
  expect(own.reports).toMatchObject({ opensBoard: false, all: { posted: { total: 1 } } });
  expect(level.today.absent).toMatchObject([{ name: "Eve, Eve", contact: null }]);
  expect(level.today.readsNumbers).toBe(false);
  expect(level.attendance?.classes.map(({ label }) => label)).toEqual(["3A"]);
});

test.each([
  { who: "a form teacher", person: formTeacher, label: "1A" },
  { who: "a dean", person: dean, label: "3A" },
])("every list of $who names students of $label only", async ({ person, label }) => {
  const lists = [
    "absent?",
    "late?",
    "present?",
    "not-marked?",
    "under-90?",
    "under-80?",
    "absences?",
    "absences?weekday=4&",
    "absences?week=2026-06-22&",
    `absences?level=${label.charAt(0)}&`,
  ];

  const found = await Promise.all(lists.map((list) => namesOf(person, list)));

  const labels = found.flatMap(({ rows }) => rows.map((row) => row.label));
  expect(new Set(labels)).toEqual(new Set([label]));
});

test("no address leads out of one's own classes", async () => {
  const addresses = [
    [formTeacher, "under-90", "level=3"],
    [formTeacher, "absences", `class=${third.classId}`],
    [dean, "absences", `class=${first.classId}`],
    [dean, "absent", "level=1"],
    [principal, "everybody", ""],
  ] as const;

  const answers = await Promise.all(
    addresses.flatMap(([person, list, query]) => {
      const path = `${OVERVIEW}/${list}`;
      return [
        callRoute(namesLoader, getRequest(`${path}?${query}`, person), { list }),
        callRoute(documentLoader, getRequest(`${path}/document?${query}`, person), { list }),
      ];
    }),
  );
  const page = await callRoute(loader, getRequest(`${OVERVIEW}?level=3`, formTeacher));

  expect([...answers, page].map(({ status }) => status)).toEqual(Array(11).fill(404));
});

test.each([
  { who: "an administrator", visitor: createAdmin, status: 200 },
  { who: "a form teacher without a class", visitor: createFormTeacher, status: 200 },
  { who: "a teacher", visitor: createTeacher, status: 403 },
  { who: "the school office", visitor: createClerk, status: 403 },
  { who: "nobody", visitor: () => Promise.resolve(null), status: 302 },
])("$who is answered $status", async ({ visitor, status }) => {
  const person = await visitor();

  const answers = [
    await callRoute(loader, getRequest(OVERVIEW, person)),
    await callRoute(namesLoader, getRequest(`${OVERVIEW}/absent`, person), { list: "absent" }),
  ];

  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
});

test("without a class there is nobody to see", async () => {
  const { today, attendance, reports } = await overviewOf(await createFormTeacher());

  expect([today.classes, today.absent, attendance, reports]).toEqual([0, [], null, null]);
});

test("whoever reads a family's number is recorded once, on the page and on paper", async () => {
  const reader = await createPrincipal();

  await overviewOf(reader);
  await overviewOf(reader);
  const paper = await callRoute(
    documentLoader,
    getRequest(`${OVERVIEW}/absent/document?date=${FRIDAY}`, reader),
    {
      list: "absent",
    },
  );

  expect([paper.status, paper.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const views = await queryRows<{ student_key: number }>(
    "select student_key from record_views where account_id = $1 and record = 'family' order by student_key",
    [reader.accountId],
    null,
  );
  expect(views).toEqual([{ student_key: ben.id }]);
});

async function overviewOf(visitor: Visitor, day = FRIDAY): Promise<OverviewView> {
  const { body } = await callRoute(loader, getRequest(`${OVERVIEW}?date=${day}`, visitor));
  return body as OverviewView;
}

async function namesOf(visitor: Visitor, path: string): Promise<AttendanceListView> {
  const [list = ""] = path.split("?");
  const { body } = await callRoute(namesLoader, getRequest(`${OVERVIEW}/${path}date=${FRIDAY}`, visitor), {
    list,
  });
  return body as AttendanceListView;
}

function missing(): never {
  throw new Error("the term is not there");
}

async function named(
  held: Awaited<ReturnType<typeof createClass>>,
  names: readonly string[],
): Promise<[Student, Student, Student]> {
  const people = names.map((name) => ({ firstName: name, lastName: name }));
  return (await createStudents(held, people)) as [Student, Student, Student];
}

async function handMadeDays(): Promise<void> {
  const by = formTeacher;
  const sick = { state: "A", reason: "sick", note: "fever" } as const;
  const ill = [ben, sick] as const;
  const registers = [
    {
      held: first,
      day: "2026-01-12",
      entries: [
        [ann, "P"],
        [ben, "A"],
        [cara, "P"],
      ],
    },
    { held: first, day: THURSDAY, entries: [[ann, "P"], ill, [cara, "P"]] },
    {
      held: third,
      day: THURSDAY,
      entries: [
        [dan, "P"],
        [eve, "A"],
      ],
    },
    { held: first, day: FRIDAY, entries: [[ann, "L"], ill, [cara, "A"]] },
    { held: first, day: FRIDAY, session: 2, entries: [[ann, "P"], ill, [cara, "P"]] },
  ] as const;
  for (const { held, entries, ...of } of registers) await markRegister(held, entries, { ...of, by });
  await transaction(TEST, async (t) => {
    await StudentFamily.insert(
      { student_key: ben.id, relationship: 2, name: "Mona", phone_home: "5550183" },
      t,
    );
    await runQuery("update schools set sessions_per_day = 2", [], t);
  });
}
