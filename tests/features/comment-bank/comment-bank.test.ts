import { expect, test } from "vitest";
import { rows, noTransaction, run, transaction } from "#db/index.ts";
import { phrasesFor } from "#db/queries/reports/comment-phrases.ts";
import { readPhrase } from "#features/comment-bank/phrase-owner.server.ts";
import { readBank } from "#features/comment-bank/read-bank.server.ts";
import { addPhrase, changePhrase, deletePhrase } from "#features/comment-bank/store-phrase.server.ts";
import { kindOf } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const principal = await createPrincipal();

const OWN = new URLSearchParams();
const SCHOOL = new URLSearchParams("of=school");

test("a teacher keeps phrases that no colleague sees", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];

  const added = await addPhrase(teacher.person, { tab: "own", phrase: "{name} reads aloud." });

  const [mine, theirs] = await Promise.all([readBank(teacher.person, OWN), readBank(colleague.person, OWN)]);
  expect(added).toEqual({ ok: true });
  expect(mine.phrases.map(({ phrase }) => phrase)).toEqual(["{name} reads aloud."]);
  expect(theirs.phrases).toEqual([]);
  expect([mine.ownCount, theirs.ownCount]).toEqual([1, 0]);
});

test.each([
  ["own", "You keep 200 phrases, as many as the bank holds. Delete one that is not used any more first."],
  [
    "school",
    "The school keeps 200 phrases, as many as the bank holds. Delete one that is not used any more first.",
  ],
] as const)(
  "a bank is full at 200 phrases, and has room again when one is deleted: %s",
  async (tab, fault) => {
    const { person, employeeId } = await createPrincipal();
    const owner = tab === "own" ? employeeId : null;
    await transaction(TEST, async (t) => {
      await run("delete from comment_phrases where employee_id is not distinct from $1::integer", [owner], t);
      await run(
        "insert into comment_phrases (employee_id, phrase) select $1::integer, 'Phrase ' || n from generate_series(1, 200) n",
        [owner],
        t,
      );
    });
    const [first] = await rows<{ phrase_id: number }>(
      "select phrase_id from comment_phrases where employee_id is not distinct from $1::integer and phrase = 'Phrase 1'",
      [owner],
      noTransaction,
    );

    const tooMany = await addPhrase(person, { tab, phrase: "One more." });
    await deletePhrase(person, { phraseId: first?.phrase_id ?? 0, was: "Phrase 1" });
    const again = await addPhrase(person, { tab, phrase: "One more." });

    expect(tooMany).toEqual({ ok: false, status: 422, fault });
    expect(again).toEqual({ ok: true });
    await transaction(TEST, (t) => run("delete from comment_phrases", [], t));
  },
);

test("a colleague's phrase can be neither read, changed nor deleted", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];
  const id = await phraseOf(teacher.employeeId, "Only mine.");

  const refusals = [
    await refusalOf(readPhrase(colleague.person, id)),
    await refusalOf(changePhrase(colleague.person, { phraseId: id, was: "Only mine.", phrase: "Now ours." })),
    await refusalOf(deletePhrase(colleague.person, { phraseId: id, was: "Only mine." })),
    await refusalOf(readPhrase(admin.person, id)),
  ];

  expect(refusals).toEqual(["notFound", "notFound", "notFound", "notFound"]);
  expect(await wordsOf(id)).toBe("Only mine.");
});

test("the school's phrases are kept by admins and the principal, and read by everybody", async () => {
  const teacher = await createFormTeacher();

  const added = [
    await addPhrase(principal.person, { tab: "school", phrase: "From the principal." }),
    await addPhrase(admin.person, { tab: "own", phrase: "From the office." }),
  ];

  const bank = await readBank(teacher.person, SCHOOL);
  expect(added).toEqual([{ ok: true }, { ok: true }]);
  expect(bank.canEdit).toBe(false);
  expect(bank.phrases.map(({ phrase }) => phrase)).toEqual(
    expect.arrayContaining(["From the principal.", "From the office."]),
  );
});

test("a teacher cannot touch the school's phrases", async () => {
  const teacher = await createFormTeacher();
  const id = await phraseOf(null, "Of the school.");

  const refusals = [
    await refusalOf(readPhrase(teacher.person, id)),
    await refusalOf(changePhrase(teacher.person, { phraseId: id, was: "Of the school.", phrase: "Mine." })),
    await refusalOf(deletePhrase(teacher.person, { phraseId: id, was: "Of the school." })),
    await refusalOf(async () => addPhrase(teacher.person, { tab: "school", phrase: "Mine." })),
  ];

  expect(refusals).toEqual(["forbidden", "forbidden", "forbidden", "forbidden"]);
  expect(await wordsOf(id)).toBe("Of the school.");
});

