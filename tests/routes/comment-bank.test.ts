import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/comment-bank.tsx";
import { action as phraseAction, loader as phraseLoader } from "../../app/routes/comment-bank-phrase.tsx";
import { queryRows, noTransaction, runQuery, transaction } from "#db/index.ts";
import { listPhrasesForReport } from "#db/queries/reports/comment-phrases.ts";
import type { CommentBankView } from "#features/comment-bank/bank.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormValues,
  type Visitor,
} from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

const BANK = "/app/comment-bank";
const SCHOOL = `${BANK}?of=school`;

test("whoever writes no reports has no comment bank", async () => {
  const teacher = await createTeacher();

  const answer = await callRoute(loader, getRequest(BANK, teacher));

  expect(answer.status).toBe(403);
});

test("a teacher keeps phrases that no colleague sees", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];

  const added = await add(teacher, "{name} reads aloud.");

  const [mine, theirs] = await Promise.all([bankOf(teacher), bankOf(colleague)]);
  expect([added.status, added.location]).toEqual([302, BANK]);
  expect(mine.phrases.map(({ phrase }) => phrase)).toEqual(["{name} reads aloud."]);
  expect(theirs.phrases).toEqual([]);
  expect([mine.ownCount, theirs.ownCount]).toEqual([1, 0]);
});

test("line ends and double spaces of what was pasted become single spaces", async () => {
  const teacher = await createFormTeacher();

  await add(teacher, "  {name} reads\r\nwell. \t{He}\u00a0 writes\u200b too. ");

  expect((await bankOf(teacher)).phrases).toMatchObject([{ phrase: "{name} reads well. {He} writes too." }]);
});

test.each([
  ["", "Enter a phrase."],
  ["  \r\n ", "Enter a phrase."],
  [`e${"\u0301".repeat(4_000)}`, "3,601 characters too many: use at most 400."],
  ["x".repeat(401), "1 character too many: use at most 400."],
  [
    "{name} doesn\u0092t try.",
    "This text has a character that cannot be saved. Remove the character, then try again.",
  ],
  ["{nane} reads.", "‘{nane}’ has no meaning here. Use one of these: {name}, {he}, {him}, {his}, {himself}."],
])("‘%.20s’ is refused beside the field, and what was typed stays", async (phrase, error) => {
  const teacher = await createFormTeacher();

  const answer = await add(teacher, phrase);

  expect([answer.status, readFormErrors(answer)]).toEqual([422, { phrase: error }]);
  expect({ phrase: "", ...readFormValues(answer) }).toEqual({ intent: "add", phrase });
});

test.each([
  ["70", "79", { from: 70, to: 79 }],
  ["70 %", "79%", { from: 70, to: 79 }],
  ["", "59", { from: 0, to: 59 }],
  ["90", "", { from: 90, to: 100 }],
  ["0", "0", { from: 0, to: 0 }],
  ["", "", null],
])(
  "a phrase for averages from ‘%s’ to ‘%s’ is listed with them",
  async (averageFrom, averageTo, averages) => {
    const teacher = await createFormTeacher();

    const answer = await addForAverages(teacher, averageFrom, averageTo);

    expect(answer.status).toBe(302);
    expect((await bankOf(teacher)).phrases).toMatchObject([{ phrase: "{name} tries.", averages }]);
  },
);

const NO_PERCENTAGE = "Enter a whole number from 0 to 100, or leave this empty.";

test.each([
  ["80", "79", { averageTo: "Enter 80 or more, because the range begins at 80." }],
  ["101", "", { averageFrom: NO_PERCENTAGE }],
  ["-1", "69.5", { averageFrom: NO_PERCENTAGE, averageTo: NO_PERCENTAGE }],
])("averages from ‘%s’ to ‘%s’ are refused beside the field", async (averageFrom, averageTo, errors) => {
  const teacher = await createFormTeacher();

  const answer = await addForAverages(teacher, averageFrom, averageTo);

  expect([answer.status, readFormErrors(answer)]).toEqual([422, errors]);
});

