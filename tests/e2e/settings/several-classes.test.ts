import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, waitForHydration } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const PAGE = "/app/settings/assessments/classes";

test("what is typed for a level is previewed at once, and what is refused is named and left as it is", async () => {
  const page = await openLevel(await newPage({ origin }), "Standard 4");
  await waitForHydration(page);
  const maths = page.getByRole("row", { name: /^Mathematics/ });
  const day = page.getByLabel("End of Term, date, Mathematics");
  const calendar = day.locator("xpath=following-sibling::input");

  await page.getByLabel("Max mark, End of Term, Mathematics").fill("60");
  await page.getByLabel("Max mark, End of Term, Mathematics").press("Enter");
  await maths
    .getByText(/Not changed in .* marks were given out of 100/)
    .first()
    .waitFor();
  await page.getByLabel("Interim Test, date, all subjects").fill((await calendar.getAttribute("min")) ?? "");
  await page.getByLabel("Interim Test, date, all subjects").blur();
  await page.getByRole("button", { name: /^Save \d+ changes$/ }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: /^Save \d+ changes$/ }).click();

  await page.getByText(/\d+ changes saved, \d+ left as/).waitFor();
  await page.getByText("Mathematics, Std 4 R").first().waitFor();
  expect(await page.getByLabel("Interim Test, date, Language Arts").inputValue()).toMatch(/^\d+ Apr 20\d\d$/);
  expect(await page.getByLabel("Max mark, End of Term, Mathematics").inputValue()).toBe("60");
  expect(await page.getByLabel("Copy from").inputValue()).not.toBe("");
  await maths
    .getByText(/Not changed in/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

test("the type of the term is set for the school after a question that says what it renames", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD, PAGE);
  await waitForHydration(page);

  await page.getByLabel("Assessment type for the term").selectOption("Mid Term");
  await page.getByRole("button", { name: "Change type" }).click();
  const question = page.getByRole("dialog");
  await question.getByText(/“Interim Test” is renamed “Mid Term” in \d+ classes/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole("button", { name: "Set type" }).click();

  await page
    .getByText(/Assessment type for .* set to Mid Term/)
    .first()
    .waitFor();
  await page.getByRole("columnheader", { name: "Mid Term", exact: true }).waitFor();
});

test("on a phone without script the preview is a page of its own, and the form saves it", async () => {
  const page = await openLevel(await newPage({ origin, javaScript: false, phone: true }), "Standard 3");
  const max = page.getByLabel("Max mark, End of Term, Mathematics");
  const was = await max.inputValue();

  await page.getByLabel("End of Term, date, Language Arts").fill("soon");
  await page.getByLabel("End of Term, date, Social Studies").fill("");
  await page.getByRole("button", { name: "Preview changes" }).last().click();
  await page
    .getByText(/Not changed in .*: enter a date/i)
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get("levels")).toBe("5");
  expect(page.url()).toContain("=soon");
  expect(await page.getByLabel("End of Term, date, Language Arts").inputValue()).toBe("soon");
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: /^Save \d+ changes?$/ }).click();

  await page.getByText(/\d+ changes? saved, \d+ left as/).waitFor();
  expect(await page.getByLabel("End of Term, date, Social Studies").inputValue()).toBe("");
  expect(await max.inputValue()).toBe(was);
  expect(await violationsOn(page)).toEqual([]);
});

test("in a fortnightly term the course mark has its line, and the state of a row is in view at 1280 px", async () => {
  await queryDatabase(
    databaseUrl,
    "update academic_terms set assessment_type = 'Forthnightly Test' where academic_term_id = (select current_term_id from schools)",
  );
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings/assessments");
  await waitForHydration(page);
  await page.getByRole("link", { name: /Std 4 R/ }).click();
  await page.getByRole("heading", { name: "Std 4 R" }).waitFor();
  await page.getByLabel("New test").fill("Fortnightly Test 1");
  await page.getByLabel("Max mark", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Add test" }).click();
  await page.getByText("Fortnightly Test 1 added").first().waitFor();

  const max = page.getByLabel("Max mark, Course, Mathematics");
  await max.fill("0");
  await max.press("Enter");
  const state = page.getByRole("row", { name: /^Mathematics/ }).getByText(/enter a max mark above 0/i);
  await state.waitFor();
  const box = await state.boundingBox();
  const panel = await page.getByRole("table").locator("xpath=..").boundingBox();

  expect(box && panel && box.x >= panel.x && box.x + box.width <= panel.x + panel.width).toBe(true);
});

async function openLevel(page: Page, level: string): Promise<Page> {
  await signIn(page, "clerk", DEMO_PASSWORD, PAGE);
  await page.getByRole("link", { name: level, exact: true }).click();
  await page.getByRole("heading", { name: level, exact: true }).waitFor();
  return page;
}
