import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { API_AREAS, API_ENDPOINTS } from "#api/index.ts";
import { buildOpenApiDocument } from "#api/openapi/document.ts";
import { createOperationId, toPathTemplate } from "#api/openapi/operation.ts";

const document = buildOpenApiDocument(API_AREAS);

test("the description of the calls is an OpenAPI 3.1 document", async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(structuredClone(document));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("what is no OpenAPI document is found out", async () => {
  const { valid } = await new Validator().validate({
    ...structuredClone(document),
    paths: { "no slash": 1 },
  });

  expect(valid).toBe(false);
});

test("every call is described, under a name of its own", () => {
  const names = API_ENDPOINTS.map(createOperationId);
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );

  expect(described.toSorted()).toEqual(
    API_ENDPOINTS.map(({ method, path }) => `${method.toLowerCase()} ${toPathTemplate(path)}`).toSorted(),
  );
  expect(names).toEqual([...new Set(names)]);
});

test.each(API_ENDPOINTS.map((endpoint) => [createOperationId(endpoint), endpoint] as const))(
  "%s says what it does, in a line",
  (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z].{5,90}[^.]$/);
  },
);

test("a call is described as it is taken", () => {
  const operations = document.paths["/api/mark-record"]?.["post"];

  expect(operations).toMatchObject({
    operationId: "post_mark_record",
    tags: ["Marks"],
    description: "Access: Permission 1 (marks.enter).",
    requestBody: {
      content: { "application/json": { schema: { required: ["student_id", "academic_term_id"] } } },
    },
    responses: {
      200: {
        content: { "application/json": { schema: { required: ["message", "version", "data", "replaced"] } } },
      },
      422: { $ref: "#/components/responses/Invalid" },
    },
  });
});

test("a document is described by its formats, and the arguments of a DELETE as query", () => {
  const list = document.paths["/api/class-list/{form_class_id}/{employee_id}/{academic_term_id}"]?.["get"];
  const removal = document.paths["/api/subject"]?.["delete"];

  expect(Object.keys(list?.responses[200]?.content ?? {})).toEqual([
    "application/pdf",
    expect.stringContaining("wordprocessingml"),
    expect.stringContaining("spreadsheetml"),
  ]);
  expect(removal?.parameters).toEqual([
    {
      name: "id",
      in: "query",
      required: true,
      description: "A number above 0.",
      schema: expect.anything() as object,
    },
  ]);
  expect(document.paths["/sanctum/csrf-cookie"]?.["get"]).toMatchObject({
    security: [],
    responses: { 204: {} },
  });
});

test("an upload is described with its file and all that goes beside it", () => {
  const formOf = (path: string) => {
    const { requestBody } = document.paths[path]?.["post"] ?? {};
    return requestBody?.content["multipart/form-data" as keyof typeof requestBody.content];
  };

  expect(formOf("/api/upload-file")).toMatchObject({
    schema: {
      properties: {
        file: { type: "string" },
        category: { enum: ["employee", "employees", "student", "students"] },
        employee_id: { type: "string", description: "The employee's ID, if id is not sent." },
      },
      required: ["file"],
    },
  });
  expect(formOf("/api/upload-pictures")).toMatchObject({
    schema: { properties: { "files[]": { type: "array" } }, required: ["files[]"] },
  });
});
