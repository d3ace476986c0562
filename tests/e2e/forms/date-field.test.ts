import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { formatDate, SCHOOL_TIME_ZONE, toCalendarDay } from "#domain/dates.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

async function open(
  userName: string,
  path: string,
  options: Omit<PageOptions, "origin"> = {},
): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

test("every spelling of a day is read while it is typed, written out when it is left, and stored", async () => {
  const page = await open("clerk", "/app/students/70");
  const dialog = page.getByRole("dialog").first();
  const born = dialog.getByLabel("Date of Birth");

  for (const { typed, left, words } of [
    { typed: "3/7/14", left: "3 Jul 2014", words: "Thursday 3 July 2014" },
    { typed: "4 july 2014", left: "4 Jul 2014", words: "Friday 4 July 2014" },
    { typed: "2014-07-05", left: "5 Jul 2014", words: "Saturday 5 July 2014" },
  ]) {
    await born.fill("");
    await born.pressSequentially(typed);
    await waitForMessage(dialog, words);
    const during = await born.inputValue();
    await page.keyboard.press("Tab");
    const after = await born.inputValue();
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      dialog.getByRole("button", { name: "Update Student" }).click(),
    ]);
    await waitForMessage(page, "Student updated");
    await page.reload();
    await waitForHydration(page);

    expect([during, after, await born.inputValue()]).toEqual([typed, left, left]);
  }
});

test("a day that does not exist is refused only when the field is left, and is kept as it was typed", async () => {
  const page = await open("clerk", "/app/students/71");
  const dialog = page.getByRole("dialog").first();
  const born = dialog.getByLabel("Date of Birth");
  const fault = "There is no 31 February. Enter a date, like 7 September 2026.";

  await born.fill("31/2/2014");
  const early = await dialog.getByText(fault).count();
  await page.keyboard.press("Tab");
  await waitForMessage(dialog, fault);
  const violations = await violationsOn(page);
  await dialog.getByRole("button", { name: "Update Student" }).click();
  await waitForMessage(dialog, "There is no 31 February. Enter a date, like 7 September 2026");

  expect(early).toBe(0);
  expect(violations).toEqual([]);
  expect(await born.inputValue()).toBe("31/2/2014");
});

test("without script the field takes every spelling, says how, and keeps what it refuses", async () => {
  const page = await open("Admin", "/app/settings/school-holidays", { javaScript: false });
  const first = page.getByLabel("First day");
  await waitForMessage(page, "Day, month, year, like 7/9/2026");
  const buttons = await page.getByRole("button", { name: "Open calendar" }).count();

  await page.getByLabel("Holiday", { exact: true }).fill("Founders Day");
  await first.fill("31-2-31");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await waitForMessage(page, "There is no 31 February. Enter a date, like 7 September 2026.");
  const refused = await first.inputValue();
  await first.fill("15-4-31");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await waitForMessage(page, "Tuesday 15 April 2031");

  expect(refused).toBe("31-2-31");
  expect(buttons).toBe(0);
});

test("the keys step by days and open the calendar, and no date field of the browser is in view", async () => {
  const page = await open("clerk", "/app/students/72");
  const dialog = page.getByRole("dialog").first();
  const entry = dialog.getByLabel("Entry Date");

  await entry.fill("31/12/2025");
  await page.keyboard.press("ArrowUp");
  const next = await entry.inputValue();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const before = await entry.inputValue();
  const calendar = page.locator("#entry_date ~ input[type=date]");
  await calendar.evaluate((field: HTMLInputElement) => {
    field.showPicker = () => field.setAttribute("data-opened", field.value);
  });
  await page.keyboard.press("Alt+ArrowDown");
  const opened = await calendar.getAttribute("data-opened");
  await calendar.evaluate((field: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(field, "2025-09-01");
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  expect([next, before, opened]).toEqual(["1 Jan 2026", "30 Dec 2025", "2025-12-30"]);
  expect(await entry.inputValue()).toBe("1 Sep 2025");
  expect(await page.locator("input[type=date]:not([aria-hidden])").count()).toBe(0);
  expect(await entry.getAttribute("inputmode")).toBe("numeric");
});

test("a test's date on a holiday is taken, and says under the field that there is no school", async () => {
  await queryDatabase(
    databaseUrl,
    "insert into school_holidays (title, from_date, to_date) values ('Founders Day', '2026-06-10', '2026-06-10')",
  );
  const page = await open("Admin", "/app/settings/assessments");
  await page.getByRole("link", { name: /^Std 2 R/ }).click();
  const date = page.locator("tr input[data-date]").first();
  const row = date.locator("xpath=ancestor::tr");

  await date.fill("10/6/26");
  await waitForMessage(row, "Founders Day, no school");
  await page.keyboard.press("Tab");
  await row.getByText("Saved", { exact: true }).waitFor();
  const left = await date.inputValue();
  const violations = await violationsOn(page);
  await date.fill("11/6/26");

  await row.getByText("Founders Day, no school").waitFor({ state: "detached" });
  expect(left).toBe("10 Jun 2026");
  expect(violations).toEqual([]);
});

test("a phone has the words under the field, and nothing is wider than the page", async () => {
  const page = await open("clerk", "/app/students/70", { phone: true });
  const dialog = page.getByRole("dialog").first();
  const box = await dialog.getByLabel("Date of Birth").boundingBox();
  const words = await dialog.locator("#date_of_birth-day").boundingBox();

  expect(words?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0) - 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test.each(["Pacific/Kiritimati", "Pacific/Honolulu"])(
  "T is today at the school on a device in %s",
  async (timezoneId) => {
    const page = await open("clerk", "/app/settings/school-holidays", { timezoneId });
    const first = page.getByLabel("First day").first();
    const todayAtSchool = () => formatDate(toCalendarDay(new Date(), SCHOOL_TIME_ZONE));

    const before = todayAtSchool();
    await first.press("t");

    await expect.poll(async () => [before, todayAtSchool()].includes(await first.inputValue())).toBe(true);
  },
);
