import { expect, test } from "vitest";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import {
  callRoute,
  CONTEXT,
  readFormErrors,
  getRequest,
  postForm,
  readFormReply,
  sendJson,
  readFormValues,
} from "#tests/support/request.ts";
import { TERM_IDS, assignDean, createSchool } from "#tests/support/builders/school.ts";
import {
  ALL_RATINGS,
  completeReport,
  createReportScenario,
  type ReportScenario,
} from "#tests/support/builders/report-scenario.ts";
import { loader as ahead } from "../../../app/routes/term-reports/prefetch.tsx";
import { action as history, loader as showHistory } from "../../../app/routes/term-reports/history.tsx";
import { action as insert } from "../../../app/routes/term-reports/phrases.tsx";
import { action as save } from "../../../app/routes/term-reports/save.tsx";
import { action as sendBack, loader as showSendBack } from "../../../app/routes/term-reports/send-back.tsx";
import { action as sign, loader as showSigning } from "../../../app/routes/term-reports/sign.tsx";
import { action as changeSubject } from "../../../app/routes/term-reports/subject.tsx";
import { action as post, loader as show } from "../../../app/routes/term-reports/report.tsx";
import { loader as openClass } from "../../../app/routes/term-reports/class.tsx";
import { action as signAll, loader as overview } from "../../../app/routes/term-reports/sign-all.tsx";
import { loader as start } from "../../../app/routes/term-reports/start.tsx";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

test.each<[string, (() => Promise<SignedIn>) | null, number]>([
  ["nobody", null, 401],
  ["a clerk", createClerk, 403],
  ["a teacher without id 2", createTeacher, 403],
  ["another class's form teacher", createFormTeacher, 404],
])("%s is answered in JSON with the right status", async (_who, create, status) => {
  const given = await createReportScenario();
  const visitor = create ? await create() : null;

  const answer = await callRoute(
    save,
    sendJson(urlOf(given, "save"), saveOf(given), visitor),
    paramsOf(given),
  );

  expect(answer.status).toBe(status);
  expect(answer.body).toHaveProperty("reason");
});

test("who only reads the class is told whose it is to write, and a term that is over takes nothing", async () => {
  const given = await createReportScenario();
  const past = await createReportScenario({ termId: TERM_IDS[1] });
  const dean = await createTeacher({ permissions: [2, 3] });
  await assignDean(given.schoolClass, dean);

  const byDean = await callRoute(save, sendJson(urlOf(given, "save"), saveOf(given), dean), paramsOf(given));
  const late = await callRoute(
    save,
    sendJson(urlOf(past, "save"), saveOf(past), past.teacher),
    paramsOf(past),
  );

  expect([byDean.status, byDean.body]).toEqual([
    403,
    { reason: "only its form teacher can change this report" },
  ]);
  expect([late.status, late.body]).toEqual([409, { reason: "this term is over" }]);
});

test("a report is saved by POST alone", async () => {
  const given = await createReportScenario();
  const request = sendJson(urlOf(given, "save"), saveOf(given), given.teacher, "PUT");

  const answer = await callRoute(save, request, paramsOf(given));

  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("a save is answered with the row's result and the record's receipt", async () => {
  const given = await createReportScenario();

  const answer = await callRoute(
    save,
    sendJson(urlOf(given, "save"), saveOf(given), given.teacher),
    paramsOf(given),
  );

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    results: [{ row: String(given.student.id), outcome: "saved", stored: { values: { respect: "C" } } }],
    receipt: { total: 1, saved: 1 },
  });
});

test("what one account typed is not saved in the name of another", async () => {
  const given = await createReportScenario();
  const request = sendJson(
    urlOf(given, "save"),
    { ...saveOf(given), saveId: "typed-by-another" },
    given.teacher,
  );
  request.headers.set("X-Account", String(given.teacher.accountId + 1));

  const answer = await callRoute(save, request, paramsOf(given));

  expect(answer.status).toBe(401);
  expect(
    await queryRow("select 1 from audit_events where save_id = 'typed-by-another'", [], noTransaction),
  ).toBeNull();
});

test.each<[string, (given: ReportScenario) => unknown]>([
  ["two rows", (given) => ({ ...saveOf(given), rows: [...saveOf(given).rows, ...saveOf(given).rows] })],
  ["no save id", (given) => ({ rows: saveOf(given).rows })],
  ["a value that is a list", (given) => changing(given, { respect: ["C"] })],
  ["something else", () => "a comment"],
])("what cannot be read is 422: %s", async (_what, body) => {
  const given = await createReportScenario();

  const answer = await callRoute(
    save,
    sendJson(urlOf(given, "save"), body(given), given.teacher),
    paramsOf(given),
  );

  expect(answer.status).toBe(422);
});

