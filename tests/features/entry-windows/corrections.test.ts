import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { action as historyAction, loader as historyLoader } from "../../../app/routes/mark-sheet/history.tsx";
import { action as saveSheet } from "../../../app/routes/mark-sheet/save.tsx";
import { action as postSheet, loader as showSheet } from "../../../app/routes/mark-sheet/sheet.tsx";
import {
  action as changePastTerms,
  loader as showPastTerms,
} from "../../../app/routes/settings/past-terms.tsx";
import { loader as showReport } from "../../../app/routes/term-reports/report.tsx";
import { action as saveReport } from "../../../app/routes/term-reports/save.tsx";
import { action as sendBack, loader as sendBackLoader } from "../../../app/routes/term-reports/send-back.tsx";
import { action as signReport, loader as signLoader } from "../../../app/routes/term-reports/sign.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { EntryCorrection } from "#db/models/entry.ts";
import { listCorrectedValues } from "#db/queries/entry/corrected-values.ts";
import type { MarkSheetView } from "#features/mark-sheet/sheet/sheet.ts";
import { loadReportCards } from "#features/reports/print-report-card.server.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import { getSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { PastTermsView } from "#features/settings/entry-windows/past-terms.server.ts";
import type { Report } from "#features/term-reports/report/report.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  TODAY,
} from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents } from "#tests/support/builders/students.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher({ firstName: "Marva", lastName: "James" });
const teacher = await createTeacher({ firstName: "David", lastName: "Seepersad" });
const stranger = await createFormTeacher();
const [held, other] = [
  await createClass({ formTeacher }),
  await createClass({ formClassId: "Std 3", formTeacher: stranger }),
];
const lesson = await createLesson(teacher, held);
const elsewhere = await createLesson(stranger, other);
const [student, friend] = await createStudents(held, 2);
const [another] = await createStudents(other, 1);
const newcomer = await createStudent();
if (!student || !friend || !another) throw new Error("no students");

const PAST = TERM_IDS[0];
await createMark(student, lesson, { mark: 46, termId: PAST });

const SHEET = `/app/mark-sheet/${lesson.lessonId}/${PAST}/1`;
const sheet = { lessonId: String(lesson.lessonId), termId: String(PAST), test: "1" };
const REPORT = `/app/term-reports/${held.classId}/${PAST}/${student.id}`;
const report = { classId: String(held.classId), termId: String(PAST), studentKey: String(student.id) };
const REASON = "Two scripts were missing.";

let saves = 0;

beforeEach(() =>
  transaction(TEST, async (t) => {
    await runQuery("delete from entry_corrections", [], t);
    await runQuery("update marks set mark = 46", [], t);
    await runQuery(
      "update term_records set respect = null, returned_by = null, returned_at = null, return_reason = null, signed_by = null, signed_at = null, signed_fingerprint = null",
      [],
      t,
    );
  }),
);

type Target = { classId?: number; employeeId?: number; studentKey?: number };

