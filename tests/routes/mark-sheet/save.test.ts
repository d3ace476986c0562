import { register } from "prom-client";
import { expect, test } from "vitest";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, sendJson } from "#tests/support/request.ts";
import { TERM_IDS, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { action, loader } from "../../../app/routes/mark-sheet/save.tsx";

await freshDatabase();
await createSchool();
const teacher = await createTeacher();
const schoolClass = await createClass();
const lesson = await createLesson(teacher, schoolClass);
const [student] = await createStudents(schoolClass, 1);
const params = { lessonId: String(lesson.lessonId), termId: String(TERM_IDS[2]), test: "1" };
const path = `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/1/save`;
const good = {
  saveId: "a-save-of-one",
  rows: [{ row: String(student?.id), base: 0, changes: { mark: 72 } }],
};

test("a save is answered with each row's result and the sheet's receipt", async () => {
  const answer = await callRoute(action, sendJson(path, good, teacher), params);

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    results: [{ row: String(student?.id), outcome: "saved", stored: { values: { mark: 72 } } }],
    receipt: { total: 1, saved: 1 },
  });
});

test.each([
  [199, 200],
  [200, 422],
])("%i names that no sheet has are refused together, beside a mark that is saved", async (count, status) => {
  const unknown = Array.from({ length: count }, (_each, index) => `x${index}`);
  const changes = { ...Object.fromEntries(unknown.map((name) => [name, 1])), mark: 73 };
  const stored = await queryRow<{ version: number }>("select version from marks", [], noTransaction);
  const rows = [{ row: String(student?.id), base: stored?.version ?? 0, changes }];

  const answer = await callRoute(
    action,
    sendJson(path, { saveId: `unknown-${count}`, rows }, teacher),
    params,
  );

  expect(answer.status).toBe(status);
  if (status !== 200) return;
  expect(answer.body).toMatchObject({
    results: [{ outcome: "refused", refusals: [{ fields: unknown }], stored: { values: { mark: 73 } } }],
  });
});

test("saves are counted by what became of them, with how long what was typed had waited", async () => {
  register.resetMetrics();
  const stored = await queryRow<{ version: number }>("select version from marks", [], noTransaction);
  const rows = (mark: number) => [
    { row: String(student?.id), base: stored?.version ?? 0, changes: { mark } },
  ];
  const late = sendJson(path, { saveId: "counted-save", rows: rows(74) }, teacher);
  late.headers.set("X-Waited", "3000");

  await callRoute(action, late, params);
  await callRoute(action, sendJson(path, { saveId: "counted-refusal", rows: rows(1074) }, teacher), params);

  const metrics = await register.metrics();
  expect(metrics).toContain('termbook_rows_judged_total{outcome="saved"} 1');
  expect(metrics).toMatch(/termbook_rows_judged_total\{outcome="(?:refused|conflict)"\} 1/);
  expect(metrics).toContain('termbook_save_waited_seconds_bucket{le="60"} 1');
  expect(metrics).toContain('termbook_save_waited_seconds_bucket{le="+Inf"} 2');
});

test("what one account typed is not saved in the name of another that signed in since", async () => {
  const request = sendJson(path, { ...good, saveId: "typed-by-another" }, teacher);
  request.headers.set("X-Account", String(teacher.accountId + 1));

  const answer = await callRoute(action, request, params);

  expect(answer.status).toBe(401);
  const event = await queryRow(
    "select 1 from audit_events where save_id = 'typed-by-another'",
    [],
    noTransaction,
  );
  expect(event).toBeNull();
});

test.each([
  ["nobody", null, 401],
  ["a clerk", createClerk, 403],
  ["another teacher", createTeacher, 404],
  ["the principal, who only reads", createPrincipal, 403],
] as const)("%s is answered in JSON with the right status", async (_who, create, status) => {
  const visitor = create ? await create() : null;

  const answer = await callRoute(
    action,
    sendJson(path, { ...good, saveId: `refused-${status}` }, visitor),
    params,
  );

  expect(answer.status).toBe(status);
  expect(answer.body).toHaveProperty("reason");
});

test("a term that is over takes no mark, and says so", async () => {
  const past = { ...params, termId: String(TERM_IDS[1]) };

  const answer = await callRoute(action, sendJson(path, { ...good, saveId: "too-late-now" }, teacher), past);

  expect(answer).toMatchObject({ status: 409, body: { reason: "this term is over" } });
});

test.each(["GET", "PUT", "PATCH", "DELETE"])("%s is not how marks are saved", async (method) => {
  const input =
    method === "GET"
      ? callRoute(loader, getRequest(path, teacher), params)
      : callRoute(action, sendJson(path, good, teacher, method), params);

  const answer = await input;

  expect(answer.status).toBe(405);
  expect(answer.headers.get("Allow")).toBe("POST");
  expect(answer.body).toHaveProperty("reason");
});

test.each([
  ["no save id", { rows: good.rows }],
  ["no rows", { ...good, rows: [] }],
  ["a row twice", { ...good, rows: [...good.rows, ...good.rows] }],
  ["a row that no student can have", { ...good, rows: [{ ...good.rows[0], row: "99999999999" }] }],
  ["a version that is no number", { ...good, rows: [{ ...good.rows[0], base: "0" }] }],
  ["a value that is a list", { ...good, rows: [{ ...good.rows[0], changes: { mark: [1] } }] }],
  ["something else", "marks"],
])("what cannot be read is 422: %s", async (_what, body) => {
  const answer = await callRoute(action, sendJson(path, body, teacher), params);

  expect(answer.status).toBe(422);
});

test.each([{ test: "4" }, { test: "3" }, { termId: "1" }, { lessonId: "0" }])(
  "no such sheet: %j",
  async (wrong) => {
    const answer = await callRoute(action, sendJson(path, good, teacher), { ...params, ...wrong });

    expect(answer.status).toBe(404);
  },
);

test("JSON that says it is plain text, which any page can send, is not taken", async () => {
  const { headers, url } = sendJson(path, good, teacher);
  headers.set("Content-Type", "text/plain");
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(good) });

  const answer = await callRoute(action, request, params);

  expect(answer.status).toBe(415);
});

test("bytes that are no text are not taken", async () => {
  const request = new Request(sendJson(path, good, teacher), { body: new Uint8Array([123, 255, 125]) });

  const answer = await callRoute(action, request, params);

  expect(answer.status).toBe(422);
});
