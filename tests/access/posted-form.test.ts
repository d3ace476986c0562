import { expect, test } from "vitest";
import { postedForm } from "#access/posted-form.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createPrincipal, createTeacher } from "#tests/support/people.ts";
import { get, postForm } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/school.ts";

await freshDatabase();
await createSchool();

test("a form that says whose page it stood on is read for its author, and stays readable", async () => {
  const author = await createPrincipal();
  const request = postForm("/app", { author: String(author.accountId), seen: "it" }, author);

  const form = await postedForm(request);

  expect(form.get("seen")).toBe("it");
  expect((await postedForm(request)).get("seen")).toBe("it");
});

test("a form does nothing for who has signed in in the same browser since", async () => {
  const [author, other] = [await createPrincipal(), await createTeacher()];
  const request = postForm("/app", { author: String(author.accountId) }, other);

  const reading = postedForm(request);

  await expect(reading).rejects.toMatchObject({ kind: "conflict" });
});

test("a form that names no author is anybody's, such as the sign-in's", async () => {
  const form = await postedForm(postForm("/", { userName: "somebody" }));

  expect(form.get("userName")).toBe("somebody");
});

test("what is no form is told so", async () => {
  const reading = postedForm(get("/app"));

  await expect(reading).rejects.toMatchObject({ kind: "badRequest" });
});
