import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const MATHS = "Max mark, End of Term, Mathematics";

test("the office sets a day, is refused a maximum under marks, and copies from another class", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings");
  await waitForHydration(page);
  await page.getByRole("link", { name: /Term Assesments Configuration/ }).click();
  await page.getByRole("link", { name: /Std 4 R/ }).click();
  await page.getByRole("heading", { name: "Std 4 R" }).waitFor();
  const row = page.getByRole("row", { name: /^Mathematics/ });

  await page.getByLabel(MATHS).fill("60");
  await page.getByLabel(MATHS).press("Enter");
  await row.getByText(/marks were given out of 100/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await row.getByRole("button", { name: "Put back 100" }).click();
  const day = page.getByLabel("End of Term, date, Mathematics");
  const calendar = day.locator("xpath=following-sibling::input");
  await day.fill((await calendar.getAttribute("min")) ?? "");
  await day.blur();
  const from = await day.inputValue();
  await row.getByText("Saved").waitFor();
  await page.getByText("All saved").waitFor();

  await page.getByRole("link", { name: "Whole school" }).first().click();
  await page.getByLabel("Assessment type for the term").selectOption("Forthnightly Test");
  await page.getByRole("button", { name: "Change type" }).click();
  await page.getByText(/marks were entered for .* and would no longer appear on any mark sheet\./).waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "One class" }).click();
  await page.getByRole("link", { name: /Std 4 R/ }).click();
  await page.getByRole("link", { name: "Copy from another class or term" }).click();
  await page.getByRole("heading", { name: "Copy tests into Std 4 R" }).waitFor();
  await chooseSource(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Copy tests", exact: true }).click();
  await page
    .getByText(/Copied from Std 4 C/)
    .first()
    .waitFor();
  expect(await day.inputValue()).not.toBe(from);
});

test("on a phone without script the tests of a class are one form", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings/assessments");
  await page.getByLabel("Class", { exact: true }).selectOption({ label: "Std 5 A" });
  await page.getByRole("button", { name: "Show" }).first().click();
  await page.getByRole("heading", { name: "Std 5 A" }).waitFor();

  await page.getByLabel(MATHS).fill("none");
  await page.getByLabel("End of Term, date, Language Arts").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("1 saved, 1 not saved.").waitFor();
  expect(await page.getByLabel(MATHS).inputValue()).toBe("none");
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.getByRole("radio", { name: "Course work only" }).check();
  await page.getByRole("button", { name: "Set for this class" }).click();
  await page.getByRole("link", { name: /marks were already entered this year/ }).waitFor();
  await page.getByLabel("Class", { exact: true }).selectOption({ label: "1st Year E" });
  await page.getByRole("button", { name: "Show" }).first().click();
  await page.getByRole("link", { name: /Edit the criteria of Mathematics/ }).click();
  await page.getByLabel("New criterion", { exact: true }).fill("Counts on");
  await page.getByRole("button", { name: "Save criteria", exact: true }).click();
  await page.getByText(/Counts on/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

async function chooseSource(page: Page) {
  const from = page.getByRole("dialog").getByLabel("Copy from");
  const source = from.locator("option", { hasText: "Std 4 C" }).first();
  await from.selectOption((await source.getAttribute("value")) ?? "");
  await page.getByRole("dialog").getByRole("button", { name: "Show changes" }).click();
  await page.getByText(/subjects? will change/).waitFor();
}
