import { expect, test } from "vitest";
import { hydrated, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

test.each([
  { javaScript: true, phone: false },
  { javaScript: false, phone: true },
])("next year is made, two classes onto one teacher are asked about, lessons change: %j", async (look) => {
  const { origin } = await startProduct();
  const page = await newPage({ origin, ...look });
  await signIn(page, "Admin", DEMO_PASSWORD);
  await page.goto("/app/settings");
  if (look.javaScript) await hydrated(page);
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.getByRole("link", { name: /Next Year's Classes/ }).click();
  await page.getByRole("button", { name: /^Make 14 classes of 2026-2027/ }).click();
  await page.getByText(/have nowhere to go/).waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);

  const selects = page.getByRole("combobox", { name: /^1st Year . goes up to/ });
  const [first, second] = [selects.nth(0), selects.nth(1)];
  await first.selectOption({ index: 1 });
  await second.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/goes there too\./)
    .first()
    .waitFor();
  expect(await second.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(1);
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await second.selectOption({ index: 2 });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Next year's classes saved").first().waitFor();
  expect(await second.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(2);

  await page.getByRole("link", { name: "Teachers" }).click();
  await page
    .getByRole("combobox", { name: /^Who leads/ })
    .first()
    .waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);

  await page.getByRole("link", { name: /^Lessons/ }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Physical Education" });
  await row.getByRole("combobox").selectOption({ label: "A. Daniel" });
  if (!look.javaScript) await row.getByRole("checkbox").check();
  expect(await row.getByRole("checkbox").isChecked()).toBe(true);
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await page.getByRole("button", { name: /^Carry/ }).click();
  await page
    .getByText(/lessons? of next year saved/)
    .first()
    .waitFor();
});
