import fc from "fast-check";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { ORIGIN } from "#tests/support/request.ts";
import { formOf, jsonOf, pathOf, textOf, type Entries } from "./entries.ts";
import { entriesOf } from "./from-schema.ts";
import { hostileBytes, hostileEnd, hostileName, hostileText, hostileType, hostileValue } from "./hostile.ts";
import type { Known } from "./known-values.ts";

/** A request as data, so that a failing one can be printed, made smaller and sent again. */
export type FuzzRequest = {
  /** The visitor who sends it. */
  who: number;
  path: string;
  contentType: string | null;
  body: Uint8Array<ArrayBuffer> | null;
};

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const BOUNDARY = "of-the-fuzz";
const VISITORS = 2;
const MOST_FAULTS = 3;

/** The fields of an upload, which its endpoint reads as a form without a schema. */
const FILE_FIELDS = [
  "id",
  "employee_id",
  "student_id",
  "file_type",
  "category",
  "file_description",
  "description",
];

/** Creates requests to the call according to its schemas, with up to three faults in the values and one in their form. */
export function requestsTo(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  const { path, params, query, body, method, upload } = endpoint;
  const shown = fc.record({
    params: faulty(entriesOf(params, known), { keepsNames: true }),
    query: faulty(entriesOf(method === "DELETE" ? body : query, known)),
    end: rarely("", hostileEnd),
  });
  const address = shown.map((given) => `${pathOf(path, given.params)}?${formOf(given.query)}${given.end}`);
  const carried = upload ? uploads(known) : bodiesOf(endpoint, known);
  const who = fc.nat(VISITORS - 1);
  return fc.tuple(who, address, carried).map(([asks, at, sent]) => ({ who: asks, path: at, ...sent }));
}

export function requestOf({ path, contentType, body }: FuzzRequest, method: string, cookie: string): Request {
  const headers = {
    Origin: ORIGIN,
    Cookie: cookie,
    ...(contentType !== null && { "Content-Type": contentType }),
  };
  return new Request(ORIGIN + path, { method, headers, body });
}

/** Describes a request for people, shortened when it is long. */
export function told({ path, contentType, body, who }: FuzzRequest, method: string): string {
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  return `${method} ${cut(path)} as visitor ${who}, ${contentType ?? "no type"}: ${cut(text)}`;
}

type Carried = Pick<FuzzRequest, "contentType" | "body">;

function bodiesOf({ method, body }: Endpoint, known: Known): fc.Arbitrary<Carried> {
  if (method === "GET") return fc.constant({ contentType: null, body: null });
  const sent = faulty(entriesOf(body, known));
  return fc.oneof(
    { weight: 6, arbitrary: carried(sent.map(jsonOf), rarely(JSON_TYPE, hostileType)) },
    { weight: 2, arbitrary: carried(sent.map(formOf), rarely(FORM_TYPE, hostileType)) },
    { weight: 1, arbitrary: carried(sent.map(multipartOf), fc.constant(multipart())) },
    { weight: 1, arbitrary: carried(hostileText, fc.constantFrom(JSON_TYPE, FORM_TYPE, multipart())) },
    { weight: 1, arbitrary: fc.constant({ contentType: null, body: null }) },
  );
}

function uploads(known: Known): fc.Arbitrary<Carried> {
  const fields = FILE_FIELDS.map((name) => {
    const own = [...known.of(name), "employee", "student", "document", "picture"];
    return fc
      .option(fc.constantFrom(...own))
      .map((value): Entries => (value === null ? [] : [[name, value]]));
  });
  const sent = faulty(fc.tuple(...fields).map((entries) => entries.flat()));
  const file = fc.oneof(fc.constant(PDF.toString("latin1")), fc.string({ unit: "binary", maxLength: 60 }));
  const name = fc.oneof(fc.constantFrom("a.pdf", "a.png", "S001.jpg", "../x.pdf", "", "a.zip"), hostileName);
  const whole = fc
    .tuple(sent, file, name)
    .map(([entries, bytes, fileName]) => multipartOf(entries, { bytes, fileName }));
  return carried(whole, rarely(multipart(), hostileType));
}

/** Encodes text as UTF-8, sometimes with invalid bytes in between, or cut off. */
function carried(
  text: fc.Arbitrary<string>,
  contentType: fc.Arbitrary<string | null>,
): fc.Arbitrary<Carried> {
  const wrong = fc.record({
    bytes: hostileBytes,
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    isCut: fc.boolean(),
  });
  const made = fc.tuple(text, contentType, rarely(null, wrong));
  return made.map(([given, type, fault]) => {
    const bytes = Buffer.from(given);
    if (!fault) return { contentType: type, body: new Uint8Array(bytes) };
    const place = Math.floor(fault.at * bytes.length);
    const rest = fault.isCut ? Buffer.alloc(0) : bytes.subarray(place);
    const spoilt = Buffer.concat([bytes.subarray(0, place), Buffer.from(fault.bytes), rest]);
    return { contentType: type, body: new Uint8Array(spoilt) };
  });
}

/** A fault in the entries: which of them, and its change. */
const fault = fc.record({
  kind: fc.constantFrom("replaced", "missing", "repeated", "extra"),
  at: fc.nat(),
  name: hostileName,
  value: hostileValue,
});

/** Half of the entries are valid. */
function faulty(entries: fc.Arbitrary<Entries>, { keepsNames = false } = {}): fc.Arbitrary<Entries> {
  const faults = fc.oneof(fc.constant([]), fc.array(fault, { minLength: 1, maxLength: MOST_FAULTS }));
  return fc.tuple(entries, faults).map(([given, found]) =>
    found.reduce<Entries>((sent, { kind, at, name, value }) => {
      if (keepsNames) return spoilt(sent, { kind: "replaced", at, name, value });
      return spoilt(sent, { kind, at, name, value });
    }, given),
  );
}

type Fault = { kind: string; at: number; name: string; value: unknown };

function spoilt(entries: Entries, { kind, at, name, value }: Fault): Entries {
  const place = entries.length === 0 ? -1 : at % entries.length;
  const hit = entries[place];
  if (kind === "extra") return [...entries, [name, value]];
  if (!hit) return entries;
  if (kind === "repeated") return [...entries, [hit[0], value]];
  const instead: Entries = kind === "missing" ? [] : [[hit[0], value]];
  return [...entries.slice(0, place), ...instead, ...entries.slice(place + 1)];
}

function rarely<Usual, Other>(usual: Usual, other: fc.Arbitrary<Other>): fc.Arbitrary<Usual | Other> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}

export function multipart(): string {
  return `multipart/form-data; boundary=${BOUNDARY}`;
}

export function multipartOf(entries: Entries, file?: { bytes: string; fileName: string }): string {
  const parts = entries.map(([name, value]) => `name="${quoted(name)}"\r\n\r\n${textOf(value)}`);
  if (file) parts.push(`name="file"; filename="${quoted(file.fileName)}"\r\n\r\n${file.bytes}`);
  const written = parts.map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}\r\n`);
  return `${written.join("")}--${BOUNDARY}--\r\n`;
}

function quoted(name: string): string {
  return name.replaceAll(/["\r\n]/g, "_");
}

const LONGEST_TOLD = 600;

function cut(text: string): string {
  return text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}… (${text.length})` : text;
}
