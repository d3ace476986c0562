import { expect, test } from "vitest";
import { z } from "zod";
import {
  checkVersion,
  handleForm,
  formSucceeded,
  formSucceededWithResult,
  rejected,
  stale,
  reshowForm,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  calendarDayFieldSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import {
  callRoute,
  cookiesOf,
  readFormErrors,
  postForm,
  readFormReply,
  readFormValues,
  type Fields,
} from "#tests/support/request.ts";

const Form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("change"),
    title: z.string("Enter a title."),
    on: calendarDayFieldSchema().optional(),
    newPassword: z.string().optional(),
    id: rowIdSchema,
    version: versionFieldSchema,
    move: z.record(z.string(), z.string()).optional(),
  }),
]);

const VALID = { formId: "change-it", intent: "change", title: "Divali", id: "3", version: "6" };

function answer(fields: Fields, outcome: FormOutcome<string> = formSucceeded("/", "Done.")) {
  return callRoute(
    () => handleForm(postForm("/", fields), Form, () => Promise.resolve(outcome)),
    postForm("/", {}),
  );
}

test("a change that is made leads to its page, with its message and its cookies", async () => {
  const answered = await answer(VALID, formSucceeded("/app", "Done.", { cookies: ["session=new"] }));

  expect([answered.status, answered.location]).toEqual([302, "/app"]);
  expect(cookiesOf(answered)).toMatch(/^notice=.+; session=new$/);
});

test("without a message a change only leads to its page", async () => {
  const answered = await answer(VALID, formSucceeded("/app", ""));

  expect([answered.status, answered.location, cookiesOf(answered)]).toEqual([302, "/app", ""]);
});

test("a result that is shown once comes with an empty form", async () => {
  const answered = await answer(VALID, formSucceededWithResult("termbook_1"));

  expect(answered.status).toBe(200);
  expect(readFormReply(answered)).toMatchObject({
    formId: "change-it",
    result: "termbook_1",
    initialValue: null,
  });
});

test.each([
  ["by the schema", { ...VALID, title: "" }, undefined, 422, { title: "Enter a title." }],
  ["by the verb", VALID, rejected({ title: "Taken." }), 422, { title: "Taken." }],
  ["as a whole", VALID, rejected("Not now."), 422, { "": "Not now." }],
  ["as stale", VALID, stale("Changed."), 409, { "": "Changed." }],
  ["by nobody", VALID, reshowForm(), 200, {}],
] as const)(
  "a form rejected %s comes back with errors and values",
  async (_, fields, outcome, status, errors) => {
    const answered = await answer(fields, outcome);

    expect([answered.status, readFormErrors(answered)]).toEqual([status, errors]);
    expect(readFormReply(answered).formId).toBe("change-it");
    expect({ title: "", formId: "change-it", ...readFormValues(answered) }).toEqual(fields);
  },
);

test("a stale form comes back with the version of now, so that the same button saves over it", async () => {
  const answered = await answer(VALID, stale({ title: "Changed." }, 7));

  expect(readFormValues(answered)).toMatchObject({ title: "Divali", version: "7" });
});

test("a form that was opened with another version is answered as stale, with the current version", async () => {
  const form = postForm("/", VALID);
  const change = async ({ version }: z.output<typeof Form>) => {
    checkVersion({ opened: version, current: 7 }, { title: "Changed." });
    return Promise.resolve(formSucceeded("/"));
  };

  const answered = await callRoute(() => handleForm(form, Form, change), form);

  expect(answered.status).toBe(409);
  expect(readFormErrors(answered)).toEqual({ title: "Changed." });
  expect(readFormValues(answered)).toMatchObject({ title: "Divali", version: "7" });
});

test("a password is never sent back", async () => {
  const answered = await answer({ ...VALID, title: "", newPassword: "correct horse" });

  expect(answered.status).toBe(422);
  expect(JSON.stringify(answered.body)).not.toContain("correct horse");
});

test.each([
  { intent: "" },
  { intent: "delete" },
  { id: "" },
  { id: "0" },
  { id: "1e3" },
  { version: "seven" },
])("%o, which no page of ours sends, is a bad request", async (fields) => {
  expect((await answer({ ...VALID, ...fields })).status).toBe(400);
});

test.each([
  "__intent__",
  "__state__",
  "title.x[0].y",
  "title[]",
  "title[9999999]",
  "a.b.c",
  "constructor",
  "move.constructor",
  "__proto__.x",
  "toString",
  "hasOwnProperty",
])("a field %s never reaches Conform", async (name) => {
  const made = await answer({ ...VALID, [name]: "{" });
  const notMade = await answer({ ...VALID, title: "", [name]: "{" });

  expect([made.status, notMade.status]).toEqual([302, 422]);
  expect(readFormValues(notMade)).toEqual({ intent: "change", id: "3", version: "6" });
});

test("the rows of a table are one field with a key each", async () => {
  const answered = await answer({ ...VALID, title: "", "move.12": "Std 2", "move.2A": "Std 3" });

  expect(readFormValues(answered)).toMatchObject({ move: { "12": "Std 2", "2A": "Std 3" } });
});

test.each([
  ["7/9/2026", "2026-09-07"],
  ["7 Sep 2026", "2026-09-07"],
  ["7 September 2026", "2026-09-07"],
  ["2026-09-07", "2026-09-07"],
  ["31/9/2026", null],
  ["9/7/26", "2026-07-09"],
  ["1/1/1949", null],
  ["1/1/2100", null],
  ["soon", null],
])("a day typed as %s is %s", (typed, read) => {
  const parsed = calendarDayFieldSchema("Enter a date.").safeParse(typed);

  expect(parsed.success ? parsed.data : null).toBe(read);
});
