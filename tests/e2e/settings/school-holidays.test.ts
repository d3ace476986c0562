import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatLongDate } from "#domain/dates.ts";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const SETTINGS = "/app/settings";

test("without script the office adds, changes and deletes a holiday", async () => {
  const page = await openSettings({ javaScript: false });
  const [title, day] = ["Prize Giving", "2031-03-05"];

  await page.getByRole("link", { name: /School holidays/ }).click();
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
  const words = formatLongDate(day);
  const page = await openSettings({ phone: true, path: `${SETTINGS}/school-holidays` });

  await page.getByLabel("Day", { exact: true }).fill(day);
  await page.getByLabel("Reason (optional)").fill("Open day");
  await page.getByRole("button", { name: "Open as a school day" }).click();
  await listed(page, words).waitFor();
  const violations = await violationsOn(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByRole("button", { name: `Close this day: ${words}` }).click();
  await page.getByText(`There is no school on ${words}.`).waitFor();

  expect(violations).toEqual([]);
  expect(over).toBe(0);
  await expect.poll(() => listed(page, words).count()).toBe(0);
});

test("a holiday of which no answer came stays as it was typed and picked in the browser's calendar", async () => {
  const page = await openSettings({ path: `${SETTINGS}/school-holidays` });
  await page.route("**/*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );

  await page.getByLabel("Holiday", { exact: true }).fill("Eid");
  const day = page.getByLabel("First day").first();
  await day.fill("4 Mar 2031");
  for (const opens of ["keys", "button"]) {
    if (opens === "keys") await day.press("Alt+ArrowDown");
    else await page.getByRole("button", { name: "Open calendar" }).first().click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => day.inputValue()).toBe("6 Mar 2031");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("Nothing you typed is lost. Try again.").waitFor();

  expect(await page.getByLabel("Holiday", { exact: true }).inputValue()).toBe("Eid");
  expect(await day.inputValue()).toBe("6 Mar 2031");
});

test("each form of a page keeps its own errors and values, and a day is said in words", async () => {
  const page = await openSettings({ path: `${SETTINGS}/school-holidays` });
  await page.getByLabel("Reason (optional)").fill("Open day");
  await page.getByLabel("First day").fill("7/9/2031");

  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("The holiday was not added").waitFor();

  await expect.poll(() => focusedField(page)).toBe("add-holiday-title");
  expect(await page.getByText("Sunday 7 September 2031").count()).toBe(1);
  expect(await page.getByLabel("Reason (optional)").inputValue()).toBe("Open day");
  expect(await page.getByText("The day was not opened").count()).toBe(0);
});

test("a form is sent once, and what is typed while it is on its way stays", async () => {
  const page = await openSettings({ path: `${SETTINGS}/school-holidays` });
  const held: (() => void)[] = [];
  let posts = 0;
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts += 1;
    await new Promise<void>((resolve) => held.push(resolve));
    return route.continue();
  });
  const title = page.getByLabel("Holiday", { exact: true });
  await title.fill("Book Fair");
  await page.getByLabel("First day").fill("2031-03-18");

  await page.getByRole("button", { name: "Add holiday" }).click();
  await expect.poll(() => posts).toBe(1);
  await page.getByRole("button", { name: "Add holiday" }).click();
  await title.fill("Sports Week");
  held.forEach((release) => release());
  await listed(page, "Book Fair").waitFor();

  expect(posts).toBe(1);
  expect(await title.inputValue()).toBe("Sports Week");
});

test("a holiday that a colleague changed meanwhile keeps what was typed, also on a line that breaks unnoticed", async () => {
  const page = await openSettings({ path: `${SETTINGS}/school-holidays` });
  const [name, day] = ["Carnival", "2031-03-21"];
  await page.getByLabel("Holiday", { exact: true }).fill(name);
  await page.getByLabel("First day").fill(day);
  await page.getByRole("button", { name: "Add holiday" }).click();
  await listed(page, name).getByRole("link").click();
  const dialog = page.getByRole("dialog");
  const title = dialog.getByLabel("Holiday", { exact: true });
  await title.waitFor();
  const theirs = await openSettings({ path: new URL(page.url()).pathname });
  await theirs.getByRole("dialog").getByLabel("Holiday", { exact: true }).fill(`${name} of theirs`);
  await theirs.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await theirs.getByText("Holiday changed.").waitFor();
  await title.fill(`${name} of mine`);
  const lost: string[] = [];
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") {
      lost.push(route.request().url());
      return route.abort();
    }
    return route.fulfill({ response: await route.fetch() });
  });

  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(`It is now: ${name} of theirs`).first().waitFor();
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  const kept = await title.inputValue();
  await page.unroute("**/*");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Holiday changed.").waitFor();

  expect(kept).toBe(`${name} of mine`);
  await expect.poll(() => listed(page, `${name} of mine`).count()).toBe(1);
});

async function saturdayOfTerm(): Promise<string> {
  const [term] = await queryDatabase<{ day: string }>(
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
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

function listed(page: Page, words: string) {
  return page.locator("#content li").filter({ hasText: words });
}

function focusedField(page: Page) {
  return page.evaluate(() => document.activeElement?.id);
}