test("an account without an employee has the school's phrases alone", async () => {
  const bank = await readBank(admin.person, OWN);

  expect(bank).toMatchObject({ tab: "school", ownCount: null, canEdit: true });
});

test("no phrase is kept twice, whatever its letters", async () => {
  const teacher = await createFormTeacher();
  await phraseOf(null, "Shared with all.");
  await phraseOf(teacher.employeeId, "Kept once.");
  const other = await phraseOf(teacher.employeeId, "Another.");

  const refused = [
    await addPhrase(teacher.person, { tab: "own", phrase: "KEPT once." }),
    await addPhrase(teacher.person, { tab: "own", phrase: "Shared with all." }),
    await changePhrase(teacher.person, { phraseId: other, was: "Another.", phrase: "kept once." }),
  ];

  expect(refused).toEqual([
    { ok: false, status: 422, fault: "You have this phrase already." },
    { ok: false, status: 422, fault: "The school’s phrases have this one already." },
    { ok: false, status: 422, fault: "You have this phrase already." },
  ]);
});

test("two teachers may keep the same words, and one sent twice at once is kept once", async () => {
  const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];
  const phrase = "Said by many.";

  const added = await Promise.all([
    addPhrase(teacher.person, { tab: "own", phrase }),
    addPhrase(teacher.person, { tab: "own", phrase }),
    addPhrase(colleague.person, { tab: "own", phrase }),
  ]);

  expect(added.filter(({ ok }) => ok)).toHaveLength(2);
  expect((await readBank(teacher.person, OWN)).phrases).toHaveLength(1);
});

test("a phrase that somebody changed or deleted in the meantime is not written over", async () => {
  const id = await phraseOf(null, "First words.");
  await changePhrase(admin.person, { phraseId: id, was: "First words.", phrase: "Second words." });

  const stale = await changePhrase(principal.person, { phraseId: id, was: "First words.", phrase: "Mine." });
  const deleted = await deletePhrase(principal.person, { phraseId: id, was: "First words." });

  const fault = "Somebody changed this phrase in the meantime. It is now: Second words.";
  expect([stale, deleted]).toEqual([
    { ok: false, status: 409, fault },
    { ok: false, status: 409, fault },
  ]);
  expect(await wordsOf(id)).toBe("Second words.");
});

test("a phrase can be changed in its letters alone, and deleted", async () => {
  const teacher = await createFormTeacher();
  const id = await phraseOf(teacher.employeeId, "reads well.");

  const changed = await changePhrase(teacher.person, {
    phraseId: id,
    was: "reads well.",
    phrase: "Reads well.",
  });
  const deleted = await deletePhrase(teacher.person, { phraseId: id, was: "Reads well." });

  expect([changed, deleted]).toEqual([{ ok: true }, { ok: true }]);
  expect(await wordsOf(id)).toBeUndefined();
});

test("a long list comes in pages, and a page past the end is the last", async () => {
  const teacher = await createFormTeacher();
  await transaction(TEST, (t) =>
    run(
      `insert into comment_phrases (employee_id, phrase)
       select $1, 'Phrase ' || number from generate_series(1, 45) number`,
      [teacher.employeeId],
      t,
    ),
  );

  const pages = await Promise.all(
    ["", "page=2", "page=99", "page=-1", "page=x"].map((query) =>
      readBank(teacher.person, new URLSearchParams(query)),
    ),
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

  const phrases = await phrasesFor({ employeeId: teacher.employeeId }, noTransaction);
  const forAdmin = await phrasesFor({ employeeId: null }, noTransaction);

  expect(phrases[0]).toMatchObject({ phrase: "Zebra.", is_own: true });
  expect(phrases.slice(1).every(({ is_own }) => !is_own)).toBe(true);
  expect(forAdmin.some(({ is_own }) => is_own)).toBe(false);
});

async function phraseOf(employeeId: number | null, phrase: string): Promise<number> {
  const [made] = await transaction(TEST, (t) =>
    rows<{ id: number }>(
      "insert into comment_phrases (employee_id, phrase) values ($1, $2) returning phrase_id as id",
      [employeeId, phrase],
      t,
    ),
  );
  if (!made) throw new Error("no phrase was made");
  return made.id;
}

async function wordsOf(id: number): Promise<string | undefined> {
  const [found] = await rows<{ phrase: string }>(
    "select phrase from comment_phrases where phrase_id = $1",
    [id],
    noTransaction,
  );
  return found?.phrase;
}

async function refusalOf(asked: Promise<unknown> | (() => Promise<unknown>)): Promise<string | null> {
  try {
    await (typeof asked === "function" ? asked() : asked);
    return null;
  } catch (error) {
    return kindOf(error);
  }
}
