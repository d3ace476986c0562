import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { longDate } from "#domain/dates.ts";
import { hydrated, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { answerOf } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const SETTINGS = "/app/settings";

test.each([
  { javaScript: true, title: "Sports Day", day: "2031-03-04" },
  { javaScript: false, title: "Prize Giving", day: "2031-03-05" },
])("the office adds, changes and deletes a holiday, $javaScript", async ({ javaScript, title, day }) => {
  const page = await openSettings({ javaScript });

  await page.getByRole("link", { name: /School Holidays/ }).click();
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByRole("link", { name: "Enter the name of the holiday." }).waitFor();
  const refused = await violationsOn(page);
  await page.getByLabel("Holiday", { exact: true }).fill(title);
  await page.getByLabel("First day").first().fill(day);
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("Holiday added.").waitFor();
  await listed(page, title).getByRole("link").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Holiday", { exact: true }).fill(`${title}, moved`);
  const open = await violationsOn(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await listed(page, `${title}, moved`).getByRole("link").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Holiday deleted.").waitFor();

  await expect.poll(() => listed(page, title).count()).toBe(0);
  expect([refused, open]).toEqual([[], []]);
});

test("a Saturday is opened on a phone and closed again; nothing hangs over the edge", async () => {
  const day = await saturdayOfTerm();
  const words = longDate(day);
  const page = await openSettings({ phone: true, path: `${SETTINGS}/school-holidays` });

  await page.getByLabel("Day", { exact: true }).fill(day);
  await page.getByLabel("Reason (optional)").fill("Open day");
  await page.getByRole("button", { name: "Open this day" }).click();
  await listed(page, words).waitFor();
  const violations = await violationsOn(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByRole("button", { name: `Close again: ${words}` }).click();
  await page.getByText(`There is no school on ${words}.`).waitFor();

  expect(violations).toEqual([]);
  expect(over).toBe(0);
  await expect.poll(() => listed(page, words).count()).toBe(0);
});

test("a holiday of which no answer came stays as it was typed", async () => {
  const page = await openSettings({ path: `${SETTINGS}/school-holidays` });
  await page.route("**/*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );

  await page.getByLabel("Holiday", { exact: true }).fill("Eid");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("Nothing you typed is lost. Try again.").waitFor();

  expect(await page.getByLabel("Holiday", { exact: true }).inputValue()).toBe("Eid");
});

/** The last one of the current term. */
async function saturdayOfTerm(): Promise<string> {
  const [term] = await answerOf<{ day: string }>(
    databaseUrl,
    `select (term_end - (extract(dow from term_end)::integer + 1) % 7)::text as day
       from academic_terms join schools on current_term_id = academic_term_id`,
  );
  return term?.day ?? "";
}

type Options = { javaScript?: boolean; phone?: boolean; path?: string };

async function openSettings({ path = SETTINGS, ...options }: Options): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, path);
  if (options.javaScript !== false) await hydrated(page);
  return page;
}

function listed(page: Page, words: string) {
  return page.locator("#content li").filter({ hasText: words });
}
