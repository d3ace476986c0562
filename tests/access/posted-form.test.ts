import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm, readPostedForm } from "#access/posted-form.server.ts";
import { getRequest, postForm } from "#tests/support/request.ts";

test("the form of a request stays readable", async () => {
  const request = postForm("/", { userName: "somebody" });

  const form = await readPostedForm(request);

  expect(form.get("userName")).toBe("somebody");
  expect((await readPostedForm(request)).get("userName")).toBe("somebody");
});

test("what is no form is told so", async () => {
  const reading = readPostedForm(getRequest("/app"));

  await expect(reading).rejects.toMatchObject({ kind: "badRequest" });
});

test.each([
  [
    "one field twice",
    [
      ["phrase", "a"],
      ["phrase", "b"],
    ],
  ],
  ["one field 40,000 times", Array.from({ length: 40_000 }, () => ["a", "1"])],
  [
    "more fields than any of our pages has",
    Array.from({ length: 2_001 }, (_, index) => [`mark.${index}`, "1"]),
  ],
])("a form with %s is refused, and at once", async (_, fields) => {
  const began = performance.now();

  const reading = readPostedForm(formOf(fields));

  await expect(reading).rejects.toMatchObject({ kind: "invalid" });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test.each(["__intent__", "__state__", "phrase.deep[0].er", "phrase[]", "constructor", "__proto__"])(
  "a field %s, which no form of ours has, is dropped",
  async (name) => {
    const form = await readPostedForm(
      formOf([
        ["phrase", "Well done"],
        [name, "{"],
      ]),
    );

    const parsed = parseForm(form, z.object({ phrase: z.string() }));

    expect(parsed).toEqual({ ok: true, value: { phrase: "Well done" } });
  },
);

function formOf(fields: string[][]): Request {
  return new Request("http://127.0.0.1:3000/", { method: "POST", body: new URLSearchParams(fields) });
}
