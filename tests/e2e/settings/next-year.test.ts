import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

test("without script, on a phone, next year is made, two classes onto one teacher are asked about, lessons change", async () => {
  const { origin } = await startProduct();
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.getByRole("link", { name: /Next year’s classes/ }).click();
  await page.getByRole("button", { name: /^Make 14 classes for 2026-2027/ }).click();
  await page.getByText(/have no class next year/).waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);

  const selects = page.getByRole("combobox", { name: /^1st Year . goes up to/ });
  const [first, second] = [selects.nth(0), selects.nth(1)];
  await first.selectOption({ index: 1 });
  await second.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save classes" }).click();
  await page
    .getByText(/also goes to this class\./)
    .first()
    .waitFor();
  expect(await second.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(1);
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await second.selectOption({ index: 2 });
  await page.getByRole("button", { name: "Save classes" }).click();
  await page.getByText("Next year’s classes saved").first().waitFor();
  await expect.poll(() => page.getByText(/also goes to this class\./).count()).toBe(0);
  expect(await second.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(2);

  await page.getByRole("link", { name: "Teachers" }).click();
  await page
    .getByRole("combobox", { name: /^Teacher of/ })
    .first()
    .waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);

  await page.getByRole("link", { name: /^Lessons/ }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Physical Education" });
  await row.getByRole("combobox").selectOption({ label: "A. Daniel" });
  await row.getByRole("checkbox").check();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await page.getByRole("button", { name: /^Carry/ }).click();
  await page
    .getByText(/lessons? saved for next year/)
    .first()
    .waitFor();
});

test("who is told that somebody was first decides, and nothing else of theirs is taken back", async () => {
  const { origin } = await startProduct();
  const [mine, theirs] = [await newPage({ origin }), await newPage({ origin, javaScript: false })];
  for (const page of [theirs, mine]) await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/next-year");
  await theirs.getByRole("button", { name: /^Make 14 classes/ }).click();
  await theirs.getByText(/have no class next year/).waitFor();
  for (const page of [theirs, mine]) {
    await page.goto("/app/settings/next-year?tab=teachers");
    await leads(page).nth(0).waitFor();
  }
  await waitForHydration(mine);
  const free = await freeTeacher(mine);
  for (const place of [0, 1]) await leads(theirs).nth(place).selectOption("");
  await save(theirs, "Next year’s teachers saved");

  await leads(mine).nth(0).selectOption(free);
  await mine
    .getByText(
      "The teacher was changed while you had this page open. The teacher is now: not chosen. Check the teacher, then save again.",
    )
    .first()
    .waitFor();
  await expect.poll(() => leads(mine).nth(1).inputValue()).toBe("");
  expect(await leads(mine).nth(0).inputValue()).toBe(free);
  await mine.getByRole("button", { name: "Save my choice" }).click();
  await mine.getByText("Saved", { exact: true }).first().waitFor();

  await theirs.goto("/app/settings/next-year?tab=teachers");
  expect(await Promise.all([0, 1].map((place) => leads(theirs).nth(place).inputValue()))).toEqual([free, ""]);
});

function leads(page: Page) {
  return page.getByRole("combobox", { name: /^Teacher of/ });
}

async function save(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "Save teachers" }).click();
  await page.getByText(words).first().waitFor();
}

/** Finds a teacher who leads no class of next year. */
async function freeTeacher(page: Page): Promise<string> {
  const values = await leads(page).evaluateAll((selects) => {
    const chosen = selects.map((select) => (select as HTMLSelectElement).value);
    const [first] = selects as HTMLSelectElement[];
    return [...(first?.options ?? [])]
      .map(({ value }) => value)
      .filter((item) => item && !chosen.includes(item));
  });
  return values[0] ?? "";
}