test("averages can be changed, but not over a colleague's change", async () => {
  const id = await phraseOf(null, "For averages.");
  const was = "For averages.";

  const answers = [
    await change(admin, id, { was, phrase: was, averageFrom: "70", averageTo: "79" }),
    await change(principal, id, { was, phrase: was, averageFrom: "80" }),
    await change(principal, id, { was, wasFor: "70–79%", phrase: was }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([302, 409, 302]);
  expect(answers.map(readFormErrors)[1]).toEqual({
    phrase:
      "This phrase was changed while you had it open. Copy your phrase, reload the page, then change it again. The phrase is now: For averages. (for averages of 70–79%)",
  });
});

test("400 letters fit, also those that a computer counts as two", async () => {
  const teacher = await createFormTeacher();

  const answer = await add(teacher, "😀".repeat(400));

  expect(answer.status).toBe(302);
});

test("a form that only asks for the preview keeps nothing", async () => {
  const teacher = await createFormTeacher();

  const answer = await callRoute(
    action,
    postForm(BANK, { intent: "preview", phrase: "{name} tries." }, teacher),
  );

  expect([answer.status, readFormErrors(answer)]).toEqual([200, {}]);
  expect(readFormValues(answer)).toMatchObject({ phrase: "{name} tries." });
  expect((await bankOf(teacher)).phrases).toEqual([]);
});

test.each([
  [
    "own",
    "You have 200 phrases, which is the limit. Delete a phrase that is no longer needed, then try again.",
  ],
  [
    "school",
    "The school has 200 phrases, which is the limit. Delete a phrase that is no longer needed, then try again.",
  ],
] as const)(
  "a bank is full at 200 phrases, and has room again when one is deleted: %s",
  async (tab, fault) => {
    const keeper = await createPrincipal();
    const owner = tab === "own" ? keeper.employeeId : null;
    const url = tab === "own" ? BANK : SCHOOL;
    await transaction(TEST, async (t) => {
      await runQuery(
        "delete from comment_phrases where employee_id is not distinct from $1::integer",
        [owner],
        t,
      );
      await runQuery(
        "insert into comment_phrases (employee_id, phrase) select $1::integer, 'Phrase ' || n from generate_series(1, 199) n",
        [owner],
        t,
      );
    });
    const id = await phraseOf(owner, "Phrase 200");

    const tooMany = await add(keeper, "One more.", url);
    await change(keeper, id, { intent: "delete", was: "Phrase 200" });
    const again = await add(keeper, "One more.", url);

    expect([tooMany.status, readFormErrors(tooMany)]).toEqual([422, { phrase: fault }]);
    expect([again.status, again.location]).toEqual([302, url]);
    await transaction(TEST, (t) => runQuery("delete from comment_phrases", [], t));
  },
);

test("a colleague's phrase can be neither read, changed nor deleted", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];
  const id = await phraseOf(teacher.employeeId, "Only mine.");

  const answers = [
    await open(colleague, id),
    await change(colleague, id, { was: "Only mine.", phrase: "Now ours." }),
    await change(colleague, id, { intent: "delete", was: "Only mine." }),
    await open(admin, id),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await wordsOf(id)).toBe("Only mine.");
});

test("the school's phrases are kept by admins and the principal, and read by everybody", async () => {
  const teacher = await createFormTeacher();

  const added = [
    await add(principal, "From the principal.", SCHOOL),
    await add(admin, "From the office.", BANK),
  ];

  const bank = await bankOf(teacher, SCHOOL);
  expect(added.map(({ status }) => status)).toEqual([302, 302]);
  expect(bank.canEdit).toBe(false);
  expect(bank.phrases.map(({ phrase }) => phrase)).toEqual(
    expect.arrayContaining(["From the principal.", "From the office."]),
  );
});

test("a teacher cannot touch the school's phrases", async () => {
  const teacher = await createFormTeacher();
  const id = await phraseOf(null, "Of the school.");

  const answers = [
    await open(teacher, id),
    await change(teacher, id, { was: "Of the school.", phrase: "Mine." }),
    await change(teacher, id, { intent: "delete", was: "Of the school." }),
    await add(teacher, "Mine.", SCHOOL),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await wordsOf(id)).toBe("Of the school.");
});

test("an account without an employee has the school's phrases alone", async () => {
  const bank = await bankOf(admin);

  expect(bank).toMatchObject({ tab: "school", ownCount: null, canEdit: true });
});

test("no phrase is kept twice, whatever its letters", async () => {
  const teacher = await createFormTeacher();
  await phraseOf(null, "Shared with all.");
  await phraseOf(teacher.employeeId, "Kept once.");
  const other = await phraseOf(teacher.employeeId, "Another.");

  const answers = [
    await add(teacher, "KEPT once."),
    await add(teacher, "Shared with all."),
    await change(teacher, other, { was: "Another.", phrase: "kept once." }),
  ];

  expect(answers.map((answer) => [answer.status, readFormErrors(answer).phrase])).toEqual([
    [422, "You already have this phrase. Enter a different phrase."],
    [422, "This phrase is already in the school’s comment bank. Enter a different phrase."],
    [422, "You already have this phrase. Enter a different phrase."],
  ]);
});

test("two teachers may keep the same words, and one sent twice at once is kept once", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];
  const phrase = "Said by many.";

  const added = await Promise.all([add(teacher, phrase), add(teacher, phrase), add(colleague, phrase)]);

  expect(added.map(({ status }) => status).toSorted()).toEqual([302, 302, 422]);
  expect((await bankOf(teacher)).phrases).toHaveLength(1);
});

