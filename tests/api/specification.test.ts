import { expect, test } from "vitest";
import { API_ENDPOINTS } from "#api/index.ts";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { listSchemaFields, toJsonSchema, listReplyFields } from "#api/openapi/json-schema.ts";
import { ASKED_FOR } from "./specification.ts";
import { NAMES } from "./specified-names.ts";

const standing = API_ENDPOINTS.map(nameOf);

test.each([...ASKED_FOR])("%s stands (%s)", (call) => {
  expect(standing).toContain(call);
});

test.each(standing)("%s is asked for by the specification or the design, or is ours", (call) => {
  expect([...ASKED_FOR.keys()]).toContain(call);
});

test.each(Object.entries(NAMES))("%s takes and answers what the specification names", (call, named) => {
  const endpoint = API_ENDPOINTS.find((item) => nameOf(item) === call);

  expect(takenBy(endpoint)).toEqual(expect.arrayContaining(words(named.sends)));
  expect(answeredBy(endpoint)).toEqual(expect.arrayContaining(words(named.answers)));
});

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/:\w+/g, "{}")}`;
}

function takenBy(endpoint: Endpoint | undefined): string[] {
  const { params, query, body, upload } = endpoint ?? {};
  const fields = [params, query, body, upload?.fields].flatMap((shape) => listSchemaFields(shape ?? null));
  return [...fields.map(({ name }) => name), ...(upload ? [upload.file] : [])];
}

function answeredBy(endpoint: Endpoint | undefined): string[] {
  return endpoint?.reply ? listReplyFields(toJsonSchema(endpoint.reply)).map(({ name }) => name) : [];
}

function words(names = ""): string[] {
  return names.split(" ").filter(Boolean);
}
