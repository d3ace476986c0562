import { formOf, jsonOf, type Entries } from "#tests/fuzz/entries.ts";
import { multipart, multipartOf } from "#tests/fuzz/requests.ts";
import { WRITES, type Attack, type Change, type Target } from "../target.ts";

const REFUSED = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429];
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const DEEP = 20_000;
const TOO_LONG = 257 * 1024;

/** Fields that none of our forms has: code that accepted them unchecked would hand over the school. */
const OF_OTHERS: Entries = [
  ["isAdmin", "true"],
  ["permissions", ["1", "9"]],
  ["user_permission_id", "9"],
  ["account_id", "1"],
  ["employee_id", "1"],
  ["id", "1"],
  ["created_at", "1970-01-01"],
];
const FOREFATHERS: Entries = [
  ["__proto__", { isAdmin: true }],
  ["constructor", { prototype: { isAdmin: true } }],
  ["prototype", { isAdmin: true }],
  ["__proto__.isAdmin", "1"],
  ["a[__proto__][isAdmin]", "1"],
];

type BadBody = Omit<Attack, "on" | "change"> & { change: Change | ((target: Target) => Change | null) };

const BODIES: readonly BadBody[] = [
  { name: "more fields than are asked for", asvs: ["15.3.3", "8.2.3"], change: ({ fields }) => ({ fields: [...fields, ...OF_OTHERS] }), untouched: /^(?:account_permissions|settings|school)/ },
  { name: "a prototype among the fields", asvs: ["15.3.6"], change: ({ fields }) => ({ fields: [...fields, ...FOREFATHERS] }) },
  { name: "nested names", asvs: ["15.3.5", "15.3.7"], change: ({ fields }) => ({ fields: fields.map(([name, value]) => [`${name}[0].a`, value] as const) }) },
  { name: "orders to the form's library", asvs: ["15.3.3"], change: ({ fields }) => ({ fields: [...fields, ["__intent__", "{}"], ["__state__", "["]] }) },
  { name: "every field twice", asvs: ["15.3.7"], change: (target) => asForm(target, ({ fields }) => [...fields, ...fields]), answers: REFUSED },
  { name: "three thousand fields", asvs: ["1.3.3", "2.4.1"], change: (target) => asForm(target, ({ fields }) => [...fields, ...many()]), answers: REFUSED },
  { name: "a method by a field", asvs: ["3.5.3", "4.1.4"], change: ({ fields }) => ({ fields: [...fields, ["_method", "DELETE"]], headers: { "X-HTTP-Method-Override": "DELETE" } }) },
  { name: "no body at all", asvs: ["2.2.1"], change: { body: "" } },
  { name: "more than is taken", asvs: ["2.4.1", "5.2.1"], change: (target) => (target.carries === "file" ? null : { body: `a=${"x".repeat(TOO_LONG)}`, contentType: FORM }), answers: [413] },
  { name: "a form that is no UTF-8", asvs: ["1.1.1"], change: (target) => asForm(target, () => null, "%ff=1&a=%c0%80&b=%ed%a0%80"), answers: REFUSED },
  { name: "bytes that are no UTF-8", asvs: ["1.1.1"], change: (target) => ({ body: spoilt(target), ...(target.carries === "file" && { contentType: FORM }) }) },
  { name: "a form called JSON", asvs: ["1.5.2", "15.3.5"], change: (target) => noFile(target, { body: formOf([["a", "1"]]), contentType: JSON_TYPE }), answers: REFUSED },
  { name: "JSON called text", asvs: ["3.5.2", "15.3.5"], change: (target) => noFile(target, { body: jsonOf(target.fields), contentType: "text/plain" }), answers: REFUSED },
  { name: "XML", asvs: ["1.5.1"], change: (target) => noFile(target, { body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', contentType: "application/xml" }), answers: REFUSED },
  { name: "a body of no type", asvs: ["2.2.1"], change: (target) => noFile(target, { body: "a=1", contentType: null }), answers: REFUSED },
  { name: "a type with another charset", asvs: ["1.1.1", "1.5.3"], change: { contentType: "application/json; charset=utf-16" } },
  { name: "many parts without a boundary", asvs: ["4.2.1"], change: { body: "--b\r\n\r\na", contentType: "multipart/form-data" }, answers: REFUSED },
  { name: "parts that end nowhere", asvs: ["4.2.1"], change: { body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n', contentType: "multipart/form-data; boundary=b" }, answers: REFUSED },
  { name: "a file with a way out for a name", asvs: ["5.3.2", "5.4.1"], change: ({ fields }) => file(fields, "../../../../tmp/tb9.pdf", "%PDF-1.4") },
  { name: "a file that is not what its name says", asvs: ["5.2.2"], change: ({ fields }) => file(fields, "a.png", "<html><script>tb9()</script>") },
  { name: "a picture that runs", asvs: ["1.3.4", "5.2.2"], change: ({ fields }) => file(fields, "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='tb9()'/>") },
  { name: "a file whose name is a header", asvs: ["5.4.2", "1.2.1"], change: ({ fields }) => file(fields, "a%0d%0aX-Injected: tb9.pdf", "%PDF-1.4") },
  { name: "an archive without an end", asvs: ["5.2.3"], change: ({ fields }) => file(fields, "a.xlsx", "PK\u0003\u0004\u0014\u0000") },
  { name: "JSON that goes deep", asvs: ["1.5.2"], change: (target) => noFile(target, { body: "[".repeat(DEEP) + "]".repeat(DEEP), contentType: JSON_TYPE }), answers: REFUSED },
  { name: "JSON that is a list", asvs: ["15.3.5"], change: (target) => noFile(target, { body: "[]", contentType: JSON_TYPE }), answers: REFUSED },
  { name: "JSON that is nothing", asvs: ["15.3.5"], change: (target) => noFile(target, { body: "null", contentType: JSON_TYPE }), answers: REFUSED },
  { name: "JSON that is cut", asvs: ["1.5.2"], change: (target) => noFile(target, { body: '{"rows":[{"row":"1"', contentType: JSON_TYPE }), answers: REFUSED },
]; // prettier-ignore

export const IN_BODIES: readonly Attack[] = BODIES.map(({ change, ...attack }) => ({
  ...attack,
  on: WRITES,
  change: (target) => {
    // A target that reads no body rejects none.
    if (target.fields.length === 0 && target.carries !== "file") return null;
    return typeof change === "function" ? change(target) : change;
  },
}));

/** Applies only where a form is read: a target that accepts JSON alone rejects every form. */
function asForm(target: Target, fields: (target: Target) => Entries | null, body?: string): Change | null {
  if (target.carries === "file" || target.fields.length === 0) return null;
  const given = fields(target);
  return { carries: "form", contentType: FORM, body: body ?? formOf(given ?? []) };
}

function noFile(target: Target, change: Change): Change | null {
  return target.carries === "file" || target.fields.length === 0 ? null : change;
}

function file(fields: Entries, fileName: string, bytes: string): Change {
  return { contentType: multipart(), body: multipartOf(fields, { fileName, bytes }) };
}

function many(): Entries {
  return Array.from({ length: 3_000 }, (_, at) => [`a${at}`, "1"] as const);
}

function spoilt({ carries, fields }: Target): Uint8Array {
  const text = Buffer.from(carries === "json" ? jsonOf(fields) : formOf(fields));
  return Buffer.concat([
    text.subarray(0, 3),
    Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xff]),
    text.subarray(3),
  ]);
}
