import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startProduct } from "#tests/support/server.ts";
import {
  waitUntilAllSaved,
  enterMark,
  waitForRowState,
  markField,
  openSheet,
  sheetRowLocator,
  rowsWithField,
  waitForRowAutosave,
  readStoredMark,
} from "#tests/support/browser/sheet-page.ts";

const { origin } = await startProduct();

/** C. Pierre and D. Ramkissoon share the lesson. */
const SHARED = { classLabel: "Std 4 R", subject: "Mathematics" };

/** Each test uses a row of its own. */
let place = 0;

type Act = (page: Page, row: string) => Promise<unknown>;

const enters =
  (mark: string): Act =>
  (page, row) =>
    enterMark(page, row, mark);
const marksAbsent: Act = (page, row) =>
  sheetRowLocator(page, row).locator("button[data-field='attendance']").click();

type Conflict = {
  theirs: Act;
  mine: Act;
  told: readonly RegExp[];
  choice: RegExp;
  /** A mark that the colleague enters while the choice is open, and what the first press then tells. */
  meanwhile?: [mark: string, told: RegExp];
  stored: string;
};

/** In each row both teachers read 30 before. */
const CONFLICTS: Readonly<Record<string, Conflict>> = {
  "one's own is kept": {
    theirs: enters("41"),
    mine: enters("42"),
    told: [/Changed by D\. Ramkissoon at \d\d?:\d\d, from 30 to 41/, /Keep yours\s*42/, /Take theirs\s*41/],
    choice: /Keep yours/,
    stored: "42",
  },
  "theirs is taken": {
    theirs: enters("43"),
    mine: enters("44"),
    told: [/from 30 to 43/],
    choice: /Take theirs/,
    stored: "43",
  },
  "changed once more while the choice is open, one's own is kept": {
    theirs: enters("45"),
    mine: enters("46"),
    told: [/from 30 to 45/],
    meanwhile: ["47", /from 45 to 47/],
    choice: /Keep yours/,
    stored: "46",
  },
  "changed once more while the choice is open, theirs is taken": {
    theirs: enters("45"),
    mine: enters("46"),
    told: [/from 30 to 45/],
    meanwhile: ["47", /from 45 to 47/],
    choice: /Take theirs/,
    stored: "47",
  },
  "a mark for whom a colleague wrote absent": {
    theirs: marksAbsent,
    mine: enters("49"),
    told: [/from 30 to Abs/],
    choice: /Keep yours/,
    stored: "49",
  },
  "absent over a colleague's newer mark": {
    theirs: enters("51"),
    mine: marksAbsent,
    told: [/from 30 to 51/],
    choice: /Take theirs/,
    stored: "51",
  },
  "a mark that a colleague cleared": {
    theirs: enters(""),
    mine: enters("52"),
    told: [/from 30 to blank/],
    choice: /Keep yours/,
    stored: "52",
  },
  "typing on in a row that waits for a choice": {
    theirs: enters("53"),
    mine: async (page, row) => {
      await enterMark(page, row, "54");
      await waitForRowState(page, row, "changed");
      await enterMark(page, row, "55");
    },
    told: [/Keep yours\s*55/],
    choice: /Keep yours 55/,
    stored: "55",
  },
};

test("a row that both changed tells both values, who and when, and stores what is chosen", async () => {
  const { mine, theirs, rows } = await twoPages(Object.keys(CONFLICTS).length);

  for (const [index, [what, conflict]] of Object.entries(CONFLICTS).entries()) {
    const row = rows[index] ?? "";
    await conflict.theirs(theirs, row);
    await expect.poll(() => readStoredMark(theirs, row), { message: what }).not.toBe("30");
    await conflict.mine(mine, row);
    await waitForRowState(mine, row, "changed");
    for (const words of conflict.told)
      await expect.poll(() => sheetRowLocator(mine, row).innerText(), { message: what }).toMatch(words);

    if (conflict.meanwhile) {
      const [mark, words] = conflict.meanwhile;
      await saved(theirs, row, mark);
      await choose(mine, row, conflict.choice);
      await expect.poll(() => sheetRowLocator(mine, row).innerText(), { message: what }).toMatch(words);
      expect([what, await readStoredMark(theirs, row)]).toEqual([what, mark]);
    }
    await choose(mine, row, conflict.choice);
    await waitForRowState(mine, row, "saved");

    if (what === "theirs is taken") await expect.poll(() => focusedName(mine)).toBe(`mark.${row}`);
    expect([what, await markField(mine, row).inputValue()]).toEqual([what, conflict.stored]);
    expect([what, await readStoredMark(theirs, row)]).toEqual([what, conflict.stored]);
  }
});

