import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import {
  openReport,
  readStoredValues,
  typeInField,
  waitUntilSaved,
} from "#tests/support/browser/report-page.ts";
import { openSheet, rowsWithField } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test.each([
  { javaScript: true, level: 3, words: "Excellent" },
  { javaScript: false, level: 4, words: "Outstanding" },
])(
  "the office changes the scale and the card of a level, $javaScript",
  async ({ javaScript, level, words }) => {
    const page = await newPage({ origin, javaScript });
    await signIn(page, "clerk", DEMO_PASSWORD, `/app/settings/report-card?level=${level}`);
    if (javaScript) await waitForHydration(page);
    const before = await pictureOf(page);

    await page.getByLabel("Grade 2", { exact: true }).fill("A");
    await save(page);
    await page.getByText("A is already a grade in this scale. Enter another letter.").first().waitFor();
    const refused = await violationsOn(page);
    await page.getByLabel("Grade 2", { exact: true }).fill("B");
    await page.getByLabel("Grade 1 in words").fill(words);
    await page.getByLabel("Position in class").check();
    if (!javaScript) await page.getByRole("button", { name: "Update preview" }).click();
    await expect.poll(() => pictureOf(page)).not.toBe(before);
    await expect.poll(() => drawn(page)).toBe(true);
    await save(page);
    const question = page.getByText(/This would change/).first();
    const saved = page.getByText(/Report card of .* saved\./);
    await question.or(saved).first().waitFor();
    if (await question.isVisible()) await save(page);
    await saved.waitFor();

    expect(await page.getByLabel("Grade 1 in words").inputValue()).toBe(words);
    expect(await page.getByLabel("Position in class").isChecked()).toBe(true);
    expect([refused, await violationsOn(page)]).toEqual([[], []]);
  },
);

test("remarks are switched on, and a teacher writes one, without script on a phone", async () => {
  const office = await newPage({ origin, javaScript: false });
  await signIn(office, "clerk", DEMO_PASSWORD, "/app/settings/report-card?level=6");
  await office.getByLabel("Remark of each subject teacher").check();
  await saveWithAnswer(office, /Report card of .* saved\./);
  const lesson = { classLabel: "Std 4 R", subject: "Mathematics" };
  const how = { userName: "teacher", lesson, testTitle: "End of Term" };
  const page = await openSheet({ origin, javaScript: false, phone: true }, how);
  const [row = ""] = await rowsWithField(page);
  const remark = page.locator(`input[name='remark.${row}']`);
  const text = "Revise fractions/decimals weekly.";

  await remark.click();
  await remark.fill("");
  await remark.pressSequentially(text);
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .locator(`#state-${row}`)
    .getByText(/Saved|No mark yet/)
    .first()
    .waitFor();

  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.reload();
  expect(await page.locator(`input[name='remark.${row}']`).inputValue()).toBe(text);
});

test("a report card is copied to another level, whose mark sheets show the weighted result, without script on a phone", async () => {
  const office = await newPage({ origin, javaScript: false, phone: true });
  await signIn(office, "clerk", DEMO_PASSWORD, "/app/settings/report-card?level=5");
  await office.getByLabel("Course work counts (%)").fill("40");
  await office.getByText("Copy to other levels").click();
  await office.getByRole("checkbox", { name: "Standard 4" }).check();
  const asked = await violationsOn(office);
  await saveWithAnswer(office, /Report card of Standard 3, Standard 4 saved\./);

  const lesson = { classLabel: "Std 4 R", subject: "Mathematics" };
  const how = { userName: "teacher", lesson, testTitle: "End of Term" };
  const page = await openSheet({ origin, javaScript: false, phone: true }, how);
  await page
    .getByText(/^Result (\d+%|–)$/)
    .first()
    .waitFor();

  expect([asked, await violationsOn(page)]).toEqual([[], []]);
  for (const screen of [office, page])
    expect(await screen.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("conduct is switched on, and the form teacher types it on a phone", async () => {
  const office = await newPage({ origin, phone: true });
  await signIn(office, "clerk", DEMO_PASSWORD, "/app/settings/report-card?level=6");
  await waitForHydration(office);
  await office.getByLabel("Conduct", { exact: true }).check();
  await saveWithAnswer(office, /Report card of .* saved\./);

  const page = await openReport("formteacher", { origin, phone: true, place: 2 });
  const field = page.getByLabel("Conduct", { exact: true });
  await field.fill("Good 👍");
  await page.getByText("Documents cannot print 👍").waitFor();
  await typeInField(field, "Very good");
  await waitUntilSaved(page);

  expect((await readStoredValues(page))["conduct"]).toBe("Very good");
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

/** Saves, and answers the question of signed cards that would change, if it is asked. */
async function saveWithAnswer(office: Page, message: RegExp): Promise<void> {
  await save(office);
  const question = office.getByText(/This would change/).first();
  const saved = office.getByText(message);
  await question.or(saved).first().waitFor();
  if (await question.isVisible()) {
    await office
      .getByText(/Term 3 on/)
      .first()
      .click();
    await save(office);
  }
  await saved.waitFor();
}

function save(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Save report card" }).click();
}

function pictureOf(page: Page): Promise<string | null> {
  return page.getByAltText(/A sample report card/).getAttribute("src");
}

function drawn(page: Page): Promise<boolean> {
  return page
    .getByAltText(/A sample report card/)
    .evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0);
}