test("the form saves without scripts and says what became of it", async () => {
  const given = await createReportScenario();
  const base = String(await versionOf(given));
  const send = (fields: Record<string, string>) =>
    callRoute(post, postForm(urlOf(given), { base, ...fields }, given.teacher), paramsOf(given));

  const [saved, refused, conflicting] = [
    await send({ teacher_comment: "Reads well.", respect: "C" }),
    await send({ sessions_late: "some" }),
    await send({ teacher_comment: "Reads well.", respect: "S" }),
  ];

  expect([saved.status, saved.body]).toEqual([
    200,
    { outcome: { state: "saved" }, commentStands: false, leaveTo: null },
  ]);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { outcome: { state: "refused", refusals: [{ field: "sessions_late" }] } },
  ]);
  expect([conflicting.status, conflicting.body]).toMatchObject([409, { outcome: { state: "changed" } }]);
});

test("a form with a field that is refused saves all others, and keeps what was refused as it was typed", async () => {
  const given = await createReportScenario();
  const base = String(await versionOf(given));
  const fields = { base, total_sessions: "999", participation: "Fair", punctual: "S" };

  const answer = await callRoute(post, postForm(urlOf(given), fields, given.teacher), paramsOf(given));

  expect([answer.status, answer.body]).toMatchObject([
    422,
    { outcome: { refusals: [{ field: "total_sessions" }], typed: { total_sessions: 999 } } },
  ]);
  const page = await callRoute(show, getRequest(urlOf(given), given.teacher), paramsOf(given));
  expect(page.body).toMatchObject({ row: { values: { participation: "Fair", punctual: "S" } } });
});

test.each([
  ["to a page of ours goes there once all is saved", "/app/profile", "Fair", [302, "/app/profile"]],
  ["stays where something is refused", "/app/profile", "x".repeat(21), [422, null]],
  ["goes nowhere else", "//elsewhere.example/app", "Fair", [200, null]],
])("a form that is sent on the way %s", async (_what, go, participation, expected) => {
  const given = await createReportScenario();
  const base = String(await versionOf(given));

  const answer = await callRoute(
    post,
    postForm(urlOf(given), { base, participation, go }, given.teacher),
    paramsOf(given),
  );

  expect([answer.status, answer.headers.get("Location")]).toEqual(expected);
  if (answer.status === 422) expect(answer.body).toMatchObject({ leaveTo: go });
});

test("a teacher's comment that is emptied without scripts stands, and that is said before anything else", async () => {
  const given = await createReportScenario({ students: 2 });
  const send = async (fields: Record<string, string>) => {
    const base = String(await versionOf(given));
    return callRoute(post, postForm(urlOf(given), { base, ...fields }, given.teacher), paramsOf(given));
  };

  const neverWritten = await send({ teacher_comment: "" });
  await send({ teacher_comment: "Reads well." });
  const emptied = await send({ teacher_comment: " ", respect: "C", intent: "save-next" });
  const cleared = await send({ teacher_comment: "", "clear.teacher_comment": "yes" });

  expect([neverWritten, emptied, cleared].map(({ body }) => body)).toEqual(
    [false, true, false].map((commentStands) => ({
      outcome: { state: "saved" },
      commentStands,
      leaveTo: null,
    })),
  );
});

test("a report that is fetched ahead is the one that its page gives, in JSON", async () => {
  const given = await createReportScenario();

  const page = await callRoute(show, getRequest(urlOf(given), given.teacher), paramsOf(given));
  const fetched = await callRoute(ahead, getRequest(urlOf(given, "ahead"), given.teacher), paramsOf(given));
  const stranger = await callRoute(ahead, getRequest(urlOf(given, "ahead")), paramsOf(given));

  expect(fetched.body).toEqual(JSON.parse(JSON.stringify(page.body)));
  expect(fetched.headers.get("Cache-Control")).toBe("no-store");
  expect(stranger.status).toBe(401);
});

test("Save and NEXT goes on when all was taken, and stays where it was not", async () => {
  const given = await createReportScenario({ students: 2 });
  const base = String(await versionOf(given));
  const send = (respect: string) =>
    callRoute(
      post,
      postForm(urlOf(given), { base, respect, intent: "save-next" }, given.teacher),
      paramsOf(given),
    );

  const [stayed, wentOn] = [await send("Z"), await send("C")];

  expect(stayed.status).toBe(422);
  expect([wentOn.status, wentOn.location]).toEqual([
    302,
    `/app/term-reports/${given.key.classId}/${given.key.academicTermId}/${given.students[1]?.id}`,
  ]);
});

