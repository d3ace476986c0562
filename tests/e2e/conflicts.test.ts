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

test("both values, who and when are told; keeping one's own is a save on the newer version", async () => {
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "41");
  await enterMark(mine, row, "42");

  await waitForRowState(mine, row, "changed");
  const told = await sheetRowLocator(mine, row).innerText();
  await keepYours(mine, row);
  await waitUntilAllSaved(mine);

  expect(told).toMatch(/Changed by D\. Ramkissoon at \d\d?:\d\d, from 30 to 41/);
  expect(told).toMatch(/Keep yours\s*42/);
  expect(told).toMatch(/Take theirs\s*41/);
  expect(await readStoredMark(theirs, row)).toBe("42");
});

test("taking theirs leaves it as it is", async () => {
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "43");
  await enterMark(mine, row, "44");

  await sheetRowLocator(mine, row)
    .getByRole("button", { name: /Take theirs/ })
    .click();
  await waitUntilAllSaved(mine);

  expect(await markField(mine, row).inputValue()).toBe("43");
  await expect
    .poll(() => mine.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe(`mark.${row}`);
  expect(await readStoredMark(theirs, row)).toBe("43");
});

test.each([
  ["mine is kept", /Keep yours/, "46"],
  ["theirs is taken", /Take theirs/, "47"],
])(
  "changed once more while the choice is open: the newest is told before %s",
  async (_what, name, stored) => {
    const { mine, theirs, row } = await twoPages();
    await saved(theirs, row, "45");
    await enterMark(mine, row, "46");
    await waitForRowState(mine, row, "changed");
    await saved(theirs, row, "47");

    await sheetRowLocator(mine, row).getByRole("button", { name }).click();
    await sheetRowLocator(mine, row)
      .getByText(/from 45 to 47/)
      .waitFor();
    const meanwhile = await readStoredMark(theirs, row);
    await sheetRowLocator(mine, row).getByRole("button", { name }).click();
    await waitUntilAllSaved(mine);

    expect(meanwhile).toBe("47");
    expect(await markField(mine, row).inputValue()).toBe(stored);
    expect(await readStoredMark(theirs, row)).toBe(stored);
  },
);

test("the same value from both is no conflict", async () => {
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "48");

  await enterMark(mine, row, "48");
  await waitUntilAllSaved(mine);

  expect(await readStoredMark(mine, row)).toBe("48");
});

test("a mark for who a colleague wrote absent asks whose to keep", async () => {
  const { mine, theirs, row } = await twoPages();
  await sheetRowLocator(theirs, row).locator("button[data-field='attendance']").click();
  await waitForRowState(theirs, row, "saved");

  await enterMark(mine, row, "49");
  await waitForRowState(mine, row, "changed");
  const told = await sheetRowLocator(mine, row).innerText();
  await keepYours(mine, row);
  await waitUntilAllSaved(mine);

  expect(told).toMatch(/from 30 to Abs/);
  expect(await readStoredMark(theirs, row)).toBe("49");
});

test("absent over a colleague's newer mark asks too", async () => {
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "51");

  await sheetRowLocator(mine, row).locator("button[data-field='attendance']").click();
  await waitForRowState(mine, row, "changed");
  await sheetRowLocator(mine, row)
    .getByRole("button", { name: /Take theirs/ })
    .click();
  await waitUntilAllSaved(mine);

  expect(await readStoredMark(mine, row)).toBe("51");
});

test("a mark that was cleared by a colleague is not put back in silence", async () => {
  const { mine, theirs, row } = await twoPages();
  await markField(theirs, row).fill("");
  await markField(theirs, row).press("Enter");
  await waitForRowState(theirs, row, "blank");

  await enterMark(mine, row, "52");

  await sheetRowLocator(mine, row)
    .getByText(/from 30 to blank/)
    .waitFor();
});

test("typing on in a row that waits for a choice changes what mine is", async () => {
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "53");
  await enterMark(mine, row, "54");
  await waitForRowState(mine, row, "changed");

  await enterMark(mine, row, "55");
  await sheetRowLocator(mine, row)
    .getByRole("button", { name: /Keep yours 55/ })
    .click();
  await waitUntilAllSaved(mine);

  expect(await readStoredMark(theirs, row)).toBe("55");
});

test("the row's history is at hand while the choice is open, and the choice is there after it", async () => {
  const { mine, theirs, row } = await twoPages();
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
  const { mine, row } = await twoPages();
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
  const { mine, theirs, row } = await twoPages();
  await saved(theirs, row, "31");
  await enterMark(mine, row, "32");
  await waitForRowState(mine, row, "changed");
  mine.on("dialog", (dialog) => void dialog.accept());

  await mine.reload();
  await waitForRowState(mine, row, "changed");

  expect(await markField(mine, row).inputValue()).toBe("32");
  expect(await readStoredMark(theirs, row)).toBe("31");
});

/** Opens the sheet for two teachers, with a row in which both read 30. */
async function twoPages(): Promise<{ mine: Page; theirs: Page; row: string }> {
  const sheet = { lesson: SHARED, testTitle: "End of Term" };
  const mine = await openSheet({ origin }, { userName: "teacher", ...sheet });
  const row = await ownRow(mine);
  await saved(mine, row, "30");
  const theirs = await openSheet({ origin }, { userName: "formteacher", ...sheet });
  return { mine, theirs, row };
}

async function ownRow(page: Page): Promise<string> {
  const row = (await rowsWithField(page))[place] ?? "";
  place += 1;
  return row;
}

async function saved(page: Page, row: string, mark: string): Promise<void> {
  await enterMark(page, row, mark);
  await waitForRowState(page, row, "saved");
}

function keepYours(page: Page, row: string): Promise<void> {
  return sheetRowLocator(page, row)
    .getByRole("button", { name: /Keep yours/ })
    .click();
}
