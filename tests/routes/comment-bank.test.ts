import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/comment-bank.tsx";
import { action as phraseAction, loader as phraseLoader } from "../../app/routes/comment-bank-phrase.tsx";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import { call, get, postForm } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const BANK = "/app/comment-bank";

test("whoever writes no reports has no comment bank", async () => {
  const teacher = await createTeacher();

  const answer = await call(loader, get(BANK, teacher));

  expect(answer.status).toBe(403);
});

test("a phrase that was added is said on the page that follows, in the same tab", async () => {
  const principal = await createPrincipal();

  const answer = await call(
    action,
    postForm(`${BANK}?of=school`, { intent: "add", phrase: "Well done." }, principal),
  );

  expect([answer.status, answer.location]).toEqual([302, `${BANK}?of=school`]);
});

test("line ends and double spaces of what was pasted become single spaces", async () => {
  const teacher = await createFormTeacher();

  await add(teacher, "  {name} reads\r\nwell. \t{He}\u00a0 writes\u200b too. ");

  expect(await firstPhrase(teacher)).toMatchObject({ phrase: "{name} reads well. {He} writes too." });
});

test.each([
  ["", "Write the phrase first."],
  ["  \r\n ", "Write the phrase first."],
  [`e${"\u0301".repeat(4_000)}`, "3,601 characters too many: at most 400 fit."],
  ["x".repeat(401), "1 character too many: at most 400 fit."],
  ["{name} doesn\u0092t try.", "It holds a character that cannot be kept."],
  ["{nane} reads.", "‘{nane}’ stands for nothing. Braces hold one of {name} {he} {him} {his} {himself}."],
])("‘%.20s’ is refused beside the field, and what was typed stays", async (phrase, error) => {
  const teacher = await createFormTeacher();

  const answer = await add(teacher, phrase);

  expect([answer.status, answer.body]).toEqual([422, { sent: { phrase, error } }]);
});

test("400 letters fit, also those that a computer counts as two", async () => {
  const teacher = await createFormTeacher();

  const answer = await add(teacher, "😀".repeat(400));

  expect(answer.status).toBe(302);
});

test("a form that only asks for the preview keeps nothing", async () => {
  const teacher = await createFormTeacher();

  const answer = await call(action, postForm(BANK, { intent: "preview", phrase: "{name} tries." }, teacher));

  expect([answer.status, answer.body]).toEqual([200, { sent: { phrase: "{name} tries.", error: null } }]);
  expect(await firstPhrase(teacher)).toBeUndefined();
});

test("the dialog changes a phrase and goes back to the page of the list it opened over", async () => {
  const teacher = await createFormTeacher();
  await add(teacher, "Old words.");
  const { id } = (await firstPhrase(teacher)) ?? { id: 0 };
  const path = `${BANK}/${id}?page=2`;

  const opened = await call(phraseLoader, get(path, teacher), { phraseId: String(id) });
  const answer = await call(
    phraseAction,
    postForm(path, { intent: "change", was: "Old words.", phrase: "New words." }, teacher),
    { phraseId: String(id) },
  );

  expect(opened.body).toEqual({
    phrase: { id, phrase: "Old words.", owner: "own" },
    closeTo: `${BANK}?page=2`,
  });
  expect([answer.status, answer.location]).toEqual([302, `${BANK}?page=2`]);
  expect(await firstPhrase(teacher)).toMatchObject({ phrase: "New words." });
});

test("a stale delete is refused with what the phrase is now", async () => {
  const teacher = await createFormTeacher();
  await add(teacher, "Now.");
  const { id } = (await firstPhrase(teacher)) ?? { id: 0 };

  const answer = await call(
    phraseAction,
    postForm(`${BANK}/${id}`, { intent: "delete", was: "Then." }, teacher),
    { phraseId: String(id) },
  );

  expect(answer.status).toBe(409);
  expect(await firstPhrase(teacher)).toMatchObject({ phrase: "Now." });
});

test.each(["0", "x", "12345678901", "1.5"])("‘%s’ is no phrase", async (phraseId) => {
  const teacher = await createFormTeacher();

  const answer = await call(phraseLoader, get(`${BANK}/${phraseId}`, teacher), { phraseId });

  expect(answer.status).toBe(404);
});

function add(teacher: Colleague, phrase: string) {
  return call(action, postForm(BANK, { intent: "add", phrase }, teacher));
}

async function firstPhrase(teacher: Colleague) {
  const { body } = await call(loader, get(BANK, teacher));
  return (body as { phrases: { id: number; phrase: string }[] }).phrases[0];
}
