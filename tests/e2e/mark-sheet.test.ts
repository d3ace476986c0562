import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { delayRequests, intercept } from "#tests/support/browser/intercept.ts";
import {
  waitForHydration,
  newPage,
  signIn,
  startSession,
  violationsOn,
  type PageOptions,
  waitForPrefetchedModule,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { readLinkAt } from "#tests/support/browser/links.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";
import * as sheetPage from "#tests/support/browser/sheet-page.ts";
import {
  waitForRowState,
  waitUntilAllSaved,
  enterMark,
  deleteSheetMarks,
  lessonLink,
  markField,
  buildMarkFields,
  sheetRowLocator,
  findRowWhere,
  readStoredMark,
  readFieldValues,
  type Lesson,
} from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

/** The class has 35 students; D. Ramkissoon is its form teacher, and C. Pierre shares its Mathematics. */
const SHARED = { classLabel: "Std 4 R", subject: "Mathematics" };
const OWN = { classLabel: "Std 4 R", subject: "Spanish" };
const GRADED = { classLabel: "Std 4 R", subject: "Visual and Performing Arts" };
const CLASS_SIZE = 35;

test("a teacher enters a class of 35 by keyboard alone and finds it there after a reload", async () => {
  await deleteSheetMarks(databaseUrl, OWN, 2);
  const page = await newPage({ origin });
  await signIn(page, "teacher", DEMO_PASSWORD);
  await page.getByRole("link", { name: /Enter Marks/ }).click();
  await lessonLink(page, OWN).click();
  await page.getByRole("link", { name: /Interim Test/ }).click();
  await sheetPage.waitForRowAutosave(page);
  const marks = buildMarkFields(page);
  const wanted = Array.from({ length: CLASS_SIZE }, (_, index) => String(40 + index));

  await marks.first().focus();
  for (const mark of wanted) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(mark);
    await page.keyboard.press("Enter");
  }
  await waitUntilAllSaved(page);
  await page.reload();

  expect(await marks.count()).toBe(CLASS_SIZE);
  expect(await readFieldValues(marks)).toEqual(wanted);
  expect(await page.getByText(`${CLASS_SIZE} of ${CLASS_SIZE} saved`).count()).toBeGreaterThan(0);
});

