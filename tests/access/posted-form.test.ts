import { expect, test } from "vitest";
import { postedForm } from "#access/posted-form.server.ts";
import { get, postForm } from "#tests/support/request.ts";

test("the form of a request stays readable", async () => {
  const request = postForm("/", { userName: "somebody" });

  const form = await postedForm(request);

  expect(form.get("userName")).toBe("somebody");
  expect((await postedForm(request)).get("userName")).toBe("somebody");
});

test("what is no form is told so", async () => {
  const reading = postedForm(get("/app"));

  await expect(reading).rejects.toMatchObject({ kind: "badRequest" });
});
