import { permissionIdsFor, PERMISSIONS, type Access } from "#access/permissions.ts";
import type { Endpoint, UploadDefinition } from "../dispatch/endpoint.ts";
import { listSchemaFields, toJsonSchema, type JsonSchema } from "./json-schema.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** The media types of documents, by the value of `format`. */
const DOCUMENT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ["pdf", "application/pdf"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
]);

export const REFUSAL_RESPONSES = {
  BadRequest: { status: 400, description: "The request could not be read. Check its format." },
  Unauthenticated: { status: 401, description: "You are not signed in, or the access token is not valid." },
  Forbidden: { status: 403, description: "Your account does not have the permission for this call." },
  NotFound: { status: 404, description: "The record does not exist, or you cannot open it." },
  TooSlow: { status: 408, description: "The request took too long to arrive. Send the request again." },
  Conflict: {
    status: 409,
    description:
      "The record has changed since you read it, or the change is not possible at present: the message gives the reason.",
  },
  TooLarge: { status: 413, description: "The request is too large. Send a smaller file or fewer items." },
  UnsupportedMedia: { status: 415, description: "Send the request as JSON or as a form." },
  Invalid: {
    status: 422,
    description: "Some values were not accepted: `errors` gives the reasons by field.",
  },
  TooMany: {
    status: 429,
    description: "Too many requests in a short time: `Retry-After` gives the number of seconds to wait.",
  },
  Failed: { status: 500, description: "The server failed and recorded the error. Try again in a moment." },
  Unavailable: {
    status: 503,
    description: "The school's data cannot be reached: `Retry-After` gives the number of seconds to wait.",
  },
} as const;

type Refusal = keyof typeof REFUSAL_RESPONSES;

/** Builds an identifier from method and path, such as `get_class_list_form_class_id_employee_id_academic_term_id`. */
export function createOperationId({ method, path }: Pick<Endpoint, "method" | "path">): string {
  const words = path.replace(/^\/(?:api\/)?/, "").replaceAll(/[^a-zA-Z0-9]+/g, "_");
  return `${method.toLowerCase()}_${words}`;
}

export function toPathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** Describes who may use an endpoint: `Everybody who is signed in`, `Permission 6 (students.manage) or 9 (admin)`. */
export function describeAccess(access: Access): string {
  if (access === "anyone" || access === "visitor") return "Anyone";
  if (access === "reset-password") return "People who must choose a new password";
  const ids = permissionIdsFor(access);
  if (ids === null) return "Everybody who is signed in";
  return `Permission ${ids.map((id) => `${id} (${nameOf(id)})`).join(" or ")}`;
}

function nameOf(id: number): string {
  return Object.entries(PERMISSIONS).find(([, known]) => known === id)?.[0] ?? "";
}

function isOpen({ access }: Pick<Endpoint, "access">): boolean {
  return access === "anyone" || access === "visitor";
}

