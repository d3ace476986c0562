import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listPartsChangedSinceRehearsal } from "#db/queries/rollover/fingerprint.ts";
import {
  listClassesAfterRollover,
  listRolloverOutcomesPage,
  listRolloverJournal,
} from "#db/queries/rollover/outcomes.ts";
import {
  findLastStartedRollover,
  listRolloverSteps,
  findRolloverUnderWay,
} from "#db/queries/rollover/rollovers.ts";
import { registerStudent } from "#db/queries/people/students/new-student.ts";
import { startRehearsal } from "#features/rollover/start-rehearsal.server.ts";
import { createRolloverStepJob } from "#features/rollover/rollover-jobs.server.ts";
import { startRollover, undoRollover } from "#features/rollover/start-run.server.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { openTestConnection } from "#tests/support/postgres/connection-of.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import { createAdmin, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents } from "#tests/support/builders/students.ts";
import { saveMarks } from "#tests/support/saves.ts";
import {
  classIn,
  createNextClass,
  currentTermId,
  fingerprintOfSchool,
  NEXT_DATES,
  NEXT_TERM_ID,
  rehearsed,
  rollover,
  stepStates,
  completeRollover,
  work,
} from "./rollover-scenario.ts";

const databaseUrl = await freshDatabase();
await createSchool({ flavour: "secondary" });
const [admin, second] = [await createAdmin(), await createFormTeacher({ permissions: [8, 9] })];
const [former, successor] = [await createFormTeacher(), await createFormTeacher()];
const firsts = await createClass({ formClassId: "1A", formTeacher: former });
const last = await createClass({ formClassId: "6A" });
const { lessonId } = await createLesson(former, firsts);
await createNextClass("1A");
const secondForm = await createNextClass("2A", { lead: successor });
const [up, repeats] = await createStudents(firsts, 2);
const [graduate] = await createStudents(last, 1);
const [left, loose] = [await createStudent(), await createStudent()];
if (!up || !repeats || !graduate) throw new Error("three in classes");
await transaction(TEST, async (t) => {
  await runQuery("update students set student_status_id = 3 where id = $1", [left.id], t);
  await runQuery(
    `update term_records set repeating = '1A', signed_by = $2, signed_at = now(), signed_fingerprint = 'as signed'
      where student_key = $1 and academic_term_id % 10 = 3`,
    [repeats.id, admin.accountId],
    t,
  );
});
const before = await fingerprintOfSchool();

test("a run moves everybody to where the rehearsal said, and the journal names them all", async () => {
  const done = await completeRollover(admin);

  const rolloverId = done.rollover_id;
  const told = await listRolloverJournal({ rolloverId }, noTransaction);
  expect(done).toMatchObject({
    state: "done",
    enrolled: 4,
    promoted: 1,
    repeating: 1,
    leaving: 1,
    unplaced: 1,
  });
  expect(await stepStates(rolloverId)).toEqual({ advance: "done", register: "done", promote: "done" });
  expect(await currentTermId()).toBe(NEXT_TERM_ID);
  expect(
    await Promise.all([up, repeats, graduate, loose].map((item) => classIn(NEXT_TERM_ID, item))),
  ).toEqual(["2A", "1A", undefined, undefined]);
  expect(told.map(({ student_key, what, next_label }) => [student_key, what, next_label])).toEqual([
    [up.id, "promoted", "2A"],
    [repeats.id, "repeating", "1A"],
    [graduate.id, "leaving", null],
    [loose.id, "unplaced", null],
  ]);
  expect(await statusOf(graduate)).toBe(5);
  expect(await statusOf(left)).toBe(3);
});

test("a term that is new has the dates that were given and the assessment type of last year's", async () => {
  const [term] = await queryRows(
    `select term_start::text, term_end::text, total_sessions, assessment_type from academic_terms where academic_term_id = $1
      order by academic_term_id`,
    [NEXT_TERM_ID],
    noTransaction,
  );

  expect(term).toEqual({
    term_start: "2026-09-07",
    term_end: "2026-12-11",
    total_sessions: 132,
    assessment_type: "Mid Term",
  });
});

test("the classes of the year that is over end with it", async () => {
  const ends = await queryRows(
    `select h.employee_id, h.to_date::text from class_teachers h order by h.class_teacher_id`,
    [],
    noTransaction,
  );

  expect(ends).toEqual([
    { employee_id: former.employeeId, to_date: "2026-07-03" },
    { employee_id: successor.employeeId, to_date: null },
  ]);
});

test("a step that is sent again does nothing, and pressing again begins nothing", async () => {
  const { rollover_id: rolloverId } = await latest();
  const now = await fingerprintOfSchool();

  await createRolloverStepJob("advance")({ rolloverId });
  await createRolloverStepJob("promote")({ rolloverId });
  const again = await startRollover(admin.person, { rolloverId });

  expect(again).toEqual({ kind: "done", rolloverId });
  expect(await work()).toEqual([]);
  expect(await fingerprintOfSchool()).toEqual(now);
});

