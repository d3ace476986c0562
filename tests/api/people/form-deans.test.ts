import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const clerk = await createClerk();

test("in a secondary school a dean gets form classes, and what is sent next takes their place", async () => {
  const { employeeId: employee_id } = await createTeacher();
  const assign = (form_classes: string) =>
    answered(sendJson("/api/form-dean-assignments", { employee_id, form_classes }, clerk));

  const [first, second, wrong] = [await assign("1A, 2A"), await assign("2A"), await assign("9Z")];

  const { body } = await answered(getRequest(`/api/form-dean-assignments/${employee_id}`, clerk));
  expect([first, second, wrong].map(({ status }) => status)).toEqual([200, 200, 422]);
  expect(body).toEqual({ employee_id, form_classes: ["2A"] });
});
