import type { z } from "zod";
import { rejectRepeatedFields } from "#access/posted-form.server.ts";
import { invalid, notFound, unsupportedMedia, type ExpectedError } from "#runtime/errors.ts";
import { mediaTypeOf, readForm, readJson } from "#runtime/request-body.ts";
import type { Endpoint } from "./endpoint.ts";

/** The content types of forms. Form fields that the endpoint's schema lacks are ignored. */
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];
/** The first sentence of the message for an invalid request. The reasons follow. */
export const INVALID_REQUEST_MESSAGE = "Some values were not accepted.";
const MOST_TOLD = 3;

/** Parses the parameters of the path. @throws NotFound for a value that no row can have */
export function parsePathParams({ params: schema }: Endpoint, pathParams: Record<string, string>): object {
  const parsed = schema?.safeParse(pathParams);
  if (parsed?.success === false) throw notFound();
  return parsed?.data ?? {};
}

/** Parses the query. @throws Invalid with the reasons by field */
export function readQuery({ query: schema }: Endpoint, request: Request): object {
  return schema ? parseOrReject(schema, queryOf(request)) : {};
}

/**
 * Parses a JSON or form body. The arguments of a DELETE may be in the query instead.
 * @throws UnsupportedMedia for other content types, Invalid with the reasons by field
 */
export async function readBody({ method, body: schema }: Endpoint, request: Request): Promise<object> {
  if (!schema) return {};
  const sent = await sentBody(request);
  return parseOrReject(schema, method === "DELETE" ? { ...queryOf(request), ...sent } : sent);
}

/** Returns the reasons by field of an error that this file has thrown, or undefined for any other error. */
export function findFieldErrors(error: unknown): Record<string, string[]> | undefined {
  return typeof error === "object" && error !== null && "errors" in error
    ? (error as InvalidInput).errors
    : undefined;
}

type InvalidInput = ExpectedError & { errors: Record<string, string[]> };

function invalidInput(errors: Record<string, string[]>, message: string): InvalidInput {
  return Object.assign(invalid(message), { errors });
}

/** Parses values with a schema. @throws Invalid with the reasons by field */
export function parseOrReject<Value extends object>(schema: z.ZodType<Value>, given: object): Value {
  const result = schema.safeParse(given, { error: describeIssue });
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const field = path.join(".");
    errors[field] = [...(errors[field] ?? []), message];
  }
  throw invalidInput(errors, addReasonsToMessage(errors));
}

/** Adds the first reasons to the message, because older client programs show only the message. */
export function addReasonsToMessage(errors: Readonly<Record<string, string[]>>): string {
  const named = Object.entries(errors).map(([field, reasons]) => {
    const reason = reasons.join(" ").replace(/\.$/, "");
    return field === "" ? reason : `${field}: ${reason}`;
  });
  const more = named.length - MOST_TOLD;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return `${INVALID_REQUEST_MESSAGE} ${[...named.slice(0, MOST_TOLD), ...rest].join("; ")}.`;
}

/** Returns the query's parameters. Empty parameters are left out, because they count as not sent. */
function queryOf(request: Request): Record<string, string> {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  return Object.fromEntries(given);
}

async function sentBody(request: Request): Promise<object> {
  const type = mediaTypeOf(request);
  if (type === "application/json") return jsonBody(request);
  if (FORMS.includes(type)) return formBody(request);
  if (type === "" && (await request.text()) === "") return {};
  throw unsupportedMedia();
}

async function jsonBody(request: Request): Promise<object> {
  const sent = await readJson(request);
  if (typeof sent === "object" && sent !== null && !Array.isArray(sent)) return sent;
  throw invalidInput({}, "Send the body as a JSON object.");
}

async function formBody(request: Request): Promise<object> {
  const form = await readForm(request);
  if (!form) throw invalidInput({}, "The form could not be read. Check its encoding, then send it again.");
  rejectRepeatedFields([...form.keys()]);
  return Object.fromEntries(form);
}

/** Returns the message for a rejected value whose schema has none, because zod's messages do not suit callers. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "This is missing.";
  return WORDS[issue.code]?.(issue) ?? "This field does not accept this value. See /api/openapi.json.";
}

type Issue = Readonly<Record<string, unknown>>;

const WORDS: Readonly<Record<string, (issue: Issue) => string | undefined>> = {
  invalid_type: ({ expected }) => TYPES[String(expected)],
  invalid_value: ({ values }) => `This must be ${(values as unknown[]).join(" or ")}.`,
  invalid_key: () => "The keys of this object must be whole numbers above 0.",
  too_small: ({ minimum }) => `This must be at least ${String(minimum)}.`,
  too_big: ({ origin, maximum }) => {
    if (origin === "string") return "This is too long.";
    return origin === "array"
      ? `Send at most ${String(maximum)} entries.`
      : `This must be at most ${String(maximum)}.`;
  },
};

const TYPES: Readonly<Record<string, string>> = {
  string: "This must be text.",
  number: "This must be a number.",
  int: "This must be a whole number.",
  boolean: "This must be true or false.",
  array: "This must be a list.",
  object: "This must be an object.",
  record: "This must be an object.",
};
