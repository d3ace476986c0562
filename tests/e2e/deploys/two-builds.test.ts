import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { OFFLINE_CACHE } from "#domain/offline-page.ts";
import { PATHS } from "#domain/paths.ts";
import {
  newPage,
  waitForMessage,
  signIn,
  startSession,
  waitForSessionWatch,
} from "#tests/support/browser/browser.ts";
import {
  waitForReport,
  openReport,
  waitUntilSaved,
  readStoredValues,
  typeInField,
} from "#tests/support/browser/report-page.ts";
import {
  waitUntilAllSaved,
  enterMark,
  lessonLink,
  markField,
  openSheet,
  sheetRowLocator,
  rowsWithField,
  waitForRowAutosave,
  readStoredMark,
} from "#tests/support/browser/sheet-page.ts";
import { startSite, type Machine } from "#tests/support/builds/site.ts";
import type { Version } from "#tests/support/builds/machine.ts";
import { TOMORROW_PAGE } from "#tests/support/builds/tomorrow.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";

const site = await startSite();
const { origin } = site;

const OWN = {
  userName: "teacher",
  lesson: { classLabel: "Std 4 R", subject: "Spanish" },
  testTitle: "End of Term",
};

const STUDENT = "/app/students/35";

const VERSIONS: Record<Machine, Version> = {
  today: "today",
  updated: "tomorrow",
  tomorrow: "tomorrow",
  back: "today",
};

type Exchange = { what: string; before: Machine; after: Machine };

/** The exchanges of the serving version while a page is open. */
const EXCHANGES: Exchange[] = [
  { what: "an update in place", before: "today", after: "updated" },
  { what: "an update by a new machine", before: "today", after: "tomorrow" },
  { what: "the way back in place", before: "updated", after: "back" },
  { what: "the way back to an old machine", before: "tomorrow", after: "today" },
];

test.each(EXCHANGES)("$what: an open mark sheet goes on, and so do its links", async ({ before, after }) => {
  site.serve(before);
  const page = await openSheet({ origin }, OWN);
  const trouble = troubleOf(page);
  const sheet = page.url();
  const [first = "", second = "", third = ""] = await rowsWithField(page);
  await typeMark(page, first);
  await waitUntilAllSaved(page);
  await loaded(page);

  site.serve(after);
  const typed = await typeMark(page, second);
  await waitUntilAllSaved(page);
  const stored = await readStoredMark(page, second);
  await sheetRowLocator(page, second)
    .getByRole("link", { name: /History/ })
    .click();
  await page.getByRole("dialog").getByText(typed).first().waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const unleft = aMark();
  await markField(page, third).fill(unleft);
  await page.getByRole("link", { name: "Main Menu" }).first().click();
  await page
    .getByRole("link", { name: /Mark Sheet/ })
    .first()
    .waitFor();

  expect(stored).toBe(typed);
  expect(new URL(page.url()).pathname).toBe(PATHS.mainMenu);
  // The page's script is there, or the page is loaded completely.
  expect(await versionOf(page)).toBe(hasFilesOf(before, after) ? VERSIONS[before] : VERSIONS[after]);
  await expect.poll(() => readStoredMark(page, third, sheet)).toBe(unleft);
  expect(trouble).toEqual([]);
});

test.each(EXCHANGES)(
  "$what: what was typed without network goes to the other version",
  async ({ before, after }) => {
    site.serve(before);
    const page = await openSheet({ origin }, OWN);
    const trouble = troubleOf(page);
    const [row = ""] = await rowsWithField(page);
    await loaded(page);
    await page.context().setOffline(true);
    const typed = await typeMark(page, row);
    await sheetRowLocator(page, row).getByText("Waiting on this device").waitFor();

    site.serve(after);
    await page.context().setOffline(false);
    await waitUntilAllSaved(page);

    expect(await readStoredMark(page, row)).toBe(typed);
    expect(trouble).toEqual([]);
  },
);

