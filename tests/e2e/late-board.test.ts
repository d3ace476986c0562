import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { enterMark, waitForRowState } from "#tests/support/browser/sheet-page.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const BOARD = "/app/late-board";

test("the principal finds whose marks are missing and opens the sheet", async () => {
  const page = await newPage({ origin });
  await signIn(page, "principal", DEMO_PASSWORD);

  await page.getByRole("link", { name: /Late Board/ }).click();
  await page.getByRole("link", { name: /Marks missing/ }).click();
  await page.getByText("14 of 14 classes with marks missing").waitFor();
  await page.getByRole("link", { name: /marks of Std 4 R$/ }).click();
  await page.getByRole("heading", { name: /Std 4 R/ }).waitFor();
  await page.getByRole("link", { name: /^End of Term .* in Mathematics, Std 4 R$/ }).click();

  await page.waitForURL(/\/app\/mark-sheet\/\d+\/202520263\/1$/);
  await page.getByRole("heading", { level: 1, name: "Mathematics, Std 4 R" }).waitFor();
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "a past term is looked at in the same way, and says when nobody is late, $javaScript",
  async ({ javaScript }) => {
    const page = await openBoard("principal", { javaScript, path: `${BOARD}?missing=signatures` });

    if (javaScript) await waitForHydration(page);
    await page.getByLabel("Term").selectOption({ label: "2025-2026, Term 1" });
    if (!javaScript) await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("Nobody is late").waitFor();
    await page.getByRole("link", { name: "Show all classes" }).click();
    await page.getByText("12 Dec 2025").first().waitFor();

    expect(new URL(page.url()).search).toBe("?term=202520261");
    expect(await page.getByRole("row").count()).toBe(15);
  },
);

test("what a teacher enters is on the board at once", async () => {
  const board = await openBoard("Admin", { path: `${BOARD}?by=subjects` });
  const sheet = board.getByRole("link", { name: /^End of Term .* in Spanish, Std 4 R$/ });
  const before = enteredIn(await sheet.textContent());

  await sheet.click();
  const blank = board.locator("tr", { hasText: "No mark yet" }).locator("input[name^='mark.']").first();
  const row = ((await blank.getAttribute("name")) ?? "").replace("mark.", "");
  await enterMark(board, row, "61");
  await waitForRowState(board, row, "saved");
  await board.goto(`${BOARD}?by=subjects`);

  expect(enteredIn(await sheet.textContent())).toBe(before + 1);
});

test("a class leads to its reports and to where they are signed", async () => {
  const page = await openBoard("principal");

  const [reports, signing] = [
    page.getByRole("link", { name: /reports of Std 5 B are complete/ }),
    page.getByRole("link", { name: /reports of Std 5 B are signed/ }),
  ];

  expect(await reports.getAttribute("href")).toMatch(/^\/app\/term-reports\/\d+\/202520263$/);
  expect(await signing.getAttribute("href")).toMatch(/^\/app\/term-reports\/\d+\/202520263\/sign-all$/);
});

test.each([
  { phone: false, queries: ["", "?by=subjects&missing=marks", "?by=teachers", "?term=202620271"] },
  { phone: true, queries: ["", "?by=subjects", "?by=teachers&missing=reports"] },
])("nothing on the board is in anybody's way, $phone", async ({ phone, queries }) => {
  const page = await openBoard("principal", { phone });

  for (const query of queries) {
    await page.goto(BOARD + query);
    expect({ query, found: await violationsOn(page), sideways: await sidewaysOf(page) }).toEqual({
      query,
      found: [],
      sideways: 0,
    });
  }
});

test("without script the board reads the same", async () => {
  const [scripted, plain] = [
    await openBoard("principal", { path: `${BOARD}?by=teachers` }),
    await openBoard("principal", { path: `${BOARD}?by=teachers`, javaScript: false }),
  ];

  const [one, other] = await Promise.all(
    [scripted, plain].map((page) => page.locator("#content").innerText()),
  );

  // With scripts, a chosen term is shown at once.
  expect(other?.replace("Show\n", "")).toBe(one);
});

type Options = { javaScript?: boolean; phone?: boolean; path?: string };

async function openBoard(user: string, { path = BOARD, ...options }: Options = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  return page;
}

/** Reads the number from a text such as '… 18 of 35 in Spanish'. */
function enteredIn(words: string | null): number {
  const [, entered = "NaN"] = /(\d+) of \d+/.exec(words ?? "") ?? [];
  return Number(entered);
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
