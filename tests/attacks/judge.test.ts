import { expect, test } from "vitest";
import { faultsOf, type Outcome } from "./judge.ts";
import { MARKUP, type Attack, type Target } from "./target.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'self'; frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};
const TARGET: Target = {
  name: "a form",
  kind: "form",
  method: "POST",
  pattern: "/app",
  access: "signed-in",
  values: {},
  query: [],
  fields: [],
  carries: "form",
  byField: false,
};
const ATTACK: Attack = { name: "any", asvs: [], on: ["form"], change: () => ({}) };
const LINE = `${JSON.stringify({ level: 30, msg: "request" })}\n`;

type Told = { headers?: object; body?: string; status?: number } & Partial<Omit<Outcome, "answer">>;

test("an answer that is as it should be has no fault", () => {
  expect(faultsOf(outcome({ logged: [LINE] }), TARGET, ATTACK)).toEqual([]);
  expect(faultsOf(outcome({ status: 200, changes: ["marks"] }), TARGET, ATTACK)).toEqual([]);
});

test.each<[string, Told, Partial<Attack>?]>([
  ["fails", { status: 503 }],
  ["changes rows that its answer does not admit", { changes: ["marks"] }],
  ["changes what nobody may change so", { status: 200, changes: ["accounts"] }, { untouched: /^accounts$/ }],
  ["is answered otherwise than this class is", { status: 404 }, { answers: [403] }],
  ["lacks a header of security", { headers: { "x-content-type-options": undefined } }],
  ["lacks a header of security", { headers: { "referrer-policy": undefined } }],
  ["may be kept by others", { headers: { "cache-control": "max-age=60" } }],
  ["says no charset of its text", { headers: { "content-type": "text/html" } }],
  ["has a header that is not ours", { headers: { "x-injected": "tb9" } }],
  ["sets a cookie that is not ours", { headers: { "set-cookie": ["session=a; SameSite=Lax"] } }],
  ["sends people elsewhere", { headers: { location: "//evil.example" } }],
  ["sends people elsewhere", { body: '<a href="https://evil.example/">' }],
  ["shows markup as it was sent", { body: `<p>${MARKUP}</p>` }],
  ["tells of our inside", { body: "at answer (file.ts:1:1)" }],
  ["writes a line of its own, or an error, to the log", { logged: [LINE.replace("30", "50")] }],
])("what %s is found: %j", (fault, told, attack = {}) => {
  expect(faultsOf(outcome(told), TARGET, { ...ATTACK, ...attack })).toEqual([fault]);
});

test("fields that stand or fall alone may be saved beside one that is refused, and by no other answer", () => {
  const byField = { ...TARGET, byField: true };
  const faults = [422, 409, 403].map((status) =>
    faultsOf(outcome({ status, changes: ["marks"] }), byField, ATTACK),
  );

  expect(faults).toEqual([[], [], ["changes rows that its answer does not admit"]]);
});

function outcome({ headers = {}, body = "", status = 422, changes = [], logged = [] }: Told): Outcome {
  return { answer: { status, headers: { ...HEADERS, ...headers }, body }, changes, logged };
}