function open({ classId, employeeId, studentKey }: Target, until = `${TODAY} + 7`, opened = "now()") {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into entry_corrections (academic_term_id, class_id, employee_id, student_key, until, reason, opened_by, opened_at)
       values ($1, $2, $3, $4, ${until}, $5, $6, ${opened})`,
      [PAST, classId ?? null, employeeId ?? null, studentKey ?? null, REASON, admin.accountId],
      t,
    ),
  );
}

async function saveMark(visitor: Visitor, of: number = student?.id ?? 0, mark = 64) {
  saves += 1;
  const rows = [{ row: String(of), base: await versionOf(of), changes: { mark } }];
  return callRoute(
    saveSheet,
    sendJson(`${SHEET}/save`, { saveId: `correction-${saves}`, rows }, visitor),
    sheet,
  );
}

async function saveRespect(visitor: Visitor, respect = "C") {
  saves += 1;
  const rows = [{ row: report.studentKey, base: await recordVersion(), changes: { respect } }];
  return callRoute(
    saveReport,
    sendJson(`${REPORT}/save`, { saveId: `correction-${saves}`, rows }, visitor),
    report,
  );
}

async function outcome(saved: Promise<{ status: number; body: unknown }>): Promise<string> {
  const { status, body } = await saved;
  const { results } = body as { results?: { outcome: string }[] };
  return results?.[0]?.outcome ?? String(status);
}

async function versionOf(key: number): Promise<number> {
  const found = await queryRow<{ version: number }>(
    "select version from marks where student_key = $1 and academic_term_id = $2",
    [key, PAST],
    noTransaction,
  );
  return found?.version ?? 0;
}

async function recordVersion(): Promise<number> {
  const found = await queryRow<{ version: number }>(
    "select version from term_records where student_key = $1 and academic_term_id = $2",
    [report.studentKey, PAST],
    noTransaction,
  );
  return found?.version ?? 0;
}

async function shownSheet(visitor: Visitor): Promise<MarkSheetView> {
  return (await callRoute(showSheet, getRequest(SHEET, visitor), sheet)).body as MarkSheetView;
}

async function shownReport(visitor: Visitor): Promise<Report> {
  return (await callRoute(showReport, getRequest(REPORT, visitor), report)).body as Report;
}

const OVER = "409";

test.each<[string, Target, Record<string, string>]>([
  [
    "its class",
    { classId: held.classId },
    { teacher: "saved", formTeacher: "403", admin: "saved", stranger: "404", respect: "saved" },
  ],
  [
    "another class",
    { classId: other.classId },
    { teacher: OVER, formTeacher: OVER, admin: OVER, stranger: "404", respect: OVER },
  ],
  [
    "its teacher",
    { employeeId: teacher.employeeId },
    { teacher: "saved", formTeacher: OVER, admin: OVER, stranger: "404", respect: OVER },
  ],
  [
    "its form teacher",
    { employeeId: formTeacher.employeeId },
    { teacher: OVER, formTeacher: OVER, admin: OVER, stranger: "404", respect: "saved" },
  ],
  [
    "another teacher",
    { employeeId: stranger.employeeId },
    { teacher: OVER, formTeacher: OVER, admin: OVER, stranger: "404", respect: OVER },
  ],
  [
    "the student",
    { studentKey: student.id },
    { teacher: "saved", formTeacher: "403", admin: "saved", stranger: "404", respect: "saved" },
  ],
  [
    "a classmate",
    { studentKey: friend.id },
    { teacher: "refused", formTeacher: "403", admin: "refused", stranger: "404", respect: OVER },
  ],
  [
    "a student of another class",
    { studentKey: another.id },
    { teacher: OVER, formTeacher: OVER, admin: OVER, stranger: "404", respect: OVER },
  ],
])(
  "while a past term is open for %s, only they correct its marks and reports",
  async (_, target, expected) => {
    await open(target);

    const got = {
      stranger: await outcome(saveMark(stranger)),
      formTeacher: await outcome(saveMark(formTeacher)),
      teacher: await outcome(saveMark(teacher, student.id, 61)),
      admin: await outcome(saveMark(admin, student.id, 62)),
      respect: await outcome(saveRespect(formTeacher)),
    };

    expect(got).toEqual(expected);
    expect((await saveMark(null)).status).toBe(401);
    const principals = await outcome(saveMark(principal));
    expect(principals === "403" || principals === OVER).toBe(true);
  },
);

test.each<[string, () => Promise<unknown>]>([
  ["after its last day", () => open({ classId: held.classId }, `${TODAY} - 1`, "now() - interval '5 days'")],
  [
    "after it was closed early",
    async () => {
      await open({ classId: held.classId });
      await transaction(TEST, (t) =>
        runQuery("update entry_corrections set closed_at = now(), closed_by = $1", [admin.accountId], t),
      );
    },
  ],
])("%s the past term is read-only again", async (_, prepare) => {
  await prepare();

  expect([await outcome(saveMark(teacher)), await outcome(saveRespect(formTeacher))]).toEqual([OVER, OVER]);
  const form = { [`mark.${student.id}`]: "64", [`base.${student.id}`]: String(await versionOf(student.id)) };
  expect((await callRoute(postSheet, postForm(SHEET, form, teacher), sheet)).status).toBe(409);
  const call = {
    student_id: student.studentId,
    academic_term_id: PAST,
    lesson_id: lesson.lessonId,
    test: 1,
    mark: 64,
  };
  expect((await answered(sendJson("/api/mark-record", call, teacher))).status).toBe(409);
  expect(await shownSheet(teacher)).toMatchObject({ canEdit: false, corrections: [] });
});

test("an open past term leaves the other terms and classes as they are", async () => {
  await open({ classId: held.classId });

  const now = `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/1`;
  const between = `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[1]}/1`;
  const strangers = `/app/mark-sheet/${elsewhere.lessonId}/${PAST}/1`;
  const bodies = await Promise.all([
    callRoute(showSheet, getRequest(now, teacher), { ...sheet, termId: String(TERM_IDS[2]) }),
    callRoute(showSheet, getRequest(between, teacher), { ...sheet, termId: String(TERM_IDS[1]) }),
    callRoute(showSheet, getRequest(strangers, stranger), { ...sheet, lessonId: String(elsewhere.lessonId) }),
  ]);

  expect(bodies.map(({ body }) => (body as MarkSheetView).canEdit)).toEqual([true, false, false]);
});

test("a sheet open for one student shows the others read-only", async () => {
  await open({ studentKey: student.id });

  const { rows, otherRows, corrections, canEdit } = await shownSheet(teacher);

  expect(canEdit).toBe(true);
  expect([rows, otherRows].map((some) => some.map(({ row }) => Number(row)))).toEqual([
    [student.id],
    [friend.id],
  ]);
  expect(corrections).toMatchObject([
    {
      title: expect.stringContaining("is open for correction until") as string,
      words: expect.stringContaining(REASON) as string,
    },
  ]);
});

test("who taught the class then and not now corrects it; who teaches it only now does not", async () => {
  const [before, now] = [await createFormTeacher(), await createFormTeacher()];
  await transaction(TEST, async (t) => {
    await runQuery("update class_teachers set to_date = '2025-12-31' where class_id = $1", [held.classId], t);
    await runQuery(
      `insert into class_teachers (class_id, employee_id, is_lead, from_date, to_date)
       values ($1, $2, false, '2025-09-01', '2025-12-31'), ($1, $3, true, '2026-01-05', null)`,
      [held.classId, before.employeeId, now.employeeId],
      t,
    );
  });
  const closed = await outcome(saveRespect(before));
  await open({ classId: held.classId });

  const got = [closed, await outcome(saveRespect(before)), await outcome(saveRespect(now, "S"))];

  await transaction(TEST, async (t) => {
    await runQuery(
      "delete from class_teachers where employee_id = any ($1::integer[])",
      [[before.employeeId, now.employeeId]],
      t,
    );
    await runQuery("update class_teachers set to_date = null", [], t);
  });
  expect(got).toEqual(["404", "saved", "403"]);
});

test("a corrected report shows what it said before, who corrected it and why, and asks for a new signature", async () => {
  await sign();
  await open({ classId: held.classId });
  await saveMark(teacher);
  await saveRespect(formTeacher);

  const shown = await shownReport(principal);

  expect(shown.signature?.changed).toBe(true);
  expect(shown.corrections).toMatchObject({
    isCorrected: true,
    averageBefore: "46.0%",
    subjects: {
      [lesson.subjectId]: {
        tests: { exam: "46" },
        percentage: "46%",
        by: expect.stringMatching(/^D\. Seepersad, /) as string,
      },
    },
  });
  expect(
    shown.corrections?.history.map(({ by, words, changes }) => [
      by,
      words,
      changes.map(({ from, to }) => `${from} to ${to}`),
    ]),
  ).toEqual([
    ["M. James", null, ["– to C"]],
    ["D. Seepersad", null, ["46 to 64"]],
    ["Admin", expect.stringContaining(`“${REASON}”`), []],
    [expect.any(String), "Signed", []],
  ]);
  expect(shown.can.sign).toBe(true);

  const { body } = await callRoute(historyLoader, getRequest(`${SHEET}/history/${student.id}`, teacher), {
    ...sheet,
    studentKey: String(student.id),
  });
  const { entries } = body as RowHistory;
  expect(entries[0]).toMatchObject({ by: "D. Seepersad", reason: REASON });
});

test("the principal signs a corrected report again, also after the correction has ended, and no other", async () => {
  await sign();
  await open({ classId: held.classId });
  await saveMark(teacher);
  await transaction(TEST, (t) =>
    runQuery("update entry_corrections set closed_at = now(), closed_by = $1", [admin.accountId], t),
  );
  expect((await shownReport(principal)).can).toMatchObject({ sign: true, principalComment: false });
  expect((await shownReport(formTeacher)).can.sign).toBe(false);

  expect((await sign()).status).toBe(302);

  const signed = await shownReport(principal);
  expect(signed.signature?.changed).toBe(false);
  expect(signed.can.sign).toBe(false);
  expect((await sign()).status).toBe(409);
});

test("the card says that it was corrected, when, by whom and why", async () => {
  await open({ classId: held.classId });
  await saveMark(teacher);

  const [{ term }, school] = await Promise.all([
    findRequestedTerm(PAST, noTransaction),
    getSchool(noTransaction),
  ]);
  if (!term) throw new Error("no term");
  const key = { academicTermId: PAST, classIds: [held.classId], studentKey: null };
  const { data, students } = await loadReportCards(key, { term, school });

  const [mine, friends] = [student.id, friend.id].map(
    (id) => data.cards[students.findIndex(({ student_key }) => student_key === id)],
  );
  expect(mine?.correction).toMatch(
    /^Corrected on \d+ \w{3} \d{4} by D\. Seepersad: Two scripts were missing\.$/,
  );
  expect(mine?.signature.changes).toEqual([expect.stringMatching(/^corrected on /)]);
  expect([friends?.correction, friends?.signature.changes]).toEqual([null, []]);
});

test("what was changed before or after the correction does not count as corrected", async () => {
  await open({ classId: held.classId }, `${TODAY} - 1`, "now() - interval '5 days'");

  const values = await listCorrectedValues(
    { academicTermId: PAST, classIds: [held.classId], studentKey: null },
    noTransaction,
  );

  expect(values).toEqual([]);
});

test("an earlier mark is put back only while the term is open", async () => {
  await open({ classId: held.classId });
  await saveMark(teacher);
  const version = String(await versionOf(student.id));
  const path = `${SHEET}/history/${student.id}`;
  const params = { ...sheet, studentKey: String(student.id) };
  await transaction(TEST, (t) =>
    runQuery(
      `update entry_corrections set until = ${TODAY} - 1, opened_at = now() - interval '5 days'`,
      [],
      t,
    ),
  );

  const closed = await callRoute(
    historyAction,
    postForm(path, { base: version, before: version }, teacher),
    params,
  );
  await transaction(TEST, (t) => runQuery(`update entry_corrections set until = ${TODAY} + 1`, [], t));
  const put = await callRoute(
    historyAction,
    postForm(path, { base: version, before: version }, teacher),
    params,
  );

  expect([closed.status, put.status]).toEqual([409, 302]);
});

test("a term opened for an administrator or the principal opens only what they entered then", async () => {
  const both = await createPrincipal({ permissions: [1, 2, 3, 9, 10] });
  const own = await createLesson(both, held, { subject: "Science" });
  await open({ employeeId: both.employeeId });
  const science = { ...sheet, lessonId: String(own.lessonId) };
  const path = `/app/mark-sheet/${own.lessonId}/${PAST}/1`;

  const shown = await callRoute(showSheet, getRequest(path, both), science);

  expect((shown.body as MarkSheetView).canEdit).toBe(true);
  expect([await outcome(saveMark(both)), await outcome(saveRespect(both))]).toEqual([OVER, OVER]);
  expect((await shownReport(both)).can).toMatchObject({ principalComment: false, sign: false });
  await transaction(TEST, (t) => runQuery("delete from lessons where lesson_id = $1", [own.lessonId], t));
});

test("a sheet without the student for whom the term is open is read-only", async () => {
  const chosen = await createLesson(teacher, held, { subject: "Art", byChoice: true });
  await open({ studentKey: student.id });

  const path = `/app/mark-sheet/${chosen.lessonId}/${PAST}/1`;
  const { body } = await callRoute(showSheet, getRequest(path, teacher), {
    ...sheet,
    lessonId: String(chosen.lessonId),
  });

  expect(body).toMatchObject({ canEdit: false, corrections: [], rows: [], otherRows: [] });
  await transaction(TEST, (t) => runQuery("delete from lessons where lesson_id = $1", [chosen.lessonId], t));
});

test("closing waits for a save that found the term open, which then counts as a correction", async () => {
  await open({ classId: held.classId });
  const save = termTransaction(teacher, async (t) => {
    await sleep(500);
    await runQuery("update marks set mark = 71 where student_key = $1", [student.id], t);
  });
  await sleep(100);
  const opened = await queryRow<{ id: number }>(
    "select entry_correction_id as id from entry_corrections",
    [],
    noTransaction,
  );
  const form = { intent: "close", correction: String(opened?.id) };
  const close = callRoute(changePastTerms, postForm("/app/settings/past-terms", form, admin));
  await save;

  expect((await close).status).toBe(302);
  const key = { academicTermId: PAST, classIds: [held.classId], studentKey: student.id };
  const values = await listCorrectedValues(key, noTransaction);
  expect(values.map(({ new_values }) => new_values)).toEqual([{ mark: 71 }]);
});

test("a corrected report that was sent back is still signed after the correction has ended", async () => {
  await sign();
  await open({ classId: held.classId });
  await saveMark(teacher);
  const path = `${REPORT}/send-back`;
  const { body } = await callRoute(sendBackLoader, getRequest(path, principal), report);
  const { reviewedFingerprint: seen } = body as { reviewedFingerprint: string };
  const sent = await callRoute(sendBack, postForm(path, { seen, reason: "Once more." }, principal), report);
  await transaction(TEST, (t) =>
    runQuery("update entry_corrections set closed_at = now(), closed_by = $1", [admin.accountId], t),
  );

  const { body: page } = await callRoute(showPastTerms, getRequest("/app/settings/past-terms", admin));

  expect(sent.status).toBe(302);
  expect((page as PastTermsView).closed[0]?.toSign).toHaveLength(1);
  expect((await shownReport(principal)).can).toMatchObject({ sign: true, sendBack: false });
  expect((await sign()).status).toBe(302);
});

test.each<[string, object]>([
  ["a student who was in no class", { student_key: newcomer.id }],
  ["a teacher without a class or lesson", { employee_id: principal.employeeId }],
])("the database refuses to open a past term for %s", async (_, target) => {
  const until = new Date().toISOString().slice(0, 10);
  const opening = { academic_term_id: PAST, until, reason: REASON, opened_by: admin.accountId };

  await expect(
    transaction(TEST, (t) => EntryCorrection.insert({ ...opening, ...target }, t)),
  ).rejects.toThrow("does not belong to the term");
});

async function sign() {
  const path = `${REPORT}/sign`;
  const { body } = await callRoute(signLoader, getRequest(path, principal), report);
  const { reviewedFingerprint: seen } = body as { reviewedFingerprint: string };
  const isOpen = await queryRow("select 1 as one from entry_corrections", [], noTransaction);
  if (!isOpen) await transaction(TEST, (t) => signDirectly(seen, t));
  return callRoute(signReport, postForm(path, { seen }, principal), report);
}

/** Signs as in the term itself. */
function signDirectly(seen: string, t: Parameters<typeof runQuery>[2]) {
  return runQuery(
    `update term_records set signed_by = $1, signed_at = '2025-12-10T12:00Z', signed_fingerprint = $2
      where student_key = $3 and academic_term_id = $4`,
    [principal.accountId, seen, student?.id, PAST],
    t,
  );
}
