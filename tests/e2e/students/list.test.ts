import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script a clerk searches, sorts by two columns and has more rows a page, which is remembered", async () => {
  const page = await open("/app/students", { javaScript: false });

  await search(page, "std");
  await page.getByRole("link", { name: "Class", exact: true }).click();
  await waitForMessage(page, /sorted by Class$/);
  await page.getByRole("link", { name: /^Class/ }).click();
  await page
    .getByRole("columnheader", { name: "Class" })
    .and(page.locator("[aria-sort=descending]"))
    .waitFor();
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await waitForMessage(page, /sorted by Class, then Name/);
  await page.getByRole("button", { name: "Next" }).click();
  await waitForMessage(page, /^6 to 10 of/);
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("10");
  await page.getByRole("button", { name: "Show" }).click();
  await waitForMessage(page, /^1 to 10 of/);
  const classes = await page.locator('td[data-label="Class"]').allTextContents();
  await page.goto("/app/students");

  expect(new Set(classes)).toEqual(new Set([expect.stringMatching(/^Std 5/)]));
  expect(await page.getByRole("combobox", { name: "Rows per page" }).inputValue()).toBe("10");
  expect(await page.getByRole("rowheader").count()).toBe(10);
});

test.each([
  { javaScript: false, phone: false },
  { javaScript: true, phone: true },
])(
  "an admin deletes a student with a status, finds who left and brings them back, script $javaScript, phone $phone",
  async (options) => {
    const page = await open("/app/students?sort=-id", { ...options, user: "Admin" });
    const row = page.getByRole("row").nth(options.phone ? 4 : 3);
    const name = await nameIn(row);
    const called = name.split(", ").toReversed().join(" ");

    await row.getByText("More", { exact: true }).click();
    await row.getByRole("link", { name: /^Delete/ }).click();
    await page.getByRole("heading", { name: `Delete ${called}?` }).waitFor();
    await page.getByRole("dialog").getByRole("combobox", { name: "Status" }).selectOption({ label: "Left" });
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await waitForMessage(page, `${called} deleted.`);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const isListed = await page.getByRole("rowheader", { name }).count();
    await chooseStatus(page, "Left", options.javaScript);
    await page.getByRole("link", { name: `Bring back ${name}` }).click();
    await page.getByRole("heading", { name: `Bring back ${called}?` }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
    await waitForMessage(page, `${called} brought back.`);

    expect(isListed).toBe(0);
  },
);

test("a menu closes when something else is pressed, and by Escape, which leaves its word in focus", async () => {
  const page = await open("/app/students", {});
  await waitForHydration(page);
  const menus = page.locator("details[open]");

  await page.getByText("More", { exact: true }).first().click();
  await page.getByText("More", { exact: true }).nth(4).click();
  await expect.poll(() => menus.count()).toBe(1);
  await page.keyboard.press("Escape");

  await expect.poll(() => menus.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
});

test.each([
  { phone: false, paths: ["/app/students", "/app/students?sort=-class,name&search=std"] },
  {
    phone: true,
    paths: [
      "/app/students",
      "/app/students?status=left",
      "/app/students?search=zzz",
      "/app/students/9/delete",
      "/app/students/9/preview",
    ],
  },
])("no barrier stands in the list and its dialogs, $phone", async ({ phone, paths }) => {
  const page = await open("/app/students", { phone, user: "Admin" });
  const found: unknown[] = [];

  for (const path of paths) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Beside a desktop's table the panel covers what is below it, as menus do.
    if (phone) await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""));
    found.push(...(await violationsOn(page)));
    expect(await sidewaysOf(page)).toBe(0);
  }

  expect(found).toEqual([]);
});

type Options = { javaScript?: boolean; phone?: boolean; user?: string };

async function open(path: string, { user = "clerk", ...options }: Options): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  return page;
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search" }).fill(words);
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await waitForMessage(page, /^\d+ of \d+ students/);
}

async function chooseStatus(page: Page, label: string, javaScript: boolean): Promise<void> {
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label });
  if (!javaScript) await page.getByRole("button", { name: "Search" }).click();
  await waitForMessage(page, /former student/);
}

async function nameIn(row: Locator): Promise<string> {
  return (await row.getByRole("rowheader").getByRole("link").getAttribute("aria-label")) ?? "";
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
