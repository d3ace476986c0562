import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
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
    await page.getByText("A is already a grade of this scale.").first().waitFor();
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
