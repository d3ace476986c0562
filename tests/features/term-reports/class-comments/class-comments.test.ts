import { expect, test } from "vitest";
import { action, loader } from "../../../../app/routes/term-reports/comments.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listTermRecords } from "#db/queries/reports/term-records.ts";
import type { ClassKey } from "#domain/paths.ts";
import type {
  ClassCommentsView,
  CommentsSummary,
} from "#features/term-reports/class-comments/class-comments.server.ts";
import { commentTickName } from "#features/term-reports/class-comments/proposals.rules.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { signReport } from "#features/term-reports/sign/sign-report.server.ts";
import {
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import {
  createReportScenario,
  saveReportAs,
  type ReportScenario,
} from "#tests/support/builders/report-scenario.ts";
import { assignDean, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createMark } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  callRoute,
  getRequest,
  postForm,
  readFormErrors,
  readFormReply,
  readNoticeOf,
  type Fields,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const principal = await createPrincipal({ firstName: "Marva", lastName: "Joseph" });
await addPhrases();

test("the comments of a class are proposed by average, and students without an average are named", async () => {
  const { key, students } = await withMarks(95, 61, null);
  await saveReportAs(principal, keyOf(key, students[1]), { changes: { principal_comment: "Stays." } });

  const view = await viewOf(principal, key);

  expect(view).toMatchObject({ field: "principal_comment", limit: 100, closed: null, choices: [{}] });
  expect(view.rows.map(({ average, proposal, comment }) => [average, proposal, comment])).toEqual([
    ["95.0%", `Excellent, ${students[0]?.firstName}.`, null],
    ["61.0%", "A fair result.", "Stays."],
  ]);
  expect(view.withoutAverage).toHaveLength(1);
});

test("the ticked comments are stored together, with history and author, and undone together", async () => {
  const { key, students } = await withMarks(95, 92, 61);
  await saveReportAs(principal, keyOf(key, students[2]), { changes: { principal_comment: "Before." } });
  const view = await viewOf(principal, key);

  const stored = await store(principal, view, {
    ticked: [0, 1, 2],
    texts: { 1: "Typed by hand.", 2: "After." },
  });
  const after = await commentsOf(key);
  const undone = await post(principal, view, { intent: "undo", saveId: view.saveId });

  expect(resultOf(stored)).toMatchObject({ stored: 3, others: 0, left: [], toSignAgain: [] });
  expect(after).toEqual([`Excellent, ${students[0]?.firstName}.`, "Typed by hand.", "After."]);
  expect(await savedBy(view.saveId)).toEqual(Array(3).fill(principal.accountId));
  expect((await readNoticeOf(undone))?.text).toBe("3 comments undone.");
  expect(await commentsOf(key)).toEqual(["", "", "Before."]);
});

test("a comment that is not ticked stays, and a form that is sent twice stores once", async () => {
  const { key } = await withMarks(95, 61);
  const view = await viewOf(principal, key);

  const answers = [
    await store(principal, view, { ticked: [0] }),
    await store(principal, view, { ticked: [0] }),
  ];

  expect(answers.map(resultOf)).toMatchObject([
    { stored: 1, others: 1 },
    { stored: 1, others: 1 },
  ]);
  expect((await commentsOf(key))[1]).toBe("");
  expect(await savedBy(view.saveId)).toHaveLength(1);
});

test("a comment that a colleague wrote meanwhile is left with the text that was typed, and undo leaves later changes", async () => {
  const { key, teacher, students } = await withMarks(95, 61, 62);
  const colleague = await createPrincipal({ firstName: "Ria", lastName: "Diaz" });
  const view = await viewOf(principal, key);
  await saveReportAs(colleague, keyOf(key, students[0]), { changes: { principal_comment: "First." } });
  // Another field of the same report is no conflict.
  await saveReportAs(teacher, keyOf(key, students[1]), { changes: { respect: "C" } });

  const stored = await store(principal, view, { ticked: [0, 1, 2], texts: { 0: "Second." } });
  await saveReportAs(colleague, keyOf(key, students[2]), { changes: { principal_comment: "Later." } });
  const undone = await post(principal, view, { intent: "undo", saveId: view.saveId });

  const { left, ...result } = resultOf(stored);
  expect(result.stored).toBe(2);
  expect(left).toMatchObject([
    { text: "Second.", why: "R. Diaz changed this comment after you opened this page" },
  ]);
  expect((await readNoticeOf(undone))?.text).toMatch(
    /^1 comment undone\. These comments stay, because they have been changed since: /,
  );
  expect(await commentsOf(key)).toEqual(["First.", "", "Later."]);
});

test("a signed report is left unless it is ticked, and then has to be signed again until it is undone", async () => {
  const { key, students } = await withMarks(95);
  const reportKey = keyOf(key, students[0]);
  const [record] = await listTermRecords({ ...reportKey, forSigning: true }, noTransaction);
  await signReport(principal.person, reportKey, { seen: record?.fingerprint ?? "" });
  const view = await viewOf(principal, key);

  const stored = await store(principal, view, { ticked: [0] });
  const changed = await isChanged(key);
  await post(principal, view, { intent: "undo", saveId: view.saveId });

  expect(view.rows[0]?.signedOn).toMatch(/^\d+ \w+ \d{4}$/);
  expect(resultOf(stored).toSignAgain).toHaveLength(1);
  expect([changed, await isChanged(key)]).toEqual([true, false]);
});

test.each([
  ["too long", "x".repeat(101), "1 character too many: use at most 100."],
  ["empty", " ", "Enter a comment, or clear the box to leave this student out."],
  ["not storable", "doesn\u0092t", "Remove the character that cannot be stored."],
])("if one text is %s, none is stored and everything typed stays", async (_, text, error) => {
  const { key } = await withMarks(95, 61);
  const view = await viewOf(principal, key);

  const answer = await store(principal, view, { ticked: [0, 1], texts: { 1: text } });

  expect([answer.status, readFormErrors(answer)]).toEqual([
    422,
    { [`text.${view.rows[1]?.studentKey}`]: error },
  ]);
  expect(readFormReply(answer).initialValue).toMatchObject({
    text: { [String(view.rows[0]?.studentKey)]: view.rows[0]?.proposal },
  });
  expect(await commentsOf(key)).toEqual(["", ""]);
});

test("without a tick nothing is stored, and an unknown save cannot be undone", async () => {
  const { key } = await withMarks(95);
  const view = await viewOf(principal, key);

  const answers = [
    await store(principal, view, { ticked: [] }),
    await post(principal, view, { intent: "undo", saveId: "another-save" }),
    await post(principal, view, { intent: "undo", saveId: "'" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 409, 400]);
});

test("the form teacher writes the teacher's comment, and neither the principal's nor that of another class", async () => {
  const { key, teacher } = await withMarks(95);
  const stranger = await createFormTeacher();
  const view = await viewOf(teacher, key);

  const stored = await store(teacher, view, { ticked: [0] });
  const open = (person: SignedIn | null, of = "") =>
    callRoute(loader, getRequest(url(key, of), person), params(key));
  const opened = [await open(teacher, "principal"), await open(stranger), await open(principal, "teacher")];
  const posted = [
    await post(teacher, { ...view, url: url(key, "principal") }, { intent: "undo", saveId: view.saveId }),
    await store(stranger, view, { ticked: [0] }),
    await store(principal, view, { ticked: [0] }),
  ];

  expect(view).toMatchObject({ field: "teacher_comment", limit: 400 });
  expect(resultOf(stored).stored).toBe(1);
  expect(opened.map(({ status }) => status)).toEqual([403, 404, 403]);
  expect(posted.map(({ status }) => status)).toEqual([403, 404, 403]);
});

test("visitors, teachers without reports and deans write no comments", async () => {
  const { key } = await withMarks(95);
  const dean = await createTeacher({ permissions: [2, 3] });
  await assignDean({ formClassId: "Std 1" }, dean);

  const answers = [null, await createTeacher(), dean].map((person) =>
    callRoute(loader, getRequest(url(key), person), params(key)),
  );

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([302, 403, 403]);
});

test("the comments of a term that is over are closed", async () => {
  const { key } = await withMarks(95);
  const past = { ...key, academicTermId: TERM_IDS[0] };
  const scenario = await createReportScenario({ termId: TERM_IDS[0] });
  const view = await viewOf(principal, past);

  const answer = await post(principal, view, {
    intent: "store",
    saveId: view.saveId,
    [`tick.${commentTickName(scenario.student.id, 0)}`]: "on",
    [`text.${scenario.student.id}`]: "Too late.",
  });

  expect(view.closed).toContain("is over");
  expect([answer.status, readFormErrors(answer)]).toEqual([
    409,
    { "": "No comments were saved: this term is over." },
  ]);
});

test("the overview links to the comments for those who can write one", async () => {
  const { key, teacher } = await withMarks(95);
  const past = { ...key, academicTermId: TERM_IDS[0] };
  const link = async (person: SignedIn, of: ClassKey) =>
    (await loadClassOverview(person.person, of, new URLSearchParams())).commentsUrl;

  expect(await link(teacher, key)).toBe(url(key));
  expect(await link(principal, key)).toBe(url(key));
  expect(await link(principal, past)).toBeNull();
});

/** Creates a class with a student for each mark. Null stands for a student without a mark. */
async function withMarks(...marks: (number | null)[]): Promise<ReportScenario> {
  const scenario = await createReportScenario({ students: marks.length });
  for (const [index, mark] of marks.entries()) {
    const student = scenario.students[index];
    if (student && mark !== null) await createMark(student, scenario.lesson, { mark });
  }
  return scenario;
}

function addPhrases(): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into comment_phrases (phrase, average_from, average_to)
       values ('Excellent, {name}.', 90, 100), ('A fair result.', 60, 69), ('For anybody.', null, null)`,
      [],
      t,
    ),
  );
}

function keyOf({ classId, academicTermId }: ClassKey, student: { id: number } | undefined) {
  return { classId, academicTermId, studentKey: student?.id ?? 0 };
}

function url({ classId, academicTermId }: ClassKey, of = ""): string {
  return `/app/term-reports/${classId}/${academicTermId}/comments${of && `?of=${of}`}`;
}

function params({ classId, academicTermId }: ClassKey) {
  return { classId: String(classId), termId: String(academicTermId) };
}

async function viewOf(person: SignedIn, key: ClassKey): Promise<ClassCommentsView> {
  const { body } = await callRoute(loader, getRequest(url(key), person), params(key));
  return body as ClassCommentsView;
}

type Sent = { ticked: number[]; texts?: Record<number, string> };

/** Sends the page's form with these rows ticked, and with these texts in place of the proposals. */
function store(person: SignedIn, view: ClassCommentsView, { ticked, texts = {} }: Sent) {
  const fields = view.rows.flatMap(({ studentKey, version, proposal }, index) => [
    [`text.${studentKey}`, texts[index] ?? proposal ?? ""],
    ...(ticked.includes(index) ? [[`tick.${commentTickName(studentKey, version)}`, "on"]] : []),
  ]);
  return post(person, view, { intent: "store", saveId: view.saveId, ...Object.fromEntries(fields) });
}

function post(person: SignedIn, view: Pick<ClassCommentsView, "url">, fields: Fields) {
  const [, classId = "", termId = ""] = /reports\/(\d+)\/(\d+)/.exec(view.url) ?? [];
  return callRoute(action, postForm(view.url, fields, person), { classId, termId });
}

function resultOf(answer: Parameters<typeof readFormReply>[0]): CommentsSummary {
  return readFormReply(answer).result as CommentsSummary;
}

async function commentsOf(key: ClassKey): Promise<string[]> {
  const view = await viewOf(principal, key);
  const records = await listTermRecords({ ...key, studentKey: null }, noTransaction);
  return view.rows.map(
    ({ studentKey }) => records.find((record) => record.student_key === studentKey)?.principal_comment ?? "",
  );
}

async function isChanged(key: ClassKey): Promise<boolean | undefined> {
  const [record] = await listTermRecords({ ...key, studentKey: null }, noTransaction);
  return record?.signature?.changed;
}

/** Lists the authors of the audit events with this save id. */
async function savedBy(saveId: string): Promise<(number | null)[]> {
  const events = await queryRows<{ account_id: number | null }>(
    "select account_id from audit_events where save_id = $1 and table_name = 'term_records' order by event_id",
    [saveId],
    noTransaction,
  );
  return events.map(({ account_id }) => account_id);
}