test("without script a colleague's change and a mark out of range are told, and what was typed is kept", async () => {
  const mine = await openSheet("teacher", SHARED, "End of Term", { javaScript: false });
  const theirs = await openSheet("formteacher", SHARED, "End of Term", { javaScript: false });
  const row = await firstMarkedRow(mine);
  const blank = await firstBlankRow(mine);
  expect(await mine.getByRole("button", { name: /Find|Fill or paste|Undo/ }).count()).toBe(0);
  await theirs.locator(`input[name='mark.${row}']`).fill("33");
  await theirs.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("1 saved").waitFor();

  await mine.locator(`input[name='mark.${row}']`).fill("34");
  await mine.locator(`input[name='mark.${blank}']`).fill("999");
  await mine.getByRole("button", { name: "Save" }).click();

  await mine.getByText("0 saved, 1 not saved, 1 changed by a colleague.").waitFor();
  expect(await mine.locator(`input[name='mark.${row}']`).inputValue()).toBe("34");
  expect(await mine.locator(`input[name='mark.${blank}']`).inputValue()).toBe("999");
  await mine.getByRole("radio", { name: /Keep yours/ }).check();
  await mine.locator(`input[name='mark.${blank}']`).fill("");
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.getByText("1 saved").waitFor();
  expect(await readStoredMark(theirs, row)).toBe("34");
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "a mark's history is read and an old mark put back: %j",
  async (how) => {
    const page = await openSheet("teacher", OWN, "End of Term", how);
    const row = await firstMarkedRow(page);
    const before = await page.locator(`input[name='mark.${row}']`).inputValue();
    const other = before === "11" ? "12" : "11";
    await page.locator(`input[name='mark.${row}']`).fill(other);
    await (how.javaScript
      ? page.keyboard.press("Enter")
      : page.getByRole("button", { name: "Save" }).click());
    await (how.javaScript ? waitUntilAllSaved(page) : page.getByText("1 saved").waitFor());

    // Without scripts the sheet is sent, and saved, on the way.
    await sheetRowLocator(page, row)
      .getByRole(how.javaScript ? "link" : "button", { name: /History/ })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Put back ${before}` })
      .first()
      .click();
    await page.waitForURL((url) => !url.pathname.includes("history"));

    expect(await readStoredMark(page, row)).toBe(before);
  },
);

test("a link whose script went with an earlier build leads to its page, and what was typed is saved", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const sheet = page.url();
  const row = await firstBlankRow(page);
  await page.waitForLoadState("networkidle");
  await intercept(page, /\/assets\/[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await markField(page, row).fill("65");

  await page.getByRole("link", { name: "Main Menu" }).first().click();
  await page.waitForURL(`**${PATHS.mainMenu}`);
  await page.locator(`a[href="${PATHS.markSheets}"]`).first().waitFor();

  await expect.poll(() => readStoredMark(page, row, sheet)).toBe("65");
});

test("without network a dialog says so, and the sheet with what is typed stands and is saved later", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const row = await firstBlankRow(page);
  await waitForPrefetchedModule(page, "history");
  await page.context().setOffline(true);
  await enterMark(page, row, "66");
  await sheetRowLocator(page, row).getByText("Waiting on this device").waitFor();

  await sheetRowLocator(page, row)
    .getByRole("link", { name: /History/ })
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.context().setOffline(false);
  await waitUntilAllSaved(page);

  expect(await readStoredMark(page, row)).toBe("66");
});

test("a link that the network does not answer says so, and whoever will not wait stays on the sheet", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const { pathname } = new URL(page.url());
  const row = await firstBlankRow(page);
  await page.waitForLoadState("networkidle");
  const answer = await delayRequests(page, /\.data(\?|$)/);
  const [opening, told] = [
    page.locator("[data-opening]"),
    page.locator("strong").filter({ hasText: "The school’s network is not responding." }),
  ];

  await page.getByRole("link", { name: "Next Subject" }).click();
  await page.getByRole("status").filter({ hasText: "Opening the page." }).waitFor({ state: "attached" });
  await told.waitFor();
  await enterMark(page, row, "61");
  await waitForRowState(page, row, "saved");
  await page.getByRole("button", { name: "Stay here" }).click();
  await opening.waitFor({ state: "detached" });
  answer();
  const next = await firstBlankRow(page);
  await enterMark(page, next, "62");
  await waitForRowState(page, next, "saved");

  expect(new URL(page.url()).pathname).toBe(pathname);
  expect([await readStoredMark(page, row), await readStoredMark(page, next)]).toEqual(["61", "62"]);
  await page.getByRole("link", { name: "Next Subject" }).click();
  await page.waitForURL((url) => url.pathname !== pathname);
  await told.waitFor({ state: "detached" });
});

test("the sheet's documents are offered in a dialog over it", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  await page.getByRole("link", { name: "Print" }).click();
  const links = page.getByRole("dialog").getByRole("link", { name: /Download PDF|Spreadsheet|Blank sheet/ });
  await links.nth(2).waitFor();

  await page.getByRole("link", { name: "Close" }).click();
  await page.waitForURL(/\/1$/);
});

test("a mark sheet that cannot be loaded says so in a dialog, and is tried again there", async () => {
  const page = await newPage({ origin });
  await signIn(page, "teacher", DEMO_PASSWORD, PATHS.markSheets);
  await lessonLink(page, OWN).click();
  const sheet = page.getByRole("link", { name: /End of Term/ });
  await sheet.waitFor();
  await renameTable("assessments", "assessments_elsewhere");

  await sheet.click();

  const dialog = page.getByRole("dialog", { name: "The mark sheet was not opened" });
  await dialog.getByText("Something went wrong.").waitFor();
  await renameTable("assessments_elsewhere", "assessments");
  await dialog.getByRole("link", { name: "Try again" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: OWN.subject }).waitFor();
});

test("an admin picks a teacher first, and Enter takes the only one that is left", async () => {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD);
  await page.getByRole("link", { name: /Enter Marks/ }).click();
  const search = page.getByLabel("Search teachers");
  await search.waitFor();
  await waitForHydration(page);

  await search.fill("r");
  await search.press("Enter");
  const stayed = new URL(page.url()).search;
  await search.fill("pierre, c");
  await search.press("Enter");

  await lessonLink(page, OWN).waitFor();
  expect(stayed).toBe("");
});

test("a class is typed down from the first blank mark: who is absent by a letter, a mark after all takes it back", async () => {
  await deleteSheetMarks(databaseUrl, OWN, 2);
  const page = await openSheet("teacher", OWN, "Interim Test");
  await page.waitForFunction(() => document.activeElement?.getAttribute("name")?.startsWith("mark."));

  for (const typed of ["72", "a", "abs", "n", "a64", "x5"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await waitUntilAllSaved(page);

  expect((await sheetPage.readStoredMarks(page)).slice(0, 7)).toEqual(["72", "", "", "", "64", "5", ""]);
  expect(await page.getByText(`3 of ${CLASS_SIZE} saved, 2 absent, 1 no work`).count()).toBe(1);
  await expect.poll(() => focusedRowPlace(page)).toBe(7);
});

test("two letters of a name find the student, and an absence that the first one was is taken back", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const names = await page.locator("form th.name").allTextContents();
  const wanted = names.findIndex((name) => name.startsWith("Augustine"));
  const row = await firstMarkedRow(page);
  const before = await page.locator(`input[name='mark.${row}']`).inputValue();
  await page.locator(`input[name='mark.${row}']`).focus();

  await page.keyboard.type("au");
  const dialog = page.getByRole("dialog", { name: "Find a student" });
  await dialog.getByText("A name on this sheet begins with ‘au’.").waitFor();
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);

  await expect.poll(() => focusedRowPlace(page)).toBe(wanted + 1);
  expect(await readStoredMark(page, row)).toBe(before);
});

test("the row that is typed in has three more below it in view, and after the last one comes the next subject", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { chromium: "current" });
  const { pathname } = new URL(page.url());
  await page.locator("button[data-field='attendance']").first().focus();
  for (let place = 1; place < CLASS_SIZE; place += 1) {
    await expect.poll(() => rowsInViewBelow(page)).toBeGreaterThanOrEqual(Math.min(3, CLASS_SIZE - place));
    await page.keyboard.press("ArrowDown");
  }

  await buildMarkFields(page).filter({ visible: true }).last().focus();
  await page.keyboard.press("Enter");
  const offer = page.getByRole("status").getByRole("link", { name: "Next Subject" });
  await offer.waitFor();
  const offered = await offer.evaluate((link) => link === document.activeElement);
  await page.keyboard.press("ArrowUp");
  await offer.waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== pathname);

  expect(offered).toBe(true);
});

test("in criteria the arrows lead sideways, and a figure takes the place of the one before", async () => {
  const page = await newPage({ origin });
  await startSession(page, "Admin", DEMO_PASSWORD);
  await page.goto(await criteriaSheet(page));
  await sheetPage.waitForRowAutosave(page);
  const fields = page.locator("input[name^='criterion_']").filter({ visible: true });
  await fields.nth(0).focus();

  await page.keyboard.type("34");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("5");
  await page.keyboard.press("ArrowLeft");
  const before = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.field);
  await waitUntilAllSaved(page);

  expect([await fields.nth(0).inputValue(), await fields.nth(1).inputValue()]).toEqual(["5", "2"]);
  expect(before).toBe("attendance");
});

test("on a phone a child's criteria are gone through before the next child", async () => {
  const page = await newPage({ origin, phone: true });
  await startSession(page, "Admin", DEMO_PASSWORD);
  await page.goto(await criteriaSheet(page));
  await sheetPage.waitForRowAutosave(page);
  const fields = page.locator("input[name^='criterion_']").filter({ visible: true });
  const names = await fields.evaluateAll((all) => all.map((item) => item.getAttribute("name")));
  await fields.nth(0).focus();
  const visited: (string | null)[] = [];

  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("Enter");
    visited.push(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? null));
  }

  expect(visited).toEqual(names.slice(1, 5));
});

test("on a phone a mark is saved; a name is only a name: the row's menu has its history, and the foot what else there is", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { phone: true });
  const row = await firstMarkedRow(page);
  const dialog = page.getByRole("dialog");

  const cursor = await page.evaluate(() => document.activeElement?.tagName);
  const blank = await firstBlankRow(page);
  await enterMark(page, blank, "58");
  await waitUntilAllSaved(page);
  expect(await readStoredMark(page, blank)).toBe("58");
  expect(await sidewaysOf(page)).toBe(0);
  await sheetRowLocator(page, row).locator(".name").tap();
  const opened = await dialog.count();
  await sheetRowLocator(page, row)
    .getByRole("link", { name: /^More about/ })
    .tap();
  await dialog.getByRole("button", { name: "Absent" }).waitFor();
  const found = await violationsOn(page);
  await dialog.getByRole("button", { name: "History" }).tap();
  await page.waitForURL(/\/history\/\d+$/);
  await page.goBack();
  await page.getByRole("button", { name: "More" }).tap();
  await dialog.getByRole("button", { name: /Paste from a spreadsheet/ }).waitFor();
  await dialog.getByRole("link", { name: "Next Subject" }).tap();
  await page.waitForURL((url) => !url.pathname.includes("history"));
  await dialog.waitFor({ state: "hidden" });

  expect([cursor, opened]).toEqual(["BODY", 0]);
  expect(found).toEqual([]);
});

test("a grade is typed at once, also in Earned, where its letter marks nobody absent", async () => {
  await deleteSheetMarks(databaseUrl, GRADED, 1);
  const page = await openSheet("formteacher", GRADED, "End of Term");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
  await expect.poll(focused).toMatch(/^grade\.\d+$/);
  const grade = await focused();
  const row = grade.replace("grade.", "");

  await markField(page, row).focus();
  await page.keyboard.type("a");
  const typedIn = await focused();
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);

  expect(typedIn).toBe(`mark.${row}`);
  expect(await sheetRowLocator(page, row).innerText()).not.toContain("Abs");
  expect((await sheetPage.readStoredField(page, "grade"))[0]).toBe("A");
});

test("on a phone each box of a graded row says what it is for", async () => {
  const page = await openSheet("formteacher", GRADED, "End of Term", { phone: true });

  const labels = await page
    .locator(".sheet-rows .main")
    .first()
    .evaluate((cell) => getComputedStyle(cell, "::before").content);

  expect(labels).toBe('"Earned"');
  expect(await page.locator(".sheet-rows .extras").first().innerText()).toContain("Grade");
});

test("on a phone no screen on the way to a mark has a fault that a machine can see", async () => {
  const page = await openLessons("teacher", { phone: true });
  const found = [await violationsOn(page)];
  await lessonLink(page, OWN).click();
  await page.getByRole("heading", { name: "Select Assesment" }).waitFor();
  found.push(await violationsOn(page));
  await page.getByRole("link", { name: /End of Term/ }).click();
  await buildMarkFields(page).filter({ visible: true }).first().waitFor();
  found.push(await violationsOn(page));
  await page
    .getByRole("link", { name: /^(History of|More about)/ })
    .first()
    .click({ force: true });
  await page.getByRole("dialog").waitFor();
  found.push(await violationsOn(page));

  expect(found).toEqual([[], [], [], []]);
});

function renameTable(from: string, to: string): Promise<unknown> {
  return queryDatabase(databaseUrl, `alter table ${from} rename to ${to}`);
}

type How = Omit<PageOptions, "origin">;

async function openLessons(userName: string, how: How = {}): Promise<Page> {
  const page = await newPage({ origin, ...how });
  await signIn(page, userName, DEMO_PASSWORD, PATHS.markSheets);
  return page;
}

function openSheet(userName: string, lesson: Lesson, testTitle: string, how: How = {}): Promise<Page> {
  return sheetPage.openSheet({ origin, ...how }, { userName, lesson, testTitle });
}

/** Opens the sheet of a class of 1st Year, which is graded by criteria. */
function criteriaSheet(page: Page): Promise<string> {
  return readLinkAt(page, `${PATHS.lateBoard}?by=subjects`, /1st Year/);
}

/** Returns the position, counted from 1. */
function focusedRowPlace(page: Page): Promise<number> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest("tr");
    return row ? [...(row.parentElement?.children ?? [])].indexOf(row) + 1 : 0;
  });
}

/** Counts whole rows between the focused row and the footer. */
function rowsInViewBelow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const foot = document.querySelector("form .fixed")?.getBoundingClientRect().top ?? 0;
    let rows = 0;
    let row = document.activeElement?.closest("tr")?.nextElementSibling;
    while (row && row.getBoundingClientRect().bottom <= foot + 1) {
      rows += 1;
      row = row.nextElementSibling;
    }
    return rows;
  });
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

function firstMarkedRow(page: Page): Promise<string> {
  return findRowWhere(page, (value) => value !== "");
}

function firstBlankRow(page: Page): Promise<string> {
  return findRowWhere(page, (value) => value === "");
}
