import { expect, test } from "vitest";
import { permissionIdsFor, type Access, type PersonAccess } from "#access/permissions.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, ORIGIN, sendJson, type Visitor } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

const ALL_IDS = [1, 2, 3, 4, 6, 7, 8, 9, 10];
/** The calls that answer visitors; tests/rules/access-walk.test.ts checks that the others do not. */
const OPEN = [
  "GET /sanctum/csrf-cookie",
  "POST /api/employee-login",
  "POST /api/employee-logout",
  "GET /api/user-employee/:userName",
];

await freshDatabase();
await createSchool();
const table = API_ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const);

test("every call has one entry", () => {
  const names = table.map(([name]) => name.replaceAll(/:\w+/g, ":"));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("only the calls of signing in are open to anyone", () => {
  const open = table.filter(([, { access }]) => !isClosed(access)).map(([name]) => name);

  expect(open).toEqual(OPEN);
});

test.each(table)(
  "%s answers those it is for, whatever is sent, and never with a surprise",
  async (_, endpoint) => {
    const { access } = endpoint;
    const ids = isClosed(access) ? permissionIdsFor(access as PersonAccess) : null;
    const visitor = await createTeacher({
      permissions: ids?.slice(0, 1) ?? [],
      passwordReset: access === "reset-password",
    });

    const { status, headers } = await answered(requestTo(endpoint, visitor));

    expect([200, 204, 404, 409, 422]).toContain(status);
    expect(headers.get("Cache-Control")).toBe("no-store");
  },
);

test.each(table)("%s says which methods its address takes", async (_, endpoint) => {
  const wrong = await answered(new Request(urlOf(endpoint), { method: "PATCH" }));
  const options = await answered(new Request(urlOf(endpoint), { method: "OPTIONS" }));

  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("Allow")).toContain(endpoint.method);
  expect(options.status).toBe(204);
  expect(options.headers.get("Allow")).toBe(wrong.headers.get("Allow"));
});

test.each(table.filter(([, { body }]) => body !== null))(
  "%s takes JSON and forms only",
  async (_, endpoint) => {
    const { access } = endpoint;
    const visitor = isClosed(access)
      ? await createTeacher({ permissions: ALL_IDS, passwordReset: access === "reset-password" })
      : null;
    const headers = { "Content-Type": "text/plain", ...(visitor && { Cookie: visitor.cookie }) };

    const text = await answered(
      new Request(urlOf(endpoint), { method: endpoint.method, headers, body: "name=Admin" }),
    );
    const broken = await answered(
      new Request(urlOf(endpoint), {
        method: endpoint.method,
        headers: { ...headers, "Content-Type": "application/json" },
        body: "{",
      }),
    );

    expect(text.status).toBe(415);
    expect(broken.status).toBe(422);
    expect(broken.body).toEqual({ message: "Send the body as a JSON object.", errors: {} });
  },
);

function isClosed(access: Access): boolean {
  return access !== "anyone" && access !== "visitor";
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function urlOf({ path }: Endpoint): string {
  return ORIGIN + path.replaceAll(/:\w+/g, "1");
}

function requestTo(endpoint: Endpoint, visitor: Visitor): Request {
  const path = urlOf(endpoint);
  if (endpoint.upload) return postFile(path, visitor);
  return endpoint.method === "GET" ? getRequest(path, visitor) : sendJson(path, {}, visitor, endpoint.method);
}

/** Posts a form with an empty file, whose missing fields are then rejected by name. */
function postFile(path: string, visitor: Visitor): Request {
  const body = new FormData();
  body.set("file", new File([], "empty.pdf"));
  return new Request(new URL(path, ORIGIN), {
    method: "POST",
    body,
    headers: visitor ? { Cookie: visitor.cookie } : {},
  });
}