test("the dialog changes a phrase and goes back to the page of the list it opened over", async () => {
  const teacher = await createFormTeacher();
  const id = await phraseOf(teacher.employeeId, "old words.");

  const opened = await open(teacher, id, "?page=2");
  const answer = await change(teacher, id, { was: "old words.", phrase: "Old words." }, "?page=2");

  expect(opened.body).toEqual({
    phrase: { id, phrase: "old words.", owner: "own", averages: null },
    closeTo: `${BANK}?page=2`,
  });
  expect([answer.status, answer.location]).toEqual([302, `${BANK}?page=2`]);
  expect(await wordsOf(id)).toBe("Old words.");
});

test("a phrase that somebody changed in the meantime is not written over or deleted", async () => {
  const id = await phraseOf(null, "First words.");
  await change(admin, id, { was: "First words.", phrase: "Second words." });

  const answers = [
    await change(principal, id, { was: "First words.", phrase: "Mine." }),
    await change(principal, id, { intent: "delete", was: "First words." }),
  ];

  const fault =
    "This phrase was changed while you had it open. Copy your phrase, reload the page, then change it again. The phrase is now: Second words.";
  expect(answers.map((answer) => [answer.status, readFormErrors(answer)])).toEqual([
    [409, { phrase: fault }],
    [409, { phrase: fault }],
  ]);
  expect(await wordsOf(id)).toBe("Second words.");
});

test.each(["0", "x", "12345678901", "1.5"])("‘%s’ is no phrase", async (phraseId) => {
  const teacher = await createFormTeacher();

  expect((await open(teacher, phraseId)).status).toBe(404);
});

test("a long list comes in pages, and a page past the end is the last", async () => {
  const teacher = await createFormTeacher();
  await transaction(TEST, (t) =>
    runQuery(
      `insert into comment_phrases (employee_id, phrase)
       select $1, 'Phrase ' || number from generate_series(1, 45) number`,
      [teacher.employeeId],
      t,
    ),
  );

  const pages = await Promise.all(
    ["", "page=2", "page=99", "page=-1", "page=x"].map((query) => bankOf(teacher, `${BANK}?${query}`)),
  );

  expect(pages.map(({ page, phrases }) => [page, phrases.length, phrases[0]?.phrase])).toEqual([
    [1, 20, "Phrase 1"],
    [2, 20, "Phrase 21"],
    [3, 5, "Phrase 41"],
    [1, 20, "Phrase 1"],
    [1, 20, "Phrase 1"],
  ]);
});

test("what a report can take is one's own phrases, then the school's", async () => {
  const teacher = await createFormTeacher();
  await phraseOf(teacher.employeeId, "Zebra.");

  const phrases = await listPhrasesForReport({ employeeId: teacher.employeeId }, noTransaction);
  const forAdmin = await listPhrasesForReport({ employeeId: null }, noTransaction);

  expect(phrases[0]).toMatchObject({ phrase: "Zebra.", is_own: true });
  expect(phrases.slice(1).every(({ is_own }) => !is_own)).toBe(true);
  expect(forAdmin.some(({ is_own }) => is_own)).toBe(false);
});

function add(visitor: Visitor, phrase: string, url = BANK) {
  return callRoute(action, postForm(url, { intent: "add", phrase }, visitor));
}

function addForAverages(visitor: Visitor, averageFrom: string, averageTo: string) {
  const form = { intent: "add", phrase: "{name} tries.", averageFrom, averageTo };
  return callRoute(action, postForm(BANK, form, visitor));
}

type Sent = {
  intent?: string;
  was: string;
  wasFor?: string;
  phrase?: string;
  averageFrom?: string;
  averageTo?: string;
};

function change(visitor: Visitor, id: number, sent: Sent, query = "") {
  const request = postForm(`${BANK}/${id}${query}`, { intent: "change", ...sent }, visitor);
  return callRoute(phraseAction, request, { phraseId: String(id) });
}

function open(visitor: Visitor, id: number | string, query = "") {
  return callRoute(phraseLoader, getRequest(`${BANK}/${id}${query}`, visitor), { phraseId: String(id) });
}

async function bankOf(visitor: Visitor, url = BANK): Promise<CommentBankView> {
  const { body } = await callRoute(loader, getRequest(url, visitor));
  return body as CommentBankView;
}

async function phraseOf(employeeId: number | null, phrase: string): Promise<number> {
  const [made] = await transaction(TEST, (t) =>
    queryRows<{ id: number }>(
      "insert into comment_phrases (employee_id, phrase) values ($1, $2) returning phrase_id as id",
      [employeeId, phrase],
      t,
    ),
  );
  if (!made) throw new Error("no phrase was made");
  return made.id;
}

async function wordsOf(id: number): Promise<string | undefined> {
  const [found] = await queryRows<{ phrase: string }>(
    "select phrase from comment_phrases where phrase_id = $1",
    [id],
    noTransaction,
  );
  return found?.phrase;
}
