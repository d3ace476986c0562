import { expect, test } from "vitest";
import { API_ENDPOINTS } from "#api/index.ts";
import { createOperationId } from "#api/openapi/operation.ts";
import type { ApiCallArea, DescribedApiCall } from "#features/api/guide.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";
import { loader as listLoader } from "../../../app/routes/api-description/calls.tsx";
import { loader as callLoader } from "../../../app/routes/api-description/call.tsx";

await freshDatabase();
await createSchool();
const teacher = await createTeacher();

function page(callId: string) {
  return callRoute(callLoader, getRequest(`/app/api/${callId}`, teacher), { callId });
}

test("the list has every call, in its area", async () => {
  const { body } = await callRoute(listLoader, getRequest("/app/api", teacher));

  const { areas } = body as { areas: ApiCallArea[] };
  expect(areas.flatMap(({ calls }) => calls.map(({ id }) => id))).toEqual(
    API_ENDPOINTS.map(createOperationId),
  );
  expect(areas.map(({ title }) => title)).toContain("Term reports");
});

test.each(API_ENDPOINTS.map(createOperationId))("%s has a page that says what it answers", async (id) => {
  const { status, body } = await page(id);

  const { call: shown } = body as { call: DescribedApiCall };
  expect(status).toBe(200);
  expect(shown.answer).not.toBe("");
  expect(shown.refusals.length).toBeGreaterThan(0);
});

test("a page says what is sent where, and what comes back, to its innermost field", async () => {
  const { body } = await page("post_mark_record");

  const { call: shown } = body as { call: DescribedApiCall };
  expect(shown).toMatchObject({
    method: "POST",
    path: "/api/mark-record",
    forWhom: "Permission 1 (marks.enter)",
  });
  expect(shown.sends).toContainEqual({
    name: "student_id",
    takes: "text",
    place: "body",
    required: true,
    about: "",
  });
  expect(shown.answers).toContainEqual({
    name: "data.grade",
    takes: "letter from A to Z or nothing",
    place: "",
    required: true,
    about: "",
  });
});

test("a call that there is not has no page", async () => {
  expect((await page("get_nothing")).status).toBe(404);
});