test("undo restores everything as it was before the run", async () => {
  const { rollover_id: rolloverId } = await latest();

  const undone = await undoRollover(admin.person, { rolloverId });
  const closed = await findRolloverUnderWay(noTransaction);
  const jobs = await work();

  expect(undone).toEqual({ kind: "undoing" });
  expect(closed).toMatchObject({ rollover_id: rolloverId, state: "undoing" });
  expect(jobs).toEqual(["turn.undo"]);
  expect(await rollover(rolloverId)).toMatchObject({ state: "undone", undo_asked_by_name: "Admin" });
  expect(await fingerprintOfSchool()).toEqual(before);
});

test("what changed since it was rehearsed is told, nothing is begun, and it is rehearsed again", async () => {
  const { rollover_id: rolloverId } = await rehearsed(admin);
  await termTransaction(TEST, (t) =>
    registerStudent({ studentKey: loose.id, classId: firsts.classId, academicTermId: TERM_IDS[2] }, t),
  );

  const started = await startRollover(admin.person, { rolloverId });
  await work();

  expect(started).toMatchObject({ kind: "stale", changed: ["roster"] });
  expect(started.rolloverId).toBeGreaterThan(rolloverId);
  expect(await rollover(rolloverId)).toMatchObject({ state: "stale" });
  expect(await rollover(started.rolloverId)).toMatchObject({ state: "ready", promoted: 2, unplaced: 0 });
  expect(await listPartsChangedSinceRehearsal(started, noTransaction)).toEqual([]);
  await transaction(TEST, async (t) => {
    await runQuery("delete from registrations where student_key = $1", [loose.id], t);
    await runQuery("delete from term_records where student_key = $1", [loose.id], t);
  });
});

test("a mark does not make a rehearsal stale", async () => {
  const { rollover_id: rolloverId } = await rehearsed(admin);
  const { subjectId, employeeId } = await createLesson(former, firsts, { subject: "Spanish" });

  await createMark(up, { subjectId, employeeId }, { mark: 71 });

  expect(await listPartsChangedSinceRehearsal({ rolloverId }, noTransaction)).toEqual([]);
  await transaction(TEST, (t) => runQuery("delete from marks", [], t));
});

test("two administrators who press at once begin one run", async () => {
  const { rollover_id: rolloverId } = await rehearsed(admin);
  const writer = await openTestConnection(databaseUrl);
  await writer.query("begin");
  await writer.query("select pg_advisory_xact_lock_shared(20260901)");

  const both = Promise.all([
    startRollover(admin.person, { rolloverId }),
    startRollover(second.person, { rolloverId }),
  ]);
  await expect.poll(countLockWaits, { timeout: 10_000, interval: 10 }).toBe(2);
  await writer.query("commit");
  const kinds = (await both).map(({ kind }) => kind).toSorted();

  expect(kinds).toEqual(["running", "started"]);
});

test(
  "during a run a mark is refused with the reason, and another rehearsal is not begun",
  { timeout: 20_000 },
  async () => {
    const key = { lessonId, academicTermId: TERM_IDS[2], testId: 1 as const, fortnightlyTestId: null };
    const input = {
      saveId: "during-the-run",
      rows: [{ row: String(up.id), base: null, changes: { mark: 66 } }],
    };

    const refusal: unknown = await saveMarks(former.person, key, input).catch((error: unknown) => error);
    const rehearsal = await startRehearsal(admin.person, NEXT_DATES);

    expect(String(refusal)).toContain("The new term is being set up.");
    expect(rehearsal).toMatchObject({ kind: "running" });
  },
);

test("a mark that waited goes out to the term it belongs to: not to the new one, and where the run is undone it is saved", async () => {
  const key = { lessonId, academicTermId: TERM_IDS[2], testId: 1 as const, fortnightlyTestId: null };
  const rowsToSave = [{ row: String(up.id), base: null, changes: { mark: 66 } }];
  const { rollover_id: rolloverId } = await latest();
  await work();
  const afterRun = await saveMarks(former.person, key, { saveId: "waited", rows: rowsToSave });
  await undoRollover(admin.person, { rolloverId });
  await work();

  const afterUndo = await saveMarks(former.person, key, { saveId: "waited", rows: rowsToSave });

  expect(afterRun).toMatchObject({ closed: { why: "past-term" } });
  expect(afterUndo).toMatchObject({ closed: null, results: [{ outcome: "saved" }] });
  await transaction(TEST, (t) => runQuery("delete from marks", [], t));
  expect(await fingerprintOfSchool()).toEqual({ ...before, lessons: expect.any(String) as string });
});

