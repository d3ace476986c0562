import { beforeEach, expect, test } from "vitest";
import { action as historyAction, loader as historyLoader } from "../../../app/routes/mark-sheet/history.tsx";
import { action as saveSheet } from "../../../app/routes/mark-sheet/save.tsx";
import { action as postSheet, loader as showSheet } from "../../../app/routes/mark-sheet/sheet.tsx";
import { action as reportHistory } from "../../../app/routes/term-reports/history.tsx";
import { action as submitReport, loader as showReport } from "../../../app/routes/term-reports/report.tsx";
import { action as saveReport } from "../../../app/routes/term-reports/save.tsx";
import { action as storeComments } from "../../../app/routes/term-reports/comments.tsx";
import { action as takeSessions } from "../../../app/routes/term-reports/sessions.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { saveEntryWindow } from "#db/queries/entry/entry-windows.ts";
import type { EntryKind } from "#domain/entry/windows.ts";
import { createAdmin, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  getRequest,
  postForm,
  sendJson,
  type RequestResult,
  type Visitor,
} from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const teacher = await createFormTeacher();
const principal = await createPrincipal();
const held = await createClass({ formTeacher: teacher });
const lesson = await createLesson(teacher, held);
const [student] = await createStudents(held, 1);
if (!student) throw new Error("no student");

const TERM = TERM_IDS[2];
const OVER = "2026-07-01T16:00";
const WORDS = "ended on 1 Jul 2026, 16:00";
const row1 = String(student.id);
const SHEET = `/app/mark-sheet/${lesson.lessonId}/${TERM}/1`;
const sheet = { lessonId: String(lesson.lessonId), termId: String(TERM), test: "1" };
const REPORT = `/app/term-reports/${held.classId}/${TERM}/${row1}`;
const report = { classId: String(held.classId), termId: String(TERM), studentKey: row1 };
const MARK = { student_id: student.studentId, academic_term_id: TERM, lesson_id: lesson.lessonId, test: 1 };

let saves = 0;

beforeEach(async () => {
  await transaction(TEST, async (t) => {
    for (const name of ["entry_extensions", "entry_windows", "marks"])
      await runQuery(`delete from ${name}`, [], t);
    await runQuery("update term_records set respect = null", [], t);
  });
  await createMark(student, lesson, { mark: 50 });
});

/** Every way in which a mark of the sheet can be saved. */
const MARK_ROUTES: Record<string, (visitor: Visitor) => Promise<RequestResult>> = {
  "the sheet's script": async (visitor) => {
    saves += 1;
    const rows = [{ row: row1, base: await markVersion(), changes: { mark: 64 } }];
    return callRoute(
      saveSheet,
      sendJson(`${SHEET}/save`, { saveId: `entry-save-${saves}`, rows }, visitor),
      sheet,
    );
  },
  "the sheet's form": async (visitor) => {
    const form = { [`mark.${row1}`]: "64", [`base.${row1}`]: String(await markVersion()) };
    return callRoute(postSheet, postForm(SHEET, form, visitor), sheet);
  },
  "the call mark-record": (visitor) => answered(sendJson("/api/mark-record", { ...MARK, mark: 64 }, visitor)),
  "the call that empties a mark": (visitor) =>
    answered(
      sendJson(
        "/api/student-term-mark",
        { student_id: student.studentId, academic_term_id: TERM, subject_id: lesson.subjectId, test_id: 1 },
        visitor,
        "DELETE",
      ),
    ),
};

