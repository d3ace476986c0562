import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher, PASSWORD } from "#tests/support/builders/people.ts";
import { getRequest, ORIGIN, postForm, sendJson } from "#tests/support/request.ts";
import { createSchool, createSubject } from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool();
await createSubject("Mathematics");
const teacher = await createTeacher();

test.each(["/api/nothing", "/api", "/api/subjects/1", "/sanctum/other", "/api/%ff", "/API/subjects"])(
  "%s is no call, and says so in JSON",
  async (path) => {
    const { status, body } = await answered(getRequest(path, teacher));

    expect(status).toBe(404);
    expect(body).toEqual({ message: "This API call does not exist. Check the address." });
  },
);

test("HEAD answers as GET does, without the body", async () => {
  const request = new Request(`${ORIGIN}/api/subjects`, {
    method: "HEAD",
    headers: { Cookie: teacher.cookie },
  });

  const { status, headers, body } = await answered(request);

  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toContain("json");
  expect(body).toBe("");
});

test("a trailing slash is the same call", async () => {
  const { status } = await answered(getRequest("/api/subjects/", teacher));

  expect(status).toBe(200);
});

test("a form says the same as JSON", async () => {
  const credentials = { name: teacher.userName, password: PASSWORD };

  const byForm = await answered(postForm("/api/employee-login", credentials));
  const byJson = await answered(sendJson("/api/employee-login", credentials));

  expect(byForm.status).toBe(200);
  expect(byForm.body).toEqual(byJson.body);
});

test("reasons come by field", async () => {
  const { status, body } = await answered(sendJson("/api/employee-login", { name: "", password: 7 }));

  expect(status).toBe(422);
  expect(body).toEqual({
    message: "Some values were not accepted. name: This is missing; password: This must be text.",
    errors: { name: ["This is missing."], password: ["This must be text."] },
  });
});

test("text that a database cannot hold is refused", async () => {
  const { status } = await answered(getRequest("/api/term-assesment-assignment/Std%201%00", teacher));

  expect(status).toBe(404);
});
