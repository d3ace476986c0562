import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listEntriesSinceRollover } from "#db/queries/rollover/undo-closed.ts";
import { TERM_NOT_STARTED } from "#domain/rollover/under-way-message.ts";
import { rehearseNextTerm, startRehearsal } from "#features/rollover/start-rehearsal.server.ts";
import { findLatestEventId, undoRollover } from "#features/rollover/start-run.server.ts";
import { describeTargets } from "#features/unsent/name-rows.server.ts";
import { createAdmin, createFormTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  TEST,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { saveMarks } from "#tests/support/saves.ts";
import {
  classIn,
  completeRollover,
  createNextClass,
  currentTermId,
  NEXT_TERM_ID,
  work,
} from "./rollover-scenario.ts";

/** Covers what people enter in a new term before it begins and before its start is undone. */

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const successor = await createFormTeacher();
const firsts = await createClass({ formClassId: "1A" });
await createNextClass("1A");
const second = await createNextClass("2A", { lead: successor });
const [up, other] = await createStudents(firsts, 2);
if (!up || !other) throw new Error("two in 1A");
const { lessonId, subjectId } = await createLesson(successor, { classId: second }, { subject: "Art" });

/** A term that has not begun. */
const LATER = {
  term_start: "2098-09-08",
  term_end: "2098-12-12",
  total_sessions: 132,
  next_term_start: "2099-01-05",
};
const KEY = { lessonId, academicTermId: NEXT_TERM_ID, testId: 1 as const, fortnightlyTestId: null };

test("a teacher's entry opens on the first day of the new term, or when an administrator opens it", async () => {
  await completeRollover(admin, LATER);

  const early = await enter("too-early", 50);
  await opened("2026-01-01");
  const open = await enter("opened", 51);
  await transaction(TEST, (t) => runQuery("delete from entry_windows", [], t));
  const closed = await enter("closed-again", 52);

  expect(JSON.stringify(early)).toContain("marks can be entered from 8 Sep 2098");
  expect(JSON.stringify(closed)).toContain("marks can be entered from 8 Sep 2098");
  expect(JSON.stringify(open)).not.toContain("can be entered");
  expect(await marks()).toEqual([{ student_key: up.id, mark: 51 }]);
});

test("an undo waits until the person has seen what was entered, keeps it, and the term has it when it begins again", async () => {
  const [{ rollover_id: rolloverId } = { rollover_id: 0 }] = await queryRows<{ rollover_id: number }>(
    "select rollover_id from term_rollovers where state = 'done' order by rollover_id",
    [],
    noTransaction,
  );
  await transaction(TEST, (t) =>
    runQuery(
      "update term_records set project = 'Kite' where student_key = $key and academic_term_id = $termId",
      { key: other.id, termId: NEXT_TERM_ID },
      t,
    ),
  );
  await createAssessment({ classId: second, subjectId }, { termId: NEXT_TERM_ID, testDate: "2098-09-20" });
  const entries = await listEntriesSinceRollover({ rolloverId }, noTransaction);
  const seen = findLatestEventId(entries);

  const unseen = await undoRollover(admin.person, { rolloverId });
  const old = await undoRollover(admin.person, { rolloverId, seen: seen - 1 });
  const undone = await undoRollover(admin.person, { rolloverId, seen });
  await work();

  expect(entries).toMatchObject([
    { table_name: "marks", class_label: "2A", subject_title: "Art", entries: 1 },
    { table_name: "term_records", class_label: "2A", entries: 1 },
  ]);
  expect([unseen.kind, old.kind, undone.kind]).toEqual(["closed", "closed", "undoing"]);
  expect(await currentTermId()).toBe(TERM_IDS[2]);
  expect([await classIn(NEXT_TERM_ID, up), await classIn(NEXT_TERM_ID, other)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await projects()).toEqual([{ student_key: other.id, project: "Kite" }]);

  const waiting = { saveId: "waits", rows: [{ row: String(other?.id), base: null, changes: { mark: 40 } }] };
  const early = await saveMarks(admin.person, KEY, waiting).catch((error: unknown) => String(error));
  const target = `/app/mark-sheet/${lessonId}/${NEXT_TERM_ID}/1/save`;
  const [waits] = await describeTargets(successor.person, [{ target, rows: [String(other?.id)] }]);
  const warned = await rehearseNextTerm(admin.person, {
    ...LATER,
    term: TERM_IDS[2],
    term_start: "2098-10-01",
  });
  const again = await completeRollover(admin, LATER);
  const later = await saveMarks(admin.person, KEY, { ...waiting, saveId: "waits-again" });

  expect(again).toMatchObject({ state: "done", promoted: 2, enrolled: 2 });
  expect([await classIn(NEXT_TERM_ID, up), await classIn(NEXT_TERM_ID, other)]).toEqual(["2A", "2A"]);
  expect(await queryRows(FIRST_DAYS, [second], noTransaction)).toEqual([{ from_date: LATER.term_start }]);
  expect(early).toContain(TERM_NOT_STARTED);
  expect(waits).toMatchObject({ isEarly: true, url: null });
  expect(JSON.stringify(warned)).toContain("These dates leave the dates of 1 test outside the term.");
  expect(later).toMatchObject({ closed: null, results: [{ outcome: "saved" }] });
  expect(await marks()).toEqual([
    { student_key: up.id, mark: 51 },
    { student_key: other.id, mark: 40 },
  ]);
  expect(await projects()).toEqual([
    { student_key: up.id, project: "" },
    { student_key: other.id, project: "Kite" },
  ]);
  expect((await startRehearsal(admin.person, { ...LATER, term_start: "2098-09-01" })).kind).toBe("invalid");
});

function enter(saveId: string, mark: number) {
  const input = { saveId, rows: [{ row: String(up?.id), base: null, changes: { mark } }] };
  return saveMarks(successor.person, KEY, input).catch((error: unknown) => String(error));
}

function opened(day: string) {
  return transaction(TEST, (t) =>
    runQuery(
      "insert into entry_windows (academic_term_id, kind, opens_at) values ($termId, 'marks', $day)",
      { termId: NEXT_TERM_ID, day },
      t,
    ),
  );
}

const FIRST_DAYS =
  "select from_date::text as from_date from class_teachers where class_id = $1 order by class_teacher_id";

function marks() {
  return queryRows(
    "select student_key, mark::integer as mark from marks order by mark_id",
    [],
    noTransaction,
  );
}

function projects() {
  return queryRows(
    "select student_key, project from term_records where academic_term_id = $1 order by student_key",
    [NEXT_TERM_ID],
    noTransaction,
  );
}
