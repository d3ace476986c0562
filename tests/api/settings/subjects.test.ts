import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ permissions: [8] });

test("a subject is added, changed and deleted by its id", async () => {
  const added = await answered(sendJson("/api/subjects", { title: "Steel Pan", abbr: "Pan" }, clerk));
  const { id } = added.body as { id: number };
  const changed = await answered(sendJson("/api/subjects", { id, title: "Steelpan", abbr: "Pan" }, clerk));
  const listed = await answered(getRequest("/api/subjects?search=steelpan", clerk));
  const deleted = await answered(sendJson("/api/subject", { id }, clerk, "DELETE"));
  const gone = await answered(sendJson("/api/subject", { id }, clerk, "DELETE"));

  expect([added, changed, deleted, gone].map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  expect(listed.body).toEqual([{ id, title: "Steelpan", abbr: "Pan" }]);
  expect(deleted.body).toEqual({ message: "Steelpan deleted", id });
});

test("a subject that somebody changed after the caller read it is refused beside its title", async () => {
  const { body } = await answered(sendJson("/api/subjects", { title: "Drama", abbr: "Dra" }, clerk));
  const { id } = body as { id: number };
  const late = { id, version: 99, title: "Theatre", abbr: "The" };

  const refused = await answered(sendJson("/api/subjects", late, clerk));

  const message = expect.stringContaining("It is now: Drama (Dra).") as string;
  expect(refused).toMatchObject({ status: 409, body: { message, errors: { title: [message] } } });
});

test.each([
  ["an object with a length", { toString: 1, length: 1_000_000_000, then: 1 }],
  ["a list", Array.from({ length: 300 }, () => "a")],
  ["nothing", null],
])("an abbreviation that is %s is refused beside its field", async (_, abbr) => {
  const { status, body } = await answered(sendJson("/api/subjects", { title: "Reading", abbr }, clerk));

  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual(["abbr"]);
});
