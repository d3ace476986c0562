import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { saveOutcomeDecisions } from "#features/rollover/outcomes/decisions.server.ts";
import { rehearseAgain, startRehearsal } from "#features/rollover/start-rehearsal.server.ts";
import { isBalanced, countAllRolloverOutcomes } from "#domain/rollover/rollover.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudent, createStudents, type Student } from "#tests/support/builders/students.ts";
import {
  classIn,
  createFormClass,
  createNextClass,
  outcomeOf,
  fingerprintOfSchool,
  NEXT_DATES,
  NEXT_TERM_ID,
  rehearsed,
  rollover,
  work,
} from "./rollover-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
await createFormClass("2B", 2, 25);
const admin = await createAdmin();
const [firsts, seconds, last] = [
  await createClass({ formClassId: "1A" }),
  await createClass({ formClassId: "2A" }),
  await createClass({ formClassId: "6A" }),
];
for (const formClassId of ["1A", "2A", "2B", "3A"]) await createNextClass(formClassId);

const [up, repeats, unsigned, undecided, elsewhere] = await createStudents(firsts, 5);
const [missing, sentOn, sentBack, leaves] = await createStudents(seconds, 4);
const [graduate, stays] = await createStudents(last, 2);
const [loose, placed, gone] = [await createStudent(), await createStudent(), await createStudent()];
if (!up || !repeats || !unsigned || !undecided || !elsewhere) throw new Error("five in 1A");
if (!missing || !sentOn || !sentBack || !leaves || !graduate || !stays) throw new Error("six in 2A and 6A");

await decided(up, { promoted_to: "2A" }, { signed: true });
await decided(repeats, { repeating: "1A" }, { signed: true });
await decided(unsigned, { repeating: "1A" }, { signed: false });
await decided(elsewhere, { promoted_to: "2B" }, { signed: true });
await decided(missing, { promoted_to: "4A" }, { signed: true });
await decided(stays, { promoted_to: "6A" }, { signed: true });
await transaction(TEST, (t) =>
  runQuery("update students set student_status_id = 4 where id = $1", [gone.id], t),
);
const before = await fingerprintOfSchool();

test("a rehearsal says of every student where they go and why, and refuses who cannot be placed", async () => {
  const first = await rehearsed(admin);

  const outcomes = await Promise.all(
    [up, repeats, unsigned, undecided, elsewhere, missing, graduate, stays, loose].map((item) =>
      outcomeOf(first, item),
    ),
  );
  expect(first).toMatchObject({ state: "refused", nowhere: 2, enrolled: 13, promoted: 6 });
  expect(outcomes).toEqual([
    { what: "promoted", why: "report-signed", next: "2A", assumed: false },
    { what: "repeating", why: "report-signed", next: "1A", assumed: false },
    { what: "repeating", why: "report-unsigned", next: "1A", assumed: false },
    { what: "promoted", why: "no-decision", next: "2A", assumed: true },
    { what: "promoted", why: "report-signed", next: "2B", assumed: false },
    { what: "nowhere", why: "class-missing", next: null, assumed: false },
    { what: "leaving", why: "last-level", next: null, assumed: false },
    { what: "nowhere", why: "class-missing", next: null, assumed: false },
    { what: "unplaced", why: "no-class", next: null, assumed: false },
  ]);
  expect(await outcomeOf(first, gone)).toBeNull();
});

test("a decision of the turn is stronger than the report, and it is rehearsed again by itself", async () => {
  const { rollover_id: rolloverId } = await rehearsed(admin);
  const keysOf = (...students: Student[]) => students.map(({ id }) => id);
  const decide = async (
    students: Student[],
    decision: Parameters<typeof saveOutcomeDecisions>[1]["decision"],
  ) => saveOutcomeDecisions(admin.person, { rolloverId, studentKeys: keysOf(...students), decision });
  const nothing = { classId: null, formClassId: null };

  await decide([missing], { kind: "form-class", classId: null, formClassId: "3A" });
  await decide([sentBack], { kind: "repeat", ...nothing });
  await decide([leaves, stays], { kind: "leave", ...nothing });
  await decide([up], { kind: "repeat", ...nothing });
  const newcomer = await decide([placed], { kind: "form-class", classId: null, formClassId: "1A" });
  const wrong = await decide([placed], { kind: "class", classId: firsts.classId, formClassId: null });
  await work();

  if (newcomer.kind !== "decided" || newcomer.rolloverId === null)
    throw new Error("it was not rehearsed again");
  const ready = await rollover(newcomer.rolloverId);
  const outcomes = await Promise.all(
    [missing, sentBack, leaves, up, placed].map((item) => outcomeOf(ready, item)),
  );
  expect(wrong).toEqual({ kind: "invalid" });
  expect(ready).toMatchObject({
    state: "ready",
    enrolled: 12,
    newcomers: 1,
    unplaced: 1,
    leaving: 3,
    on_roll: 10,
  });
  expect(isBalanced(ready) && countAllRolloverOutcomes(ready)).toBe(ready.enrolled);
  expect(outcomes.map((outcome) => [outcome?.what, outcome?.why, outcome?.next])).toEqual([
    ["promoted", "decision", "3A"],
    ["repeating", "decision", "2A"],
    ["leaving", "decision", null],
    ["repeating", "decision", "1A"],
    ["new", "decision", "1A"],
  ]);
});

test("a rehearsal changes nothing in the school", async () => {
  const { turn_decisions: _, ...rest } = await fingerprintOfSchool();

  const { turn_decisions: __, ...then } = before;
  expect(rest).toEqual(then);
  expect(await classIn(NEXT_TERM_ID, up)).toBeUndefined();
});

test("the same rehearsal asked for twice is one, and another one takes its place", async () => {
  const [one, two] = [
    await startRehearsal(admin.person, NEXT_DATES),
    await startRehearsal(admin.person, NEXT_DATES),
  ];
  const other = await startRehearsal(admin.person, { ...NEXT_DATES, total_sessions: 130 });
  await work();
  if (one.kind === "invalid" || other.kind === "invalid") throw new Error("the dates are good");

  expect(two).toEqual(one);
  expect(await rollover(one.rolloverId)).toMatchObject({ state: "stale" });
  expect(await rollover(other.rolloverId)).toMatchObject({ state: "ready", total_sessions: 130 });
  expect((await rehearseAgain(admin.person, other)).rolloverId).toBeGreaterThan(other.rolloverId);
});

test.each([
  ["the end before the start", { term_end: "2026-09-01" }, "term_end"],
  ["days of another term", { term_start: "2026-07-01" }, "term_start"],
  ["0 sessions", { total_sessions: 0 }, "total_sessions"],
  ["the next term within this one", { next_term_start: "2026-12-01" }, "next_term_start"],
  ["no date", { term_start: null }, "term_start"],
] as const)("%s is refused beside its field", async (_, wrong, field) => {
  const result = await startRehearsal(admin.person, { ...NEXT_DATES, ...wrong });

  expect(result).toMatchObject({ kind: "invalid", faults: { [field]: expect.any(String) as string } });
});

type Said = { promoted_to?: string; repeating?: string };

function decided(student: Student, { promoted_to, repeating }: Said, { signed }: { signed: boolean }) {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set promoted_to = $3, repeating = $4, signed_by = case when $5 then $6::integer end,
              signed_at = case when $5 then now() end, signed_fingerprint = case when $5 then 'as signed' end
        where d.student_key = $1 and d.academic_term_id = $2`,
      [student.id, TERM_IDS[2], promoted_to ?? null, repeating ?? null, signed, admin.accountId],
      t,
    ),
  );
}
