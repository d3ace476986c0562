import { expect, test } from "vitest";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { AttendanceEntry, AttendanceRegister, OpenedDay } from "#db/models/attendance.ts";
import { lockSchoolDays } from "#db/queries/attendance/school-days.ts";
import { registerUrl, type RegisterKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { findRegisterToStart } from "#features/attendance-register/choose/start-register.server.ts";
import { loadRegister } from "#features/attendance-register/load-register.server.ts";
import {
  loadRegisterEntryHistory,
  REGISTER_SAVE_DEFINITION,
} from "#features/attendance-register/save/saved-register.server.ts";
import { describeTargets } from "#features/unsent/name-rows.server.ts";
import type { FieldValues } from "#fields/value.ts";
import { OWN_CHANGE_AUTHOR } from "#saving/protocol/protocol.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import { restoreEntry } from "#saving/server/row-history.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { createHoliday, markRegister, openSchoolDay } from "#tests/support/builders/attendance.ts";
import { createAdmin, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createSchool,
  TERM_IDS,
  TEST,
} from "#tests/support/builders/school.ts";
import { createStudents, registerStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitForLockWait } from "#tests/support/locks.ts";
import { buildPostedRow } from "#tests/support/saves.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const DAY = "2026-06-25";

let classes = 0;

/** Creates a class of three with its form teacher and a co-teacher. */
async function givenClass() {
  classes += 1;
  const teacher = await createTeacher({ firstName: "Dian", lastName: "Ramkissoon" });
  const colleague = await createTeacher({ firstName: "Wendell", lastName: "Gomez" });
  const schoolClass = await createClass({ label: `Std 1 ${classes}`, formTeacher: teacher });
  await addCoTeacher(schoolClass, colleague);
  const [ana, ben, cy] = await createStudents(schoolClass, 3);
  if (!ana || !ben || !cy) throw new Error("three students were made");
  const key: RegisterKey = { classId: schoolClass.classId, day: DAY, session: 1 };
  return { teacher, colleague, schoolClass, students: [ana, ben, cy] as const, key };
}

type Sent = readonly (readonly [student: Student, changes: FieldValues, base?: number])[];

function save(person: Person, key: RegisterKey, sent: Sent, saveId = `save-${Math.random()}`) {
  const saved = sent.map(([{ id }, changes, base = 0]) => ({ row: String(id), base, changes }));
  return saveRows(
    REGISTER_SAVE_DEFINITION,
    { person, key },
    { saveId: saveId.replace(".", "-"), rows: saved },
  );
}

function everybody(students: readonly Student[], away: Record<number, FieldValues> = {}): Sent {
  return students.map((student) => [student, { state: "P", ...away[student.id] }] as const);
}

function storedIn(key: RegisterKey) {
  return queryRows<{ student_key: number; state: string; reason: string | null; note: string }>(
    `select student_key, state, reason, note from attendance_entries
      where class_id = $classId and day = $day and session = $session order by student_key`,
    key,
    noTransaction,
  );
}

test("who sends the first rows marks the register, a row for everybody", async () => {
  const { teacher, students, key } = await givenClass();
  const [, ben, cy] = students;

  const result = await save(
    teacher.person,
    key,
    everybody(students, { [ben.id]: { state: "A", reason: "sick", note: "Fever" }, [cy.id]: { state: "L" } }),
  );

  expect(result).toMatchObject({ closed: null, receipt: { total: 3, present: 1, absent: 1, late: 1 } });
  expect((await storedIn(key)).map(({ state, reason, note }) => [state, reason, note])).toEqual([
    ["P", null, ""],
    ["A", "sick", "Fever"],
    ["L", null, ""],
  ]);
  const register = await loadRegister(teacher.person, key);
  expect(register).toMatchObject({ marked: expect.stringMatching(/^Marked .* by you$/), canEdit: true });
});

test("a register that is sent again changes nothing, also after somebody corrected it", async () => {
  const { teacher, colleague, students, key } = await givenClass();
  const [ana] = students;
  await save(teacher.person, key, everybody(students), "the-marking");
  const [first] = (await loadRegister(teacher.person, key)).rows;
  await save(colleague.person, key, [[ana, { state: "A" }, first?.version]]);

  const again = await save(teacher.person, key, everybody(students), "the-marking");

  expect(again).toMatchObject({
    results: [{ outcome: "saved" }, { outcome: "saved" }, { outcome: "saved" }],
  });
  expect((await storedIn(key)).map(({ state }) => state)).toEqual(["A", "P", "P"]);
});

test("a marking whose answer was lost is one marking, whether it comes again at once, later or in halves", async () => {
  const { teacher, students, key } = await givenClass();
  const all = everybody(students);
  const marking = (sent: Sent) => save(teacher.person, key, sent, "lost-answer");

  await Promise.all([marking(all), marking(all)]);
  for (const sent of [all, all.slice(0, 1), all.slice(1)]) await marking(sent);

  const events = await queryRows<{ table_name: string; operation: string }>(
    "select table_name, operation from audit_events where save_id = 'lost-answer' order by table_name",
    [],
    noTransaction,
  );
  expect(events).toEqual([
    { table_name: "attendance_entries", operation: "insert" },
    { table_name: "attendance_registers", operation: "insert" },
  ]);
});

test("two people mark one register: rows are merged, and what differs is told", async () => {
  const { teacher, colleague, students, key } = await givenClass();
  const [ana, ben] = students;
  await save(colleague.person, key, everybody(students, { [ana.id]: { state: "L" } }));

  const mine = await save(teacher.person, key, everybody(students, { [ben.id]: { state: "A" } }));

  expect(mine).toMatchObject({
    results: [
      { outcome: "conflict", by: "W. Gomez", fields: [{ field: "state", from: null, to: "L" }] },
      { outcome: "conflict", by: "W. Gomez", fields: [{ field: "state", from: null, to: "P" }] },
      { outcome: "saved" },
    ],
  });
  expect((await storedIn(key)).map(({ state }) => state)).toEqual(["L", "P", "P"]);
  expect(await loadRegister(teacher.person, key)).toMatchObject({
    marked: expect.stringContaining("by W. Gomez"),
  });
});

test("a reason and a note of two people stand beside each other; presence over a reason is told", async () => {
  const { teacher, colleague, students, key } = await givenClass();
  const [ana] = students;
  await save(teacher.person, key, everybody(students, { [ana.id]: { state: "A" } }));
  const [read] = (await loadRegister(teacher.person, key)).rows;
  const base = read?.version;

  const reason = await save(colleague.person, key, [[ana, { reason: "family" }, base]]);
  const note = await save(teacher.person, key, [[ana, { note: "Back on Monday" }, base]]);
  const present = await save(teacher.person, key, [[ana, { state: "P", reason: null, note: null }, base]]);

  expect(reason).toMatchObject({ results: [{ outcome: "saved" }] });
  expect(note).toMatchObject({ results: [{ outcome: "saved" }] });
  expect(present).toMatchObject({ results: [{ outcome: "conflict" }] });
  expect((await storedIn(key))[0]).toMatchObject({ state: "A", reason: "family", note: "Back on Monday" });
});

test("a correction shows what stood there before, in the row and in its history, and can be put back", async () => {
  const { teacher, students, key } = await givenClass();
  const [ana] = students;
  await save(teacher.person, key, everybody(students, { [ana.id]: { state: "A", reason: "sick" } }));
  const [before] = (await loadRegister(teacher.person, key)).rows;
  await save(teacher.person, key, [[ana, { state: "P", reason: null }, before?.version]]);

  const [corrected] = (await loadRegister(teacher.person, key)).rows;
  const history = await loadRegisterEntryHistory(teacher.person, key, String(ana.id));

  expect(corrected?.was).toMatch(/^changed from Absent at /);
  expect(history.entries.map(({ by, changes }) => [by, changes.map(({ from, to }) => [from, to])])).toEqual([
    [
      "D. Ramkissoon",
      [
        ["Absent", "Present"],
        ["Sick", "–"],
      ],
    ],
    [
      "D. Ramkissoon",
      [
        ["–", "Absent"],
        ["–", "Sick"],
      ],
    ],
  ]);
  await restoreEntry(
    REGISTER_SAVE_DEFINITION,
    { person: teacher.person, key, row: String(ana.id) },
    { before: history.version, base: history.version, saveId: "put-it-back" },
  );
  expect((await storedIn(key))[0]).toMatchObject({ state: "A", reason: "sick" });
});

test.each<[string, FieldValues, string]>([
  ["a state of its own invention", { state: "X" }, "choose present, absent, late or left early"],
  ["no state at all", { state: null }, "choose present, absent, late or left early"],
  [
    "a reason of its own invention",
    { state: "A", reason: "beach" },
    "choose a reason from the school’s list",
  ],
  ["a note that is too long", { state: "A", note: "x".repeat(101) }, "1 character too many: use at most 100"],
  [
    "a reason for who is present",
    { reason: "sick" },
    "a student who was present cannot have a reason or a note",
  ],
  ["what is no column", { mark: 5 }, "the register does not have this column"],
])("refused: %s", async (_, changes, reason) => {
  const { teacher, students, key } = await givenClass();
  await save(teacher.person, key, everybody(students));
  const [read] = (await loadRegister(teacher.person, key)).rows;

  const result = await save(teacher.person, key, [[students[0], changes, read?.version]]);

  expect(result).toMatchObject({ results: [{ outcome: "refused", refusals: [{ reason }] }] });
});

test("a student of another class has no row", async () => {
  const { teacher, key } = await givenClass();
  const { students: others } = await givenClass();

  const result = await save(teacher.person, key, [[others[0], { state: "P" }]]);

  expect(result).toMatchObject({
    results: [{ outcome: "refused", refusals: [{ reason: "not in this class on that day" }] }],
  });
  expect(await storedIn(key)).toEqual([]);
});

await createHoliday("Labour Day", "2026-06-19");
await createHoliday("Sports", "2026-06-04", "2026-06-05");
await openSchoolDay("2026-06-27");
await openSchoolDay("2026-06-05");

test.each([
  ["a Saturday", "2026-06-20", "Sat 20 Jun 2026 is not a school day"],
  ["a holiday", "2026-06-19", "Fri 19 Jun 2026 is a holiday, Labour Day"],
  ["between two terms", "2026-04-01", "Wed 1 Apr 2026 is not in a school term"],
  ["after the last term", "2026-08-03", "Mon 3 Aug 2026 is not in a school term"],
  ["a day of a term that is over", "2026-02-03", "this term is over"],
])("nothing is marked on %s", async (_, day, words) => {
  const { teacher, students, key } = await givenClass();

  const result = await save(teacher.person, { ...key, day }, everybody(students));
  const page = await loadRegister(teacher.person, { ...key, day });

  expect(result).toMatchObject({ closed: { words } });
  expect(page).toMatchObject({ canEdit: false, closed: words });
  expect(await storedIn({ ...key, day })).toEqual([]);
});

test.each(["2026-06-27", "2026-06-05"])("a day without school that was opened is marked: %s", async (day) => {
  const { teacher, students, key } = await givenClass();

  await save(teacher.person, { ...key, day }, everybody(students));

  expect(await storedIn({ ...key, day })).toHaveLength(3);
});

test("a day that is closed while its register is saved is closed before or after, never between", async () => {
  const { teacher, students, key } = await givenClass();
  await openSchoolDay("2026-06-21");
  let saving: ReturnType<typeof save> | undefined;
  await transaction(TEST, async (t) => {
    await lockSchoolDays(t);
    await OpenedDay.delete({ day: "2026-06-21" }, t);
    saving = save(teacher.person, { ...key, day: "2026-06-21" }, everybody(students));
    await waitForLockWait();
  });

  expect(await saving).toMatchObject({ closed: { words: "Sun 21 Jun 2026 is not a school day" } });
});

test("what was marked before its day became a holiday can be read, and not changed", async () => {
  const { teacher, students, key } = await givenClass();
  const marked = { ...key, day: "2026-06-18" };
  await save(teacher.person, marked, everybody(students, { [students[0].id]: { state: "A" } }));
  await createHoliday("Hurricane", "2026-06-18");

  const page = await loadRegister(teacher.person, marked);
  const corrected = await save(teacher.person, marked, [
    [students[0], { state: "P" }, page.rows[0]?.version],
  ]);
  const afternoon = await loadRegister(teacher.person, { ...marked, session: 2 });

  expect(page).toMatchObject({ canEdit: false, rows: [{ values: { state: "A" } }, {}, {}] });
  expect(corrected).toMatchObject({ closed: { words: "Thu 18 Jun 2026 is a holiday, Hurricane" } });
  expect(afternoon).toMatchObject({ marked: null, rows: [] });
});

test("no day that has not come yet is marked", async () => {
  const { teacher, students, key } = await givenClass();
  await extendTerm();
  const tomorrow = await queryRow<{ day: string }>(
    `select (d.day)::date::text as day
       from generate_series(now() + interval '2 days', now() + interval '6 days', interval '1 day') d (day)
      where extract(isodow from d.day) < 6 order by d.day limit 1`,
    [],
    noTransaction,
  );

  const result = await save(teacher.person, { ...key, day: tomorrow?.day ?? "" }, everybody(students));

  expect(result).toMatchObject({
    closed: { why: "no-school", words: expect.stringMatching(/is in the future$/) },
  });
});

/** Extends the current term beyond today, whenever this runs. */
async function extendTerm() {
  await transaction(TEST, (t) =>
    runQuery(
      `update academic_terms set term_end = (now() + interval '60 days')::date,
              next_term_start = (now() + interval '90 days')::date
        where academic_term_id = $1`,
      [TERM_IDS[2]],
      t,
    ),
  );
}

test("a register is its class's: another teacher does not see it, the dean and the principal only read it", async () => {
  const { students, key, schoolClass } = await givenClass();
  const stranger = await createTeacher();
  const dean = await createTeacher();
  await assignDean(schoolClass, dean);

  await expect(loadRegister(stranger.person, key)).rejects.toMatchObject({ kind: "notFound" });
  await expect(save(stranger.person, key, everybody(students))).rejects.toMatchObject({ kind: "notFound" });
  for (const reader of [dean, principal]) {
    expect(await loadRegister(reader.person, key)).toMatchObject({ canEdit: false });
    expect(await save(reader.person, key, everybody(students))).toMatchObject({
      closed: { why: "not-yours" },
    });
  }
  expect(await save(admin.person, key, everybody(students))).toMatchObject({ closed: null });
});

test("a session that the school does not have is not there", async () => {
  const { teacher, key } = await givenClass();

  await expect(loadRegister(teacher.person, { ...key, session: 3 })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("who joins or leaves is on the registers of their days alone", async () => {
  const { teacher, students, schoolClass, key } = await givenClass();
  const [ana, ben, cy] = students;
  await save(teacher.person, key, everybody(students));
  const next = { ...key, day: "2026-06-26" };
  await transaction(TEST, (t) =>
    runQuery(
      "update students set student_status_id = 4, status_since = '2026-06-26' where id = $1",
      [ana.id],
      t,
    ),
  );
  const [joiner] = await createStudents(await createClass({ label: `Old ${classes}` }), 1);
  if (!joiner) throw new Error("a student was made");
  await registerStudents(schoolClass, [joiner]);
  await transaction(TEST, (t) =>
    runQuery("update students set entry_date = '2026-06-26' where id = $1", [joiner.id], t),
  );

  const [old, now] = [await loadRegister(teacher.person, key), await loadRegister(teacher.person, next)];

  expect(old.rows.map(({ row: name }) => Number(name))).toEqual([ana.id, ben.id, cy.id]);
  expect(now.rows.map(({ row: name }) => Number(name))).toEqual([ben.id, cy.id, joiner.id]);
});

test("who was marked in another class that session is not listed in the new one", async () => {
  const { students, key, teacher } = await givenClass();
  const other = await givenClass();
  await save(teacher.person, key, everybody(students));
  await registerStudents(other.schoolClass, [students[0]]);

  const before = await loadRegister(other.teacher.person, other.key);
  const after = await loadRegister(other.teacher.person, { ...other.key, day: "2026-06-26" });

  expect(before.rows).toHaveLength(3);
  expect(after.rows).toHaveLength(4);
});

test("who comes onto another class's register at the same moment is told, not lost", async () => {
  const old = await givenClass();
  const [ana] = old.students;
  let saving: ReturnType<typeof save> | undefined;
  await transaction(TEST, async (t) => {
    const key = { class_id: old.key.classId, day: DAY, session: 1 };
    await AttendanceRegister.insert({ ...key, marked_by: old.teacher.accountId }, t);
    await AttendanceEntry.insert({ ...key, student_key: ana.id, state: "A" }, t);
    const moved = await givenClass();
    await registerStudents(moved.schoolClass, [ana]);
    saving = save(moved.teacher.person, moved.key, everybody([ana, ...moved.students]));
    await waitForLockWait();
  });

  const result = await saving;

  expect(result).toMatchObject({
    results: [{ outcome: "refused" }, { outcome: "saved" }, { outcome: "saved" }, { outcome: "saved" }],
  });
});

test("who was away for days, or in the morning, is said to be", async () => {
  const { teacher, schoolClass, students, key } = await givenClass();
  const [ana, ben, cy] = students;
  const on = (day: string, session: number) => ({ day, session, by: teacher });
  await markRegister(
    schoolClass,
    [
      [ana, "A"],
      [ben, "A"],
      [cy, "A"],
    ],
    on("2026-06-22", 1),
  );
  await markRegister(
    schoolClass,
    [
      [ana, "A"],
      [ben, "A"],
      [cy, "A"],
    ],
    on("2026-06-23", 1),
  );
  await markRegister(
    schoolClass,
    [
      [ana, "A"],
      [ben, "A"],
      [cy, "P"],
    ],
    on("2026-06-24", 1),
  );
  await markRegister(
    schoolClass,
    [
      [ana, "A"],
      [ben, "P"],
      [cy, "A"],
    ],
    on("2026-06-24", 2),
  );
  await markRegister(
    schoolClass,
    [
      [ana, "A"],
      [ben, "P"],
      [cy, { state: "A", reason: "sick" }],
    ],
    on(DAY, 1),
  );

  const morning = await loadRegister(teacher.person, key);
  const afternoon = await loadRegister(teacher.person, { ...key, session: 2 });
  const dayAfter = await loadRegister(teacher.person, { ...key, day: "2026-06-26" });

  expect(morning.rows.map(({ before }) => before)).toEqual(["4th day in a row", null, null]);
  expect(afternoon.rows.map(({ proposed }) => [proposed.state, proposed.reason])).toEqual([
    ["A", null],
    ["P", null],
    ["A", "sick"],
  ]);
  expect(afternoon.rows[2]?.before).toBe("Absent in the morning too");
  expect(dayAfter.rows.map(({ before }) => before)).toEqual([
    "5th day in a row",
    null,
    "Absent yesterday too",
  ]);
});

test("days of the term before do not run on into this one", async () => {
  const { teacher, schoolClass, students, key } = await givenClass();
  const [ana, ben, cy] = students;
  const [lastDay, firstDay] = ["2026-03-27", "2026-04-13"];
  for (const day of [lastDay, firstDay])
    await markRegister(
      schoolClass,
      [
        [ana, "A"],
        [ben, "A"],
        [cy, "P"],
      ],
      { day, by: teacher },
    );

  const first = await loadRegister(teacher.person, { ...key, day: firstDay });
  const second = await loadRegister(teacher.person, { ...key, day: "2026-04-14" });

  expect(first.rows.map(({ before }) => before)).toEqual([null, null, null]);
  expect(second.rows.map(({ before }) => before)).toEqual([
    "Absent yesterday too",
    "Absent yesterday too",
    null,
  ]);
});

test("a register of a day that became a holiday is read, not marked", async () => {
  const { teacher, students, key } = await givenClass();
  const day = "2026-05-20";
  await save(teacher.person, { ...key, day }, everybody(students));
  await createHoliday("Flood", day);

  const shown = await loadRegister(teacher.person, { ...key, day });
  const other = await loadRegister(teacher.person, { ...key, day, session: 2 });

  expect(shown).toMatchObject({ canEdit: false, marked: expect.stringMatching(/^Marked /) });
  expect(shown.rows.map(({ values }) => values.state)).toEqual(["P", "P", "P"]);
  expect(other.rows).toEqual([]);
});

test("a form without script is the whole register, and a page that is older says what was changed meanwhile", async () => {
  const { teacher, colleague, students, key } = await givenClass();
  const [ana, ben, cy] = students;
  const whose = { person: teacher.person, key };
  const form = (state: string) => [
    buildPostedRow(ana.id, 0, { state, reason: null, note: null }),
    buildPostedRow(ben.id, 0, { state: "P", reason: null, note: null }),
    buildPostedRow(cy.id, 0, { state: "P", reason: null, note: null }),
  ];

  const first = await savePostedForm(REGISTER_SAVE_DEFINITION, whose, form("A"));
  const again = await savePostedForm(
    REGISTER_SAVE_DEFINITION,
    { ...whose, person: colleague.person },
    form("L"),
  );

  expect(first).toMatchObject({ status: 200 });
  expect(again).toMatchObject({
    status: 409,
    outcomes: { [ana.id]: { state: "changed", by: "D. Ramkissoon" } },
  });
  expect((await storedIn(key)).map(({ state }) => state)).toEqual(["A", "P", "P"]);
});

test("two pages of one person are told from two people", async () => {
  const { teacher, students, key } = await givenClass();
  await save(teacher.person, key, everybody(students));

  const other = await save(teacher.person, key, [[students[0], { state: "L" }]]);

  expect(other).toMatchObject({ results: [{ outcome: "conflict", by: OWN_CHANGE_AUTHOR }] });
});

test("what waits on a device is named for the class's teacher, and for nobody else", async () => {
  const { teacher, students, key } = await givenClass();
  const stranger = await createTeacher();
  const requests = [{ target: `${registerUrl(key)}/save`, rows: students.map(({ id }) => String(id)) }];

  const [named] = await describeTargets(teacher.person, requests);

  expect(named).toMatchObject({
    title: expect.stringMatching(/^Register, Std 1 /),
    about: "Thu 25 Jun 2026, Morning",
    url: registerUrl(key),
    values: { reason: expect.objectContaining({ sick: "Sick", bereavement: "Bereavement" }) },
    names: Object.fromEntries(
      students.map((student) => [student.id, `${student.lastName}, ${student.firstName}`]),
    ),
  });
  expect(await describeTargets(stranger.person, requests)).toEqual([]);
});

test("who has one class begins at its first session that is not marked; who has none, nowhere", async () => {
  const { teacher, students, key } = await givenClass();
  const stranger = await createTeacher();
  const on = new URLSearchParams({ date: DAY });
  const before = await findRegisterToStart(teacher.person, on);
  await save(teacher.person, key, everybody(students));

  const after = await findRegisterToStart(teacher.person, on);
  const result = await findRegisterToStart(teacher.person, new URLSearchParams({ date: DAY, session: "1" }));
  const all = await findRegisterToStart(admin.person, on);

  expect(before).toEqual({ go: registerUrl(key) });
  expect(after).toEqual({ go: registerUrl({ ...key, session: 2 }) });
  expect(result).toEqual({ go: registerUrl(key) });
  expect(all).toMatchObject({
    choice: {
      classes: expect.arrayContaining([
        expect.objectContaining({ words: "Morning 3 present, 0 absent", isMarked: true }),
      ]),
    },
  });
  expect(await findRegisterToStart(stranger.person, on)).toMatchObject({ choice: { classes: [] } });
});