test.each(EXCHANGES)(
  "$what: the sheet that the device keeps bridges the gap, and the next takes its place",
  async ({ before, after }) => {
    site.serve(before);
    const page = await openSheet({ origin }, OWN);
    const [row = "", other = ""] = await rowsWithField(page);
    await expect.poll(() => keptVersion(page)).toBe(VERSIONS[before]);

    site.serve();
    await page.reload();
    await page.locator("html[data-stored-at]").waitFor();
    await waitForRowAutosave(page);
    const typed = await typeMark(page, row);
    await sheetRowLocator(page, row).getByText("Waiting on this device").waitFor();
    site.serve(after);
    await waitUntilAllSaved(page);
    await page.reload();
    await page.locator("html:not([data-stored-at])").waitFor();
    await waitForRowAutosave(page);
    const version = await versionOf(page);
    await expect.poll(() => keptVersion(page)).toBe(VERSIONS[after]);
    site.serve();
    await page.reload();
    await page.locator("html[data-stored-at]").waitFor();
    await waitForRowAutosave(page);
    const typedNext = await typeMark(page, other);
    await sheetRowLocator(page, other).getByText("Waiting on this device").waitFor();
    site.serve(after);
    await waitUntilAllSaved(page);

    expect(version).toBe(VERSIONS[after]);
    expect(await readStoredMark(page, row)).toBe(typed);
    expect(await readStoredMark(page, other)).toBe(typedNext);
  },
);

test.each(EXCHANGES)(
  "$what: an open term report goes on, and so does the next",
  async ({ what, before, after }) => {
    site.serve(before);
    const page = await openReport("formteacher", { origin, place: 1 });
    const trouble = troubleOf(page);
    const comment = page.locator("#teacher_comment");
    await loaded(page);

    site.serve(after);
    await typeInField(comment, `Written after ${what}.`);
    await waitUntilSaved(page);
    const stored = await readStoredValues(page);
    await comment.fill(`Half a word after ${what}.`);
    await page.keyboard.press("Alt+PageDown");
    await waitForReport(page, 2);
    await comment.fill(`The next after ${what}.`);
    await page.keyboard.press("Alt+PageUp");
    await waitForReport(page, 1);

    expect(stored).toMatchObject({ teacher_comment: `Written after ${what}.` });
    await expect
      .poll(() => readStoredValues(page))
      .toMatchObject({ teacher_comment: `Half a word after ${what}.` });
    expect(trouble).toEqual([]);
  },
);

test.each(EXCHANGES)(
  "$what: a form that saves as a whole keeps what is typed, and is saved",
  async ({ what, before, after }) => {
    site.serve(before);
    const page = await newPage({ origin });
    await signIn(page, "Admin", DEMO_PASSWORD, STUDENT);
    const trouble = troubleOf(page);
    const questions: string[] = [];
    page.on("dialog", (input) => {
      questions.push(input.type());
      void input.dismiss();
    });
    const dialog = page.getByRole("dialog").first();
    const typed = dialog.getByLabel("Other Name");
    await waitForSessionWatch(page);
    await loaded(page);
    await typed.fill(`Of ${what}`);

    site.serve(after);
    await dialog.getByRole("link", { name: "Change", exact: true }).click();
    const over = page.getByRole("dialog", { name: "Change Student ID" });
    if (hasFilesOf(before, after)) await over.getByRole("link", { name: "Cancel" }).click();
    else await expect.poll(() => questions).toEqual(["beforeunload"]);
    const kept = await typed.inputValue();
    await dialog.getByRole("button", { name: "Update Student" }).click();
    await waitForMessage(page, "Student updated");

    expect(kept).toBe(`Of ${what}`);
    await page.goto(STUDENT);
    expect(await typed.inputValue()).toBe(`Of ${what}`);
    expect(trouble).toEqual([]);
  },
);

test.each(EXCHANGES)("$what: what is added leads to its page", async ({ before, after }) => {
  site.serve(before);
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/students/new");
  const trouble = troubleOf(page);
  const dialog = page.getByRole("dialog");
  const last = `Of-${after}`;
  await waitForSessionWatch(page);
  await loaded(page);
  await dialog.getByLabel("First Name").fill("Ada");
  await dialog.getByLabel("Last Name").fill(last);
  await dialog.getByLabel("Date of Birth").fill("2016-11-08");
  await dialog.getByRole("radio", { name: "F" }).check();

  site.serve(after);
  await dialog.getByLabel("Birth Certificate Pin").fill(`20161108-${after}`);
  await dialog.getByLabel("Class", { exact: true }).selectOption("Std 2");
  await dialog.getByLabel("Teachers").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Add New Student" }).click();
  await dialog.getByRole("navigation", { name: "Record" }).waitFor();

  expect(await dialog.getByLabel("Last Name").inputValue()).toBe(last);
  expect(trouble).toEqual([]);
});