test("a step that fails for good has the whole run taken back", async () => {
  const { rollover_id: rolloverId } = await rehearsed(admin);
  await startRollover(admin.person, { rolloverId });
  await work({ until: 2 });
  const [already] = await queryRows<{ rollover_id: number }>(
    "select rollover_id from term_rollovers order by rollover_id",
    [],
    noTransaction,
  );
  const promotion = [up.id, already?.rollover_id];
  await transaction(TEST, (t) =>
    runQuery("insert into promotions values ($1, 20252026, null, $2)", promotion, t),
  );

  const jobs = await work();

  await transaction(TEST, (t) => runQuery("delete from promotions", [], t));
  expect(jobs).toEqual(["turn.promote", "turn.undo"]);
  expect(await rollover(rolloverId)).toMatchObject({ state: "undone", undo_asked_by: null });
  expect((await rollover(rolloverId)).fault).toContain("all changes were undone");
  expect(await stepStates(rolloverId)).toEqual({ advance: "undone", register: "undone", promote: "waiting" });
  expect(await fingerprintOfSchool()).toEqual({ ...before, lessons: expect.any(String) as string });
});

test("who changes a mark of the new term first closes the undo, and is named", async () => {
  const { rollover_id: rolloverId } = await completeRollover(admin);
  const lesson = await createLesson(successor, { classId: secondForm }, { subject: "Art" });
  const key = {
    lessonId: lesson.lessonId,
    academicTermId: NEXT_TERM_ID,
    testId: 1 as const,
    fortnightlyTestId: null,
  };
  const input = {
    saveId: "the-first-mark",
    rows: [{ row: String(up.id), base: null, changes: { mark: 50 } }],
  };
  await saveMarks(successor.person, key, input);

  const undone = await undoRollover(admin.person, { rolloverId });

  expect(undone).toMatchObject({
    kind: "closed",
    by: {
      last_name: successor.person.lastName,
      table_name: "marks",
      class_label: "2A",
      subject_title: "Art",
    },
  });
  expect(await findLastStartedRollover(noTransaction)).toMatchObject({
    rollover_id: rolloverId,
    state: "done",
  });
});

test("advancing again to a term that has registrations promotes nobody twice, and adds who is missing", async () => {
  await transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [TERM_IDS[2]], t));
  await termTransaction(TEST, (t) =>
    registerStudent({ studentKey: loose.id, classId: firsts.classId, academicTermId: TERM_IDS[2] }, t),
  );

  const again = await completeRollover(admin, { ...NEXT_DATES, total_sessions: 128 });

  expect(again).toMatchObject({ state: "done", staying: 2, promoted: 1, leaving: 0, enrolled: 3 });
  expect(await Promise.all([up, repeats, loose].map((item) => classIn(NEXT_TERM_ID, item)))).toEqual([
    "2A",
    "1A",
    "2A",
  ]);
});

test("within a year everybody stays in their class, in two steps", async () => {
  const dates = {
    term_start: "2027-01-04",
    term_end: "2027-03-26",
    total_sessions: 118,
    next_term_start: "2027-04-12",
  };
  const done = await completeRollover(admin, dates);

  const rolloverId = done.rollover_id;
  const steps = await listRolloverSteps({ rolloverId }, noTransaction);
  const page = { what: null, assumed: null, formLevel: 2, classId: null, limit: 1, offset: 1 };
  const outcomes = await listRolloverOutcomesPage(
    { rolloverId, ...page, name: "", order: "class" },
    noTransaction,
  );
  const classes = await listClassesAfterRollover({ rolloverId }, noTransaction);
  expect(done).toMatchObject({ turns_year: false, staying: 3, enrolled: 3, on_roll: 3 });
  expect(steps.map(({ step, state, students }) => [step, state, students])).toEqual([
    ["advance", "done", 0],
    ["register", "done", 3],
    ["promote", "skipped", 0],
  ]);
  expect(outcomes).toMatchObject([{ what: "staying", why: "same-class", next_label: "2A", total: 2 }]);
  expect(classes).toMatchObject([
    { label: "1A", staying: 1, students: 1, from: [{ label: "1A", count: 1 }] },
    { label: "2A", staying: 2, students: 2, from: [{ label: "2A", count: 2 }] },
  ]);
});

async function latest() {
  const found = await findLastStartedRollover(noTransaction);
  if (!found) throw new Error("no run was begun");
  return found;
}

async function statusOf({ id }: { id: number }): Promise<number | undefined> {
  const [student] = await queryRows<{ student_status_id: number }>(
    "select student_status_id from students where id = $1 order by id",
    [id],
    noTransaction,
  );
  return student?.student_status_id;
}
