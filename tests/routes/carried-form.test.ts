import { createAuthorToken } from "#access/author.server.ts";
import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { reportUrl, markSheetUrl } from "#domain/paths.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, PASSWORD, type SignedIn } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import {
  callRoute,
  postForm,
  type RequestResult,
  type Fields,
  type Handler,
} from "#tests/support/request.ts";
import { action as saveSheet } from "../../app/routes/mark-sheet/sheet.tsx";
import { action as putBackMark } from "../../app/routes/mark-sheet/history.tsx";
import { action as changePassword } from "../../app/routes/profile.tsx";
import { action as signInStep } from "../../app/routes/sign-in/sign-in.tsx";
import { action as signOut } from "../../app/routes/sign-in/sign-out.tsx";
import { action as putBackField } from "../../app/routes/term-reports/history.tsx";
import { action as insertPhrase } from "../../app/routes/term-reports/phrases.tsx";
import { action as saveReport } from "../../app/routes/term-reports/report.tsx";
import { action as sendBack } from "../../app/routes/term-reports/send-back.tsx";
import { action as signAll } from "../../app/routes/term-reports/sign-all.tsx";
import { action as sign } from "../../app/routes/term-reports/sign.tsx";
import { action as changeSubject } from "../../app/routes/term-reports/subject.tsx";

await freshDatabase();
await createSchool();
const teacher = await createFormTeacher();
const schoolClass = await createClass({ formTeacher: teacher });
const { lessonId } = await createLesson(teacher, schoolClass);
const [student] = await createStudents(schoolClass, 1);
const studentKey = student?.id ?? 0;
const academicTermId = TERM_IDS[2];
const reportKey = { classId: schoolClass.classId, academicTermId, studentKey };
const report = reportUrl(reportKey);
const sheet = markSheetUrl({ lessonId, academicTermId, testId: 1, fortnightlyTestId: null });
const sheetParams = { lessonId: String(lessonId), termId: String(academicTermId), test: "1" };
const reportParams = {
  classId: String(schoolClass.classId),
  termId: String(academicTermId),
  studentKey: String(studentKey),
};
const typed = {
  author: createAuthorToken(teacher),
  [`base.${studentKey}`]: "0",
  [`mark.${studentKey}`]: "67",
};

test.each<[string, Handler, string]>([
  ["a mark sheet", saveSheet, sheet],
  ["putting a mark back", putBackMark, `${sheet}/history/${studentKey}`],
  ["a report", saveReport, report],
  ["putting a field back", putBackField, `${report}/history/respect`],
  ["a phrase", insertPhrase, `${report}/phrases/teacher_comment`],
  ["sending back", sendBack, `${report}/send-back`],
  ["signing", sign, `${report}/sign`],
  ["signing a class", signAll, `${report}/../sign-all?show=ready`],
  ["a subject row", changeSubject, `${report}/subject/1`],
])(
  "the form of %s that is posted without a session goes by way of the sign-in page",
  async (_what, action, path) => {
    const request = asPage(postForm(path, { ...typed, comment: "A word about a child." }));

    const answer = await callRoute(action, request);

    const { pathname, search } = new URL(request.url);
    expect(answer).toMatchObject({
      status: 307,
      location: `/?${new URLSearchParams({ index: "", next: pathname + search })}`,
    });
  },
);

test.each<[string, Handler, Request, string]>([
  ["a password", changePassword, asPage(profileForm({ newPassword: "mangoes" })), "/?unsaved=1"],
  ["more than 64 KB", saveSheet, asPage(profileForm({ comment: "x".repeat(70_000) })), "/?unsaved=1"],
  ["what a script sends", saveSheet, profileForm({}), "/"],
  ["what says not whose it is", signOut, asPage(postForm("/app/sign-out", {})), "/"],
])("%s is not carried", async (_what, action, request, location) => {
  const answer = await callRoute(action, request);

  expect(answer).toMatchObject({ status: 302, location });
});

test("what was typed goes from step to step, unreadable on the page, and is saved by its author", async () => {
  const { carried, to } = await postedWithoutSession();

  const password = await step(to, { intent: "username", userName: teacher.userName, carried });
  const wrong = await step(to, { intent: "password", userName: teacher.userName, password: "?", carried });
  const right = await step(to, credentials(teacher, carried));
  const saved = await arrive(right, credentials(teacher, carried));

  expect(Buffer.from(carried, "base64url").toString("latin1")).not.toContain("mark.");
  expect(password.body).toMatchObject({ step: "password", userName: teacher.userName, carried });
  expect(wrong).toMatchObject({ status: 422, body: { step: "password", carried } });
  expect(right).toMatchObject({ status: 307, location: sheet });
  expect(saved).toMatchObject({ status: 200, body: { outcomes: { [studentKey]: { state: "saved" } } } });
  expect(await storedMarks()).toEqual([67]);
});