test.each(EXCHANGES)(
  "$what: without script the pages that are open are saved",
  async ({ what, before, after }) => {
    site.serve(before);
    const how = { origin, javaScript: false };
    const sheet = await openSheet(how, OWN);
    const report = await openReport("formteacher", { ...how, place: 5 });
    const student = await newPage(how);
    await signIn(student, "Admin", DEMO_PASSWORD, STUDENT);
    const [row = ""] = await rowsWithField(sheet);
    const typed = aMark();
    await markField(sheet, row).fill(typed);
    await report.locator("#teacher_comment").fill(`Sent as a form after ${what}.`);
    await student.getByLabel("Other Name").fill(`Sent after ${what}`);

    site.serve(after);
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("1 saved").waitFor();
    await report.getByRole("button", { name: "Save and next" }).click();
    await waitForReport(report, 6);
    await student.getByRole("button", { name: "Update Student" }).click();
    await waitForMessage(student, "Student updated");

    expect(await readStoredMark(sheet, row)).toBe(typed);
    await report.getByRole("button", { name: "PREV" }).filter({ visible: true }).click();
    await waitForReport(report, 5);
    expect(await report.locator("#teacher_comment").inputValue()).toBe(`Sent as a form after ${what}.`);
    expect(await student.getByLabel("Other Name").inputValue()).toBe(`Sent after ${what}`);
  },
);

test("two versions in turn, each with the files of both: pages of either one save, and lead on", async () => {
  const trouble: string[] = [];
  for (const first of ["back", "updated"] as const) {
    site.serve(first);
    const page = await openSheet({ origin }, OWN);
    troubleOf(page, trouble, 400);
    const [row = "", other = ""] = await rowsWithField(page);

    site.serve("back", "updated");
    for (const each of [row, other, row]) {
      const typed = await typeMark(page, each);
      await waitUntilAllSaved(page);
      expect(await readStoredMark(page, each)).toBe(typed);
    }
    await page.getByRole("link", { name: "Main Menu" }).first().click();
    await page.locator(`a[href="${PATHS.markSheets}"]`).first().click();
    await lessonLink(page, OWN.lesson).click();
    await page.getByRole("link", { name: /End of Term/ }).click();
    await waitForRowAutosave(page);
    await page.reload();
    await waitForRowAutosave(page);
    const typed = await typeMark(page, row);
    await waitUntilAllSaved(page);
    expect(await readStoredMark(page, row)).toBe(typed);
  }

  expect(trouble).toEqual([]);
});

test("two versions in turn, each with its own files alone: a page whose script does not come is sent as a form", async () => {
  site.serve("today", "tomorrow");
  const page = await openSheet({ origin, javaScript: false }, OWN);
  const scripting = await newPage({ origin });
  await startSession(scripting, OWN.userName, DEMO_PASSWORD);
  await scripting.goto(page.url());
  const [row = ""] = await rowsWithField(scripting);
  const typed = aMark();
  await markField(scripting, row).fill(typed);
  await scripting.getByRole("button", { name: "Save" }).click();
  await scripting.getByText("1 saved").waitFor();

  expect(await readStoredMark(scripting, row)).toBe(typed);
});

/** The mark differs each time, because an unchanged one would not be saved. */
let lastMark = 20;
function aMark(): string {
  lastMark += 1;
  return String(lastMark);
}

async function typeMark(page: Page, row: string): Promise<string> {
  const typed = aMark();
  await enterMark(page, row, typed);
  return typed;
}

function hasFilesOf(before: Machine, after: Machine): boolean {
  return (before === "today" && after === "updated") || (before === "updated" && after === "back");
}

/** Waits until everything that the page prefetches is there. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

async function versionOf(page: Page): Promise<Version> {
  return (await page.locator(TOMORROW_PAGE).count()) > 0 ? "tomorrow" : "today";
}

/** Returns the version of this page that the device has stored. */
function keptVersion(page: Page): Promise<Version | null> {
  return page.evaluate(async (name) => {
    const copy = await (await caches.open(name)).match(location.href);
    if (!copy) return null;
    return (await copy.text()).includes("data-tomorrow") ? "tomorrow" : "today";
  }, OFFLINE_CACHE);
}

/** Collects what no deployment may cause: an error in the page, and failed responses. */
function troubleOf(page: Page, trouble: string[] = [], from = 500): string[] {
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("response", (answer) => {
    if (answer.status() >= from) trouble.push(`${answer.status()} ${answer.url()}`);
  });
  return trouble;
}
