import { expect, test } from "vitest";
import { action } from "../../../../app/routes/term-reports/sessions.tsx";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { Posting } from "#db/models/term-records.ts";
import { listTermRecords, listTermRecordChangesAfter } from "#db/queries/reports/term-records.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import type { ClassKey } from "#domain/paths.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { signReport } from "#features/term-reports/sign/sign-report.server.ts";
import { loadSessionsPlan } from "#features/term-reports/sessions/copy-sessions.server.ts";
import { createHoliday, markRegister } from "#tests/support/builders/attendance.ts";
import { createPrincipal, createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import {
  createReportScenario,
  saveReportAs,
  type ReportScenario,
} from "#tests/support/builders/report-scenario.ts";
import { createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, readFormErrors, readNoticeOf, postForm, type Fields } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();

test("one press fills a class from its register, and every report says so", async () => {
  const given = await withRegister(["P", "A"], ["L", "A"]);
  const { teacher, key } = given;
  const result = await loadSessionsPlan(teacher.person, key);

  const taken = await take(teacher, key, { seen: result.seen });

  expect(result.students.map(({ outcome }) => outcome)).toEqual(["taken", "taken"]);
  expect(taken.status).toBe(302);
  expect((await readNoticeOf(taken))?.text).toBe("Sessions of 2 reports copied from the register.");
  expect(await figuresOf(given)).toEqual([
    [2, 0, 1],
    [2, 2, 0],
  ]);
  expect((await loadReport(teacher.person, key)).sessions).toMatchObject({ from: "register" });
  const { sessions } = await loadClassOverview(teacher.person, key, new URLSearchParams());
  expect(sessions.words).toMatch(/^Sessions: 2 from the register, copied /);
});

test("a register of a day that became a holiday is counted on both sides, so never more sessions are marked than there are", async () => {
  const { teacher, key } = await withRegister(["A"], ["P"]);
  const numbersOf = async () =>
    /for (\d+) of (\d+) sessions/.exec((await loadSessionsPlan(teacher.person, key)).marked);
  const [, marked, before] = (await numbersOf()) ?? [];

  await createHoliday("Flood", "2026-04-14", "2026-04-15");

  // Two days of two sessions are no school days any longer, and two of their sessions have a register.
  expect((await numbersOf())?.slice(1)).toEqual([marked, String(Number(before) - 4 + 2)]);
  await transaction(TEST, (t) => runQuery("delete from school_holidays where title = 'Flood'", {}, t));
});

test("a figure written by hand is not overwritten before that is chosen", async () => {
  const given = await withRegister(["P", "A"]);
  const { teacher, key } = given;
  await saveReportAs(teacher, key, { changes: { sessions_absent: 5 } });
  const { seen, students } = await loadSessionsPlan(teacher.person, key);

  const unasked = await take(teacher, key, { seen });
  const kept = await take(teacher, key, { seen, byHand: "keep" });
  const stood = await figuresOf(given);
  const again = await loadSessionsPlan(teacher.person, key);
  await take(teacher, key, { seen: again.seen, byHand: "overwrite" });

  expect(students.map(({ outcome }) => outcome)).toEqual(["asked", "taken"]);
  expect([unasked.status, readFormErrors(unasked)]).toEqual([
    422,
    { "": "Choose what happens to the figures that were entered by hand." },
  ]);
  expect((await readNoticeOf(kept))?.text).toBe("Sessions of 1 report copied from the register.");
  expect(stood[0]?.[1]).toBe(5);
  expect(await figuresOf(given)).toEqual([
    [1, 0, 0],
    [1, 1, 0],
  ]);
});

test("what is written by hand afterwards is by hand, and history tells both", async () => {
  const { teacher, key } = await withRegister(["A"]);
  const { seen } = await loadSessionsPlan(teacher.person, key);
  await take(teacher, key, { seen });

  await saveReportAs(teacher, key, { changes: { sessions_absent: 0 } });

  const report = await loadReport(teacher.person, key);
  const events = await listTermRecordChangesAfter(
    { ...key, bases: new Map([[key.studentKey, 0]]) },
    noTransaction,
  );
  expect(report.sessions).toEqual({ from: "hand" });
  expect(events.map(({ new_values }) => new_values?.sessions_absent ?? null)).toEqual([null, 1, 0]);
});

test("what changed while one looked is shown again, and nothing is written", async () => {
  const given = await withRegister(["A"]);
  const { teacher, key } = given;
  const { seen } = await loadSessionsPlan(teacher.person, key);
  await saveReportAs(teacher, key, { changes: { sessions_late: 1 } });

  const answer = await take(teacher, key, { seen, byHand: "overwrite" });

  expect([answer.status, readFormErrors(answer)[""]]).toEqual([
    409,
    expect.stringContaining("These are the current figures"),
  ]);
  expect((await loadSessionsPlan(teacher.person, key)).students).toMatchObject([{ outcome: "asked" }]);
  expect((await figuresOf(given))[0]?.[2]).toBe(1);
});

test("a joiner has the sessions since, and one on no register is left", async () => {
  const given = await withRegister(["P", ""], ["P", "A"], ["P", "P"]);
  const nobody = await createReportScenario();

  const { students } = await loadSessionsPlan(given.teacher.person, given.key);
  const none = await loadSessionsPlan(nobody.teacher.person, nobody.key);

  expect(students.map(({ register }) => register)).toEqual([
    { total: 3, absent: 0, late: 0 },
    { total: 2, absent: 1, late: 0 },
  ]);
  expect(none.students).toMatchObject([{ outcome: "left", reason: "not on any register this term" }]);
});

test("a posted and signed report is changed by other figures alone, and that is said beforehand", async () => {
  const given = await withRegister(["A", "A"]);
  const { teacher, key } = given;
  const principal = await createPrincipal();
  await takenBy(given);
  const [record] = await listTermRecords({ ...key, forSigning: true }, noTransaction);
  await signReport(principal.person, key, { seen: record?.fingerprint ?? "" });
  await transaction(TEST, (t) =>
    Posting.insert(
      { academic_term_id: key.academicTermId, class_id: key.classId, posted: true, date_posted: new Date() },
      t,
    ),
  );

  await takenBy(given);
  const same = await loadReport(teacher.person, key);
  await markRegister(given.schoolClass, [[given.student, "P"]], { day: "2026-04-30", by: teacher.person });
  const result = await loadSessionsPlan(teacher.person, key);
  await takenBy(given);
  const changed = await loadReport(teacher.person, key);

  expect([same.signature?.changed, same.posted?.changedSince]).toEqual([false, false]);
  expect([result.signed, result.isPosted]).toEqual([1, true]);
  expect([changed.signature?.changed, changed.posted?.changedSince]).toEqual([true, true]);
});

test("another's class is not there, the principal does not write it, and a term that is over stays", async () => {
  const { teacher, key } = await withRegister(["P"]);
  const [stranger, principal] = [await createTeacher({ permissions: [2] }), await createPrincipal()];
  const past = { ...key, academicTermId: TERM_IDS[0] };
  const over = await createReportScenario({ termId: TERM_IDS[0] });

  const ask = (person: typeof teacher.person) => loadSessionsPlan(person, key);

  await expect(ask(stranger.person)).rejects.toMatchObject({ kind: "notFound" });
  await expect(ask(principal.person)).rejects.toMatchObject({ kind: "forbidden" });
  expect((await take(teacher, past, { seen: "" })).status).toBe(409);
  expect((await loadSessionsPlan(over.teacher.person, over.key)).closed).toContain("this term is over");
});

/**
 * Creates a class with its registers of the term, one per session; each letter is a student, and an empty text stands
 * for one who was not on the register.
 */
async function withRegister(...sessions: (readonly (AttendanceState | "")[])[]): Promise<ReportScenario> {
  const size = sessions[0]?.length ?? 0;
  const given = await createReportScenario({ students: size });
  for (const [index, letters] of sessions.entries()) {
    const entries = letters.flatMap((letter, position) => {
      const student = given.students[position];
      return student && letter !== "" ? [[student, letter] as const] : [];
    });
    const day = `2026-04-${14 + index}`;
    await markRegister(given.schoolClass, entries, { day, by: given.teacher.person });
  }
  return given;
}

async function takenBy({ teacher, key }: ReportScenario): Promise<void> {
  const { seen } = await loadSessionsPlan(teacher.person, key);
  const taken = await take(teacher, key, { seen });
  expect(taken.status).toBe(302);
}

function take(visitor: SignedIn, { classId, academicTermId }: ClassKey, fields: Fields) {
  const params = { classId: String(classId), termId: String(academicTermId) };
  return callRoute(action, postForm("/", fields, visitor), params);
}

async function figuresOf({ key }: ReportScenario) {
  const records = await listTermRecords({ ...key, studentKey: null }, noTransaction);
  return records.map((record) => [record.total_sessions, record.sessions_absent, record.sessions_late]);
}