export function describeOperation(endpoint: Endpoint, tag: string) {
  const { summary, access } = endpoint;
  return {
    operationId: createOperationId(endpoint),
    tags: [tag],
    summary,
    description: `Access: ${describeAccess(access)}.`,
    ...(isOpen(endpoint) && { security: [] }),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

/** Lists the parameters of a call. For a DELETE the body's fields are included, because OpenAPI ignores its body. */
function parametersOf({ method, params, query, body }: Endpoint) {
  const inQuery =
    method === "DELETE" ? [...listSchemaFields(query), ...listSchemaFields(body)] : listSchemaFields(query);
  return [
    ...listSchemaFields(params).map((field) => ({ ...field, in: "path" as const, required: true })),
    ...inQuery.map((field) => ({ ...field, in: "query" as const })),
  ];
}

function requestBodyOf({ method, body, upload }: Endpoint) {
  if (upload) {
    return {
      requestBody: { required: true, content: { "multipart/form-data": { schema: formWith(upload) } } },
    };
  }
  if (!body || method === "DELETE") return {};
  const schema = toJsonSchema(body);
  const required = listSchemaFields(body).some((field) => field.required);
  const asForm = listSchemaFields(body).every((field) => !field.required || isText(field.schema));
  const content = { [JSON_TYPE]: { schema }, ...(asForm && { [FORM_TYPE]: { schema } }) };
  return { requestBody: { required, content } };
}

/** Tells whether a form field can hold the value. Lists and objects are too complex for one field. */
function isText({ type, enum: choices, anyOf }: JsonSchema): boolean {
  return anyOf?.some(isText) ?? (choices !== undefined || !["array", "object"].includes(String(type)));
}

const A_FILE = { type: "string", contentMediaType: "application/octet-stream" };

function formWith({ file, many, fields }: UploadDefinition) {
  const beside = listSchemaFields(fields ?? null);
  return {
    type: "object",
    properties: {
      [file]: many ? { type: "array", items: A_FILE } : A_FILE,
      ...Object.fromEntries(
        beside.map(({ name, description, schema }) => [
          name,
          { ...schema, ...(description && { description }) },
        ]),
      ),
    },
    required: [file, ...beside.filter(({ required }) => required).map(({ name }) => name)],
  };
}

function responsesOf(endpoint: Endpoint) {
  const refusals = refusalsOf(endpoint).map((name): [number, { $ref: string }] => [
    REFUSAL_RESPONSES[name].status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { ...answerOf(endpoint), ...Object.fromEntries(refusals) };
}

const UNCHANGED = { description: "Nothing has changed since the response with the tag in `If-None-Match`." };

/**
 * Describes the successful responses. An endpoint without a reply in its definition returns a document if it has a
 * format; otherwise its response has no content.
 */
function answerOf(endpoint: Endpoint) {
  const { reply, query } = endpoint;
  if (reply) {
    const content = { [JSON_TYPE]: { schema: toJsonSchema(reply) } };
    const done = { description: "Done.", ...headersOf(endpoint), content };
    return isTagged(endpoint) ? { 200: done, 304: UNCHANGED } : { 200: done };
  }
  const formats = listSchemaFields(query).find(({ name }) => name === "format")?.schema.enum ?? [];
  const types = formats.flatMap((format) => DOCUMENT_TYPES.get(format) ?? []);
  if (types.length === 0) return { 204: { description: "Done. The response has no content." } };
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return { 200: { description: "The document.", content } };
}

function refusalsOf(endpoint: Endpoint): Refusal[] {
  const { method, params, query, body, upload } = endpoint;
  const takesBody = body !== null || upload !== null;
  const may: readonly [Refusal, boolean][] = [
    ["BadRequest", true],
    ["Unauthenticated", !isOpen(endpoint)],
    ["Forbidden", !isOpen(endpoint) || method !== "GET"],
    ["NotFound", params !== null || query !== null || takesBody],
    ["Conflict", !isOpen(endpoint)],
    ["TooSlow", takesBody],
    ["TooLarge", takesBody],
    ["UnsupportedMedia", takesBody],
    ["Invalid", query !== null || takesBody],
    ["TooMany", true],
    ["Failed", true],
    ["Unavailable", true],
  ];
  return may.flatMap(([refusal, isPossible]) => (isPossible ? [refusal] : []));
}

const TEXT = { type: "string" };

type AnswerHeader = { name: string; description: string; schema: { type: string } };

/** The headers of a response: the entity tag of a reply to a GET, and a list's length and links to other pages. */
const TAG: readonly AnswerHeader[] = [
  {
    name: "ETag",
    description: "Send this as `If-None-Match` the next time: the response is 304 if nothing has changed.",
    schema: TEXT,
  },
];
const OF_LISTS: readonly AnswerHeader[] = [
  {
    name: "X-Total-Count",
    description: "The number of rows on all pages together.",
    schema: { type: "integer" },
  },
  {
    name: "Link",
    description:
      "The addresses of the `first`, `prev`, `next` and `last` page, when a page was requested (RFC 8288).",
    schema: TEXT,
  },
];

const OF_COPIES: readonly AnswerHeader[] = [
  {
    name: "X-Version",
    description:
      "The version of this list. Send it as `since` the next time to get only the rows that have changed.",
    schema: TEXT,
  },
];

/** Tells whether the endpoint's replies are JSON with an entity tag. */
function isTagged({ method, reply }: Endpoint): boolean {
  return method === "GET" && reply !== null;
}

function answerHeaders(endpoint: Endpoint): AnswerHeader[] {
  const { list } = endpoint;
  return [...(list ? OF_LISTS : []), ...(list?.since ? OF_COPIES : []), ...(isTagged(endpoint) ? TAG : [])];
}

function headersOf(endpoint: Endpoint) {
  const headers = answerHeaders(endpoint);
  if (headers.length === 0) return {};
  return { headers: Object.fromEntries(headers.map(({ name, ...header }) => [name, header])) };
}