test("another account that signs in gets nothing of it, and is told", async () => {
  const other = await createAdmin();
  const { carried, to } = await postedWithoutSession({ [`mark.${studentKey}`]: "12" });

  const right = await step(to, credentials(other, carried));
  const answer = await arrive(right, credentials(other, carried));

  expect(answer).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining("Nothing was saved: somebody else filled in this form"),
    },
  });
  expect(JSON.stringify(answer.body)).not.toContain("12");
  expect(await storedMarks()).not.toContain(12);
});

test("who must choose a new password does so first", async () => {
  const reset = await createFormTeacher({ passwordReset: true });
  const { carried, to } = await postedWithoutSession({ author: createAuthorToken(reset) });
  const chosen = { newPassword: "mangoes for breakfast", confirmPassword: "mangoes for breakfast" };

  const due = await step(to, credentials(reset, carried));
  const weak = await step(to, { intent: "reset", carried, newPassword: "short" }, cookieOf(due));
  const done = await step(to, { intent: "reset", carried, ...chosen }, cookieOf(due));

  expect(due).toMatchObject({ status: 200, body: { step: "reset", userName: reset.userName, carried } });
  expect(weak).toMatchObject({ status: 422, body: { step: "reset", carried } });
  expect(done).toMatchObject({ status: 307, location: sheet });
});

test("who began with another's username starts again with what was typed", async () => {
  const { carried, to } = await postedWithoutSession();

  const again = await step(to, { intent: "restart", carried });

  expect(again).toMatchObject({ status: 200, body: { step: "username", userName: "", carried } });
});

test("who has signed in on another page meanwhile is sent on at once", async () => {
  const { carried, to } = await postedWithoutSession();

  const answer = await step(to, { intent: "username", userName: "", carried }, teacher.cookie);

  expect(answer).toMatchObject({ status: 307, location: sheet });
});

test.each([
  ["for another page", (carried: string) => carried, report, saveReport, reportParams],
  ["and changed", (carried: string) => `${carried.slice(0, -2)}AA`, sheet, saveSheet, sheetParams],
  ["by nobody", () => "AAAA", sheet, saveSheet, sheetParams],
])("what was sealed %s is not taken", async (_what, change, path, action, params) => {
  const { carried } = await postedWithoutSession({ [`mark.${studentKey}`]: "13" });

  const answer = await callRoute(action, postForm(path, { carried: change(carried) }, teacher), params);

  expect(answer).toMatchObject({ status: 409 });
  expect(await storedMarks()).not.toContain(13);
});

/** Posts a form to the sheet, and once more to the sign-in page, as a browser does. */
async function postedWithoutSession(fields: Fields = {}): Promise<{ carried: string; to: string }> {
  const form = { ...typed, ...fields };
  const { location: to } = await callRoute(saveSheet, asPage(postForm(sheet, form)), sheetParams);
  const { body } = await callRoute(signInStep, asPage(postForm(to ?? "", form)));
  const { carried } = body as { carried: string };
  expect(body).toMatchObject({ step: "username", notice: expect.stringContaining("kept on this page") });
  return { carried, to: to ?? "" };
}

function step(to: string, fields: Fields, cookie = ""): Promise<RequestResult> {
  return callRoute(signInStep, asPage(postForm(to, fields, cookie ? { cookie } : null)));
}

/** Posts the last step once more, to the sheet, as a browser does. */
function arrive(from: RequestResult, fields: Fields): Promise<RequestResult> {
  const request = asPage(postForm(from.location ?? "", fields, { cookie: cookieOf(from) }));
  return callRoute(saveSheet, request, sheetParams);
}

function credentials({ userName }: SignedIn, carried: string): Fields {
  return { intent: "password", userName, password: PASSWORD, carried };
}

function cookieOf({ headers }: RequestResult): string {
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

function profileForm(fields: Fields): Request {
  return postForm("/app/profile", { author: createAuthorToken(teacher), ...fields });
}

function asPage(request: Request): Request {
  request.headers.set("Accept", "text/html,application/xhtml+xml");
  return request;
}

async function storedMarks(): Promise<number[]> {
  const stored = await queryRows<{ mark: number }>(
    "select mark::float8 as mark from marks where student_key = $1 order by mark_id",
    [studentKey],
    noTransaction,
  );
  return stored.map(({ mark }) => mark);
}
