import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, an admin goes from a figure of the return to a record behind it", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/reports/annual-return");

  await heading(page, "Annual Statistical Return");
  const overview = await violationsOn(page);
  await page.getByRole("link", { name: "Enrolment" }).click();
  await heading(page, /^Enrolment by class and sex/);
  const boys = page
    .getByRole("row", { name: /^School/ })
    .getByRole("link")
    .first();
  const figure = (await boys.innerText()).trim();
  await boys.click();
  await page.getByRole("heading", { level: 2, name: "School · Boys" }).waitFor();
  const people = await violationsOn(page);
  const listed = await page.getByText(/ listed$/).innerText();
  const first = page.getByRole("rowheader").first();
  const name = await first.innerText();
  await first.getByRole("link").click();
  await page
    .getByRole("heading", { name: new RegExp(name.split(",")[0] ?? "") })
    .first()
    .waitFor();

  expect([overview, people]).toEqual([[], []]);
  expect(listed).toBe(`${figure} listed`);
});

test("no page of it is wider than a small phone", async () => {
  const page = await newPage({ origin, phone: true });
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/reports/annual-return");
  const wide: number[] = [];

  for (const path of ["", "/age?line=all&column=boys", "/no-sex"]) {
    await page.goto(`/app/reports/annual-return${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    wide.push(await sidewaysOf(page));
  }

  expect(wide).toEqual([0, 0, 0]);
});

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