type Reviewed = { reviewedFingerprint: string };

test("signing says so in the specification's words, and what changed meanwhile is not signed", async () => {
  const given = await createReportScenario();
  const url = urlOf(given, "sign");
  const looked = await callRoute(showSigning, getRequest(url, principal), paramsOf(given));
  const { reviewedFingerprint: seen } = looked.body as Reviewed;
  await callRoute(save, sendJson(urlOf(given, "save"), saveOf(given), given.teacher), paramsOf(given));

  const stale = await callRoute(sign, postForm(url, { seen }, principal), paramsOf(given));
  const again = await callRoute(showSigning, getRequest(url, principal), paramsOf(given));
  const fresh = { seen: (again.body as Reviewed).reviewedFingerprint };
  const signed = await callRoute(sign, postForm(url, fresh, principal), paramsOf(given));

  expect(stale.status).toBe(409);
  expect(readFormErrors(stale)[""]).toMatch(/^An error occured, report not signed/);
  expect([signed.status, signed.location]).toEqual([302, urlOf(given)]);
  expect(decodeURIComponent(signed.headers.get("Set-Cookie") ?? "")).toContain("notice=");
});

test("neither a report nor a class is signed for a connection that has ended", async () => {
  const given = await createReportScenario();
  await completeReport(given);
  const params = paramsOf(given);
  const looked = await callRoute(showSigning, getRequest(urlOf(given, "sign"), principal), params);
  const { reviewedFingerprint: seen } = looked.body as Reviewed;
  const ended = { ...CONTEXT, signal: AbortSignal.abort() };
  const all = `/app/term-reports/${params.classId}/${params.termId}/sign-all`;
  const one = postForm(urlOf(given, "sign"), { seen }, principal);
  const whole = postForm(all, { [`seen.${given.student.id}`]: seen }, principal);

  await expect(callRoute(sign, one, params, ended)).rejects.toThrow("aborted");
  await expect(callRoute(signAll, whole, params, ended)).rejects.toThrow("aborted");

  const { body } = await callRoute(show, getRequest(urlOf(given), principal), params);
  expect(body).toMatchObject({ signature: null });
});

test.each<Record<string, string>>([{}, { seen: "" }, { seen: "not a fingerprint" }])(
  "a signature under nothing is 400: %j",
  async (fields) => {
    const given = await createReportScenario();

    const answer = await callRoute(sign, postForm(urlOf(given, "sign"), fields, principal), paramsOf(given));

    expect(answer.status).toBe(400);
  },
);

test("a report is sent back with a reason, and resubmitted by the class's teacher alone", async () => {
  const given = await createReportScenario();
  const url = urlOf(given, "send-back");

  const send = (fields: Record<string, string>) =>
    callRoute(sendBack, postForm(url, fields, principal), paramsOf(given));
  const { body } = await callRoute(showSendBack, getRequest(url, principal), paramsOf(given));
  const { reviewedFingerprint: seen } = body as Reviewed;

  const unseen = await send({ reason: "Look again." });
  const without = await send({ reason: " ", seen });
  const outdated = await send({ reason: "Look again.", seen: "0".repeat(64) });
  const sent = await send({ reason: " Look\r\nagain. ", seen });
  const shown = await callRoute(show, getRequest(urlOf(given), given.teacher), paramsOf(given));
  const byPrincipal = await callRoute(
    post,
    postForm(urlOf(given), { intent: "resubmit" }, principal),
    paramsOf(given),
  );
  const byTeacher = await callRoute(
    post,
    postForm(urlOf(given), { intent: "resubmit" }, given.teacher),
    paramsOf(given),
  );

  expect([unseen.status, without.status, outdated.status, sent.status]).toEqual([400, 422, 409, 302]);
  expect(Object.keys(readFormErrors(without))).toEqual(["reason"]);
  expect(Object.keys(readFormErrors(outdated))).toEqual([""]);
  expect(readFormValues(outdated)).toMatchObject({ reason: "Look again." });
  expect(shown.body).toMatchObject({ returned: { reason: "Look\nagain." } });
  expect([byPrincipal.status, byTeacher.status]).toEqual([403, 302]);
});