/** Every way in which a report can be saved. */
const REPORT_ROUTES: Record<string, (visitor: Visitor) => Promise<RequestResult>> = {
  "the report's script": async (visitor) => {
    saves += 1;
    const rows = [{ row: row1, base: await recordVersion(), changes: { respect: "C" } }];
    return callRoute(
      saveReport,
      sendJson(`${REPORT}/save`, { saveId: `entry-save-${saves}`, rows }, visitor),
      report,
    );
  },
  "the report's form": async (visitor) => {
    const form = { respect: "C", base: String(await recordVersion()) };
    return callRoute(submitReport, postForm(REPORT, form, visitor), report);
  },
  "the call student-term-details": (visitor) => {
    const body = { student_id: student.studentId, academic_term_id: TERM, respect: "C" };
    return answered(sendJson("/api/student-term-details", body, visitor));
  },
  "sessions taken from the register": (visitor) => {
    const path = `/app/term-reports/${held.classId}/${TERM}/sign-all/sessions`;
    return callRoute(takeSessions, postForm(path, { seen: "" }, visitor), report);
  },
  "the comments of a class": async (visitor) => {
    saves += 1;
    const path = `/app/term-reports/${held.classId}/${TERM}/comments?of=teacher`;
    const tick = `tick.${row1}-${await recordVersion()}`;
    const form = { intent: "store", saveId: `entry-save-${saves}`, [tick]: "on", [`text.${row1}`]: "Works." };
    return callRoute(storeComments, postForm(path, form, visitor), report);
  },
};

test.each(Object.entries(MARK_ROUTES))(
  "outside the dates a mark is refused by %s, with the reason",
  async (_, save) => {
    await close("marks");

    const answer = await save(teacher);

    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain(`the time to enter marks ${WORDS}`);
    expect(await storedMark()).toBe(50);
  },
);

test.each(Object.entries(REPORT_ROUTES))("a report is refused by %s, with the reason", async (_, save) => {
  await close("reports");

  const answer = await save(teacher);

  expect(answer.status).toBe(409);
  expect(JSON.stringify(answer.body)).toContain(`the time to enter reports ${WORDS}`);
  expect(await storedRespect()).toBeNull();
});

test.each(Object.entries({ ...MARK_ROUTES, ...REPORT_ROUTES }))(
  "%s takes it from an administrator",
  async (name, save) => {
    await close("marks");
    await close("reports");

    const { status, body } = await save(admin);

    expect(JSON.stringify(body)).not.toContain(WORDS);
    // A register that has changed since it was shown is rejected, whoever asks.
    expect(status).toBe(name.startsWith("sessions") ? 409 : 200);
  },
);

test.each(Object.entries(MARK_ROUTES))("within them, and without any, %s takes it", async (_, save) => {
  expect((await save(teacher)).status).toBe(200);
  await markAgain();
  await close("marks", { closes: "2099-07-01T16:00" });
  expect((await save(teacher)).status).toBe(200);
  await markAgain();
  await close("marks", { opens: "2099-01-01", closes: null });

  const early = await save(teacher);

  expect(early.status).toBe(409);
  expect(JSON.stringify(early.body)).toContain("marks can be entered from 1 Jan 2099");
});

test("the dates of marks are not those of reports", async () => {
  await close("marks");
  expect((await REPORT_ROUTES["the report's script"]?.(teacher))?.status).toBe(200);
  await transaction(TEST, (t) => runQuery("delete from entry_windows", [], t));
  await close("reports");
  expect((await MARK_ROUTES["the sheet's script"]?.(teacher))?.status).toBe(200);
});

test("who was given longer enters until then, and no longer when it is ended", async () => {
  await close("marks");
  await giveLonger("marks", "now() + interval '1 hour'");
  expect((await MARK_ROUTES["the sheet's script"]?.(teacher))?.status).toBe(200);
  expect((await callRoute(showSheet, getRequest(SHEET, teacher), sheet)).body).toMatchObject({
    canEdit: true,
  });

  await markAgain();
  await transaction(TEST, (t) => runQuery("update entry_extensions set ended_at = now()", [], t));
  expect((await MARK_ROUTES["the sheet's form"]?.(teacher))?.status).toBe(409);
  await giveLonger("marks", "now() - interval '1 minute'");
  await giveLonger("reports", "now() + interval '1 hour'");

  expect((await MARK_ROUTES["the sheet's script"]?.(teacher))?.status).toBe(409);
});

