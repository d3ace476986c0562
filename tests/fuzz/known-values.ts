import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { listSchemaFields } from "#api/openapi/json-schema.ts";
import { answered } from "#tests/api/answer.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import { formOf, pathOf } from "./entries.ts";

type Plain = string | number | boolean;

/** Values that the school's own answers contain under a name: with them a request gets as far as the rows. */
export type Known = { of: (name: string) => readonly Plain[] };

const MOST = 24;
const LONGEST = 200;
const ROUNDS = 2;

/** Names of a call's parameters with another name in answers. */
const SAME: Readonly<Record<string, string>> = {
  class: "formclassid",
  formclass: "formclassid",
  newformclassid: "formclassid",
  newclassid: "classid",
  newsubjectid: "subjectid",
  prevsubjectid: "subjectid",
  employee: "employeeid",
  prevemployeeid: "employeeid",
  year: "academicyearid",
};

/** Calls every look-up of the table twice, because the first round's answers open more in the second. */
export async function knownValues(endpoints: readonly Endpoint[], visitor: Visitor): Promise<Known> {
  const values = new Map<string, Set<Plain>>();
  const known: Known = { of: (name) => [...(values.get(keyOf(name)) ?? [])] };
  const lookUps = endpoints.filter(({ method, reply }) => method === "GET" && reply !== null);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const lookUp of lookUps) {
      const { status, body } = await answered(getRequest(addressOf(lookUp, known), visitor));
      if (status === 200) gather(body, values);
    }
  }
  return known;
}

function addressOf({ path, params, query }: Endpoint, known: Known): string {
  const first = (shape: Endpoint["params"]) =>
    listSchemaFields(shape).flatMap(({ name }) =>
      known
        .of(name)
        .slice(0, 1)
        .map((value) => [name, value] as const),
    );
  return `${pathOf(path, first(params))}?${formOf(first(query))}`;
}

function gather(answer: unknown, values: Map<string, Set<Plain>>): void {
  if (typeof answer !== "object" || answer === null) return;
  for (const [name, value] of Object.entries(answer)) {
    if (isPlain(value)) note(keyOf(name), value, values);
    else gather(value, values);
  }
}

function note(key: string, value: Plain, values: Map<string, Set<Plain>>): void {
  const noted = values.get(key) ?? new Set();
  if (noted.size < MOST) values.set(key, noted.add(value));
}

function isPlain(value: unknown): value is Plain {
  if (typeof value === "string") return value.length <= LONGEST;
  return typeof value === "number" || typeof value === "boolean";
}

/** `employeeId` and `employee_id` are one name. */
function keyOf(name: string): string {
  const key = name.replaceAll("_", "").toLowerCase();
  return SAME[key] ?? key;
}