test("a class is signed as it was looked through", async () => {
  const given = await createReportScenario({ students: 2 });
  for (const { id } of given.students) await completeReport(given, id);
  const params = paramsOf(given);
  const url = `/app/term-reports/${params.classId}/${params.termId}/sign-all`;
  const looked = await callRoute(overview, getRequest(url, principal), params);
  const { reports } = looked.body as { reports: { key: number; seen: string | null }[] };

  const seen = Object.fromEntries(reports.map(({ key, seen: print }) => [`seen.${key}`, print ?? ""]));
  const signed = await callRoute(signAll, postForm(url, seen, principal), params);

  expect([signed.status, readFormReply(signed).result]).toEqual([200, { signed: 2, left: [] }]);
});

test("an old value is put back from the history of its field", async () => {
  const given = await createReportScenario();
  await completeReport(given);
  const params = { ...paramsOf(given), field: "respect" };
  const url = urlOf(given, "history/respect");
  const { body } = await callRoute(showHistory, getRequest(url, given.teacher), params);
  const { version, entries } = body as { version: number; entries: { version: number }[] };
  const fields = { base: String(version), before: String(entries[0]?.version) };

  const back = await callRoute(history, postForm(url, fields, given.teacher), params);
  const unread = await callRoute(history, postForm(url, { base: "x" }, given.teacher), params);

  expect([back.status, unread.status]).toEqual([302, 400]);
  const shown = await callRoute(show, getRequest(urlOf(given), given.teacher), paramsOf(given));
  expect(shown.body).toMatchObject({ row: { values: { ...ALL_RATINGS, respect: null } } });
});

test("a phrase that is none is 400, one that is nobody's 404", async () => {
  const given = await createReportScenario();
  const params = { ...paramsOf(given), field: "teacher_comment" };
  const url = urlOf(given, "phrases/teacher_comment");

  const none = await callRoute(insert, postForm(url, { base: "0" }, given.teacher), params);
  const gone = await callRoute(
    insert,
    postForm(url, { base: "0", phrase_id: "99999" }, given.teacher),
    params,
  );

  expect([none.status, gone.status]).toEqual([400, 404]);
});

test("an administrator deletes a subject row; there is nothing to delete twice", async () => {
  const given = await createReportScenario();
  await completeReport(given);
  const params = { ...paramsOf(given), subjectId: String(given.lesson.subjectId) };
  const url = urlOf(given, `subject/${given.lesson.subjectId}`);
  const send = (fields: Record<string, string>) =>
    callRoute(changeSubject, postForm(url, fields, admin), params);

  const [wrong, done, again] = [
    await send({}),
    await send({ intent: "delete" }),
    await send({ intent: "delete" }),
  ];

  expect([wrong.status, done.status, again.status]).toEqual([400, 302, 409]);
});

test("the way in leads a form teacher to the first report of the class", async () => {
  const given = await createReportScenario();
  const classParams = { classId: paramsOf(given).classId, termId: paramsOf(given).termId };

  const begun = await callRoute(start, getRequest("/app/term-reports", given.teacher));
  const opened = await callRoute(openClass, getRequest(begun.location ?? "", given.teacher), classParams);

  expect([begun.status, opened.status, opened.location]).toEqual([302, 302, urlOf(given)]);
});

test.each([{ studentKey: "0" }, { termId: "x" }, { classId: "99999999999" }])(
  "no such report: %j",
  async (wrong) => {
    const given = await createReportScenario();

    const answer = await callRoute(show, getRequest(urlOf(given), given.teacher), {
      ...paramsOf(given),
      ...wrong,
    });

    expect(answer.status).toBe(404);
  },
);

function paramsOf({ key }: ReportScenario) {
  return {
    classId: String(key.classId),
    termId: String(key.academicTermId),
    studentKey: String(key.studentKey),
  };
}

function urlOf({ key }: ReportScenario, inside = ""): string {
  const url = `/app/term-reports/${key.classId}/${key.academicTermId}/${key.studentKey}`;
  return inside ? `${url}/${inside}` : url;
}

function saveOf(given: ReportScenario) {
  return changing(given, { respect: "C" });
}

function changing({ student }: ReportScenario, changes: object) {
  return { saveId: `a-save-of-${student.id}`, rows: [{ row: String(student.id), base: 0, changes }] };
}

async function versionOf({ key }: ReportScenario): Promise<number> {
  const stored = await queryRow<{ version: number }>(
    "select version from term_records where student_key = $1 and academic_term_id = $2",
    [key.studentKey, key.academicTermId],
    noTransaction,
  );
  return stored?.version ?? 0;
}