test("sheet and report say so before anybody types, and until when they are open", async () => {
  await close("marks", { closes: "2099-07-01T16:00" });
  await close("reports");

  const [open, closed, ofAdmin] = await Promise.all([
    callRoute(showSheet, getRequest(SHEET, teacher), sheet),
    callRoute(showReport, getRequest(REPORT, teacher), report),
    callRoute(showReport, getRequest(REPORT, admin), report),
  ]);

  expect(open.body).toMatchObject({ canEdit: true, openUntil: "1 Jul 2099, 16:00", readOnlyReason: null });
  expect(closed.body).toMatchObject({
    openUntil: null,
    readOnlyReason: `The time to enter reports of 2025-2026, Term 3 ${WORDS}. An administrator can give you more time.`,
    rules: { editable: [] },
    can: { teacherComment: false, resubmit: false },
  });
  expect(ofAdmin.body).toMatchObject({ readOnlyReason: null, can: { teacherComment: true } });
});

test("the principal reads and signs after the dates, and comments within them", async () => {
  await close("reports");

  const { body } = await callRoute(showReport, getRequest(REPORT, principal), report);

  expect(body).toMatchObject({ can: { sign: true, sendBack: true, principalComment: false } });
});

test("what stood there is put back outside the dates too", async () => {
  await MARK_ROUTES["the sheet's script"]?.(teacher);
  await REPORT_ROUTES["the report's script"]?.(teacher);
  await close("marks");
  await close("reports");
  const [mark, record] = [await markVersion(), await recordVersion()];
  const ofMark = { ...sheet, studentKey: row1 };

  const dialog = await callRoute(historyLoader, getRequest(`${SHEET}/history/${row1}`, teacher), ofMark);
  const undone = { base: String(mark), before: String(mark) };
  const marked = await callRoute(
    historyAction,
    postForm(`${SHEET}/history/${row1}`, undone, teacher),
    ofMark,
  );
  const written = await callRoute(
    reportHistory,
    postForm(`${REPORT}/history/respect`, { base: String(record), before: String(record) }, teacher),
    { ...report, field: "respect" },
  );

  expect(dialog.body).toMatchObject({ canPutBack: true });
  expect([marked.status, written.status]).toEqual([302, 302]);
  expect([await storedMark(), await storedRespect()]).toEqual([50, null]);
});

function close(
  kind: EntryKind,
  { opens = null, closes = OVER }: { opens?: string | null; closes?: string | null } = {},
) {
  return transaction(TEST, (t) => saveEntryWindow({ academicTermId: TERM, kind, opens, closes }, t));
}

/** Restores the first state: a form that changes nothing is not rejected. */
function markAgain() {
  return transaction(TEST, (t) => runQuery("update marks set mark = 50", [], t));
}

function giveLonger(kind: EntryKind, until: string) {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into entry_extensions (academic_term_id, kind, employee_id, until, reason, given_by)
       values ($1, $2, $3, ${until}, 'Sick leave', $4)`,
      [TERM, kind, teacher.employeeId, admin.accountId],
      t,
    ),
  );
}

async function markVersion(): Promise<number> {
  const found = await queryRow<{ version: number }>("select version from marks", [], noTransaction);
  return found?.version ?? 0;
}

async function recordVersion(): Promise<number> {
  const stored = await queryRow<{ version: number }>(
    "select version from term_records where academic_term_id = $1",
    [TERM],
    noTransaction,
  );
  return stored?.version ?? 0;
}

async function storedMark(): Promise<number | null> {
  const found = await queryRow<{ mark: number | null }>(
    "select mark::float8 as mark from marks",
    [],
    noTransaction,
  );
  return found?.mark ?? null;
}

async function storedRespect(): Promise<string | null> {
  const found = await queryRow<{ respect: string | null }>(
    "select respect from term_records where academic_term_id = $1",
    [TERM],
    noTransaction,
  );
  return found?.respect ?? null;
}
