import { expect, test } from "vitest";
import { API_ENDPOINTS } from "#api/index.ts";
import { permissionIdsFor, type PersonAccess } from "#access/permissions.ts";
import { createAdmin, createTeacher, type SignedIn } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { createAccessTokenFor } from "#tests/support/builders/tokens.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, ORIGIN, sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const teacher = await createTeacher({ permissions: [1, 2] });
const own = await createClass({ formClassId: "Std 4", formTeacher: teacher });
const [ali] = await createStudents(own, [{ studentId: "S-1", lastName: "Ali" }]);
const others = await createClass({ formClassId: "Std 5" });
await createStudents(others, [{ studentId: "S-2", lastName: "Guerra" }]);

const tagged = (path: string, tag: string, visitor: SignedIn = admin) =>
  answered(getRequest(path, visitor, { "If-None-Match": tag }));

function byToken(token: string, path: string, headers: Record<string, string> = {}) {
  return answered(
    new Request(new URL(path, ORIGIN), { headers: { Authorization: `Bearer ${token}`, ...headers } }),
  );
}

test("what is still as it was is answered by 304, without a body", async () => {
  const { status, headers } = await answered(getRequest("/api/students", admin));
  const tag = headers.get("ETag") ?? "";

  const again = await tagged("/api/students", tag);

  expect(status).toBe(200);
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(again).toMatchObject({ status: 304, body: "" });
  expect(again.headers.get("ETag")).toBe(tag);
  expect(again.headers.get("X-Total-Count")).toBe("2");
  expect(again.headers.get("Content-Type")).toBeNull();
});

test.each([
  ["strong", (tag: string) => tag.replace("W/", "")],
  ["among others", (tag: string) => `"other", ${tag}`],
  ["any", () => "*"],
])("a tag that is %s counts", async (_, sent) => {
  const { headers } = await answered(getRequest("/api/subjects", admin));

  expect((await tagged("/api/subjects", sent(headers.get("ETag") ?? ""))).status).toBe(304);
});

test("what changed is answered anew, a page also when only the total did", async () => {
  const before = await answered(getRequest("/api/subjects?per_page=1&sort=title", admin));
  await answered(sendJson("/api/subjects", { title: "Zoology", abbr: "ZOO" }, admin));

  const after = await tagged("/api/subjects?per_page=1&sort=title", before.headers.get("ETag") ?? "");

  expect(after.status).toBe(200);
});

test("a script may keep what it was told and asks whether it holds; a browser keeps nothing", async () => {
  const script = await byToken(await createAccessTokenFor(admin), "/api/students");
  const browser = await answered(getRequest("/api/students", admin));

  expect(script.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(browser.headers.get("Cache-Control")).toBe("no-store");
  for (const { headers } of [script, browser]) {
    expect(headers.get("Vary")).toBe("Accept-Encoding, Authorization, Cookie");
  }
});

test("who may not see it learns from no tag whether it is there, or as it was", async () => {
  const paths = ["/api/student-term-details?student_id=S-2", "/api/student-term-details?student_id=nobody"];
  const { headers } = await answered(getRequest(paths[0] ?? "", admin));
  const tag = headers.get("ETag") ?? "";

  for (const path of paths) {
    for (const each of [tag, "*"]) {
      expect((await tagged(path, each, teacher)).status).toBe(404);
      expect((await answered(getRequest(path, null, { "If-None-Match": each }))).status).toBe(401);
    }
  }
  expect((await byToken("termbook_none", "/api/students", { "If-None-Match": "*" })).status).toBe(401);
});

test("a change is made whatever tag comes with it, and its answer has none", async () => {
  const request = sendJson(
    "/api/student-term-details",
    { student_id: ali?.studentId, project: "Kite" },
    teacher,
  );
  request.headers.set("If-None-Match", "*");

  const { status, headers } = await answered(request);

  expect(status).toBe(200);
  expect(headers.get("ETag")).toBeNull();
});

test.each(
  API_ENDPOINTS.filter(({ method, reply, path }) => method === "GET" && reply !== null && !path.includes(":"))
    .filter(({ access }) => access !== "anyone" && access !== "visitor")
    .map((endpoint) => [endpoint.path, endpoint] as const),
)("%s is tagged where it is answered, and a HEAD says the same", async (path, { access }) => {
  const visitor = await createTeacher({
    permissions: permissionIdsFor(access as PersonAccess)?.slice(0, 1) ?? [],
  });
  const { status, headers } = await answered(getRequest(path, visitor));
  const head = await answered(
    new Request(new URL(path, ORIGIN), { method: "HEAD", headers: { Cookie: visitor.cookie } }),
  );

  expect(headers.get("ETag") !== null).toBe(status === 200);
  expect([head.status, head.headers.get("ETag")]).toEqual([status, headers.get("ETag")]);
});

test("a document is sent whole, without a tag of the calls", async () => {
  const { status, headers } = await tagged("/api/school-feeding", "*");

  expect(status).toBe(200);
  expect(headers.get("ETag")).toBeNull();
  expect(headers.get("Cache-Control")).toBe("no-store");
});