test("the same value from both is no conflict", async () => {
  const { mine, theirs, row } = await twoPagesOfRow();
  await saved(theirs, row, "48");

  await enterMark(mine, row, "48");
  await waitUntilAllSaved(mine);

  expect(await readStoredMark(mine, row)).toBe("48");
});

test("the row's history is at hand while the choice is open, and the choice is there after it", async () => {
  const { mine, theirs, row } = await twoPagesOfRow();
  await saved(theirs, row, "56");
  await enterMark(mine, row, "57");
  await waitForRowState(mine, row, "changed");

  await sheetRowLocator(mine, row)
    .getByRole("link", { name: /History/ })
    .click();
  await mine.getByRole("dialog").getByText("56").first().waitFor();
  await mine.getByRole("dialog").getByRole("link", { name: "Close" }).first().click();

  await keepYours(mine, row);
  await waitUntilAllSaved(mine);
  expect(await readStoredMark(theirs, row)).toBe("57");
});

test("who has two pages open is told that it was they themselves", async () => {
  const { mine, row } = await twoPagesOfRow();
  const second = await mine.context().newPage();
  await second.goto(mine.url());
  await waitForRowAutosave(second);
  await saved(second, row, "58");

  await enterMark(mine, row, "59");

  await sheetRowLocator(mine, row)
    .getByText(/You changed this on another page at \d\d:\d\d: 58\. Here: 59/)
    .waitFor();
  await sheetRowLocator(mine, row).getByRole("button", { name: "Use 59" }).click();
  await waitUntilAllSaved(mine);
  expect(await readStoredMark(second, row)).toBe("59");
});

test("an undecided choice is there again after a reload", async () => {
  const { mine, theirs, row } = await twoPagesOfRow();
  await saved(theirs, row, "31");
  await enterMark(mine, row, "32");
  await waitForRowState(mine, row, "changed");
  mine.on("dialog", (dialog) => void dialog.accept());

  await mine.reload();
  await waitForRowState(mine, row, "changed");

  expect(await markField(mine, row).inputValue()).toBe("32");
  expect(await readStoredMark(theirs, row)).toBe("31");
});

/** Opens the sheet for two teachers, with rows in which both read 30. */
async function twoPages(count: number): Promise<{ mine: Page; theirs: Page; rows: string[] }> {
  const sheet = { lesson: SHARED, testTitle: "End of Term" };
  const mine = await openSheet({ origin }, { userName: "teacher", ...sheet });
  const rows = (await rowsWithField(mine)).slice(place, place + count);
  place += count;
  for (const row of rows) await saved(mine, row, "30");
  const theirs = await openSheet({ origin }, { userName: "formteacher", ...sheet });
  return { mine, theirs, rows };
}

async function twoPagesOfRow(): Promise<{ mine: Page; theirs: Page; row: string }> {
  const { mine, theirs, rows } = await twoPages(1);
  return { mine, theirs, row: rows[0] ?? "" };
}

/** Enters a mark and waits until it is stored; the row may have said Saved of the mark before. */
async function saved(page: Page, row: string, mark: string): Promise<void> {
  await enterMark(page, row, mark);
  await expect.poll(() => readStoredMark(page, row)).toBe(mark);
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}

function choose(page: Page, row: string, name: RegExp): Promise<void> {
  return sheetRowLocator(page, row).getByRole("button", { name }).click();
}

function keepYours(page: Page, row: string): Promise<void> {
  return choose(page, row, /Keep yours/);
}
