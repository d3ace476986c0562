import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const BANK = "/app/comment-bank";

test("without script a form teacher keeps, changes and deletes a phrase", async () => {
  const page = await openBank("formteacher", { javaScript: false });
  const words = "plays in the band";

  await addPhrase(page, "{nane} works well.");
  await page.getByRole("link", { name: /‘{nane}’ has no meaning here/ }).waitFor();
  const refused = await violationsOn(page);
  await addPhrase(page, `{name} ${words}; {he} enjoys it.`);
  await listed(page, words)
    .getByRole("link", { name: /^Change/ })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: "Phrase" })
    .fill(`{name} ${words} with {his} friends.`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await listed(page, `${words} with`).waitFor();
  await listed(page, words)
    .getByRole("link", { name: /^Change/ })
    .click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Phrase deleted.").waitFor();

  await expect.poll(() => listed(page, words).count()).toBe(0);
  expect(refused).toEqual([]);
});

test("as one types, the preview shows what a girl's and a boy's report would say", async () => {
  const page = await openBank("formteacher");

  await page.getByRole("textbox", { name: "Phrase" }).fill("{name} tries. ");
  await page.getByRole("button", { name: "he / she", exact: true }).click();
  await page.keyboard.type(" needs time for ");
  await page.getByRole("button", { name: "himself / herself" }).click();

  await expect.poll(() => previewOf(page, "For a girl")).toBe("Keziah tries. She needs time for herself");
  await expect.poll(() => previewOf(page, "For a boy")).toBe("Joshua tries. He needs time for himself");
  await page.getByText("43 of 400").waitFor();
});

test("without script a button shows the preview, and what was typed stays", async () => {
  const page = await openBank("formteacher", { javaScript: false });

  await page.getByRole("textbox", { name: "Phrase" }).fill("{name} needs {his} glasses.");
  await page.getByRole("button", { name: "Show preview" }).click();

  expect(await previewOf(page, "For a girl")).toBe("Keziah needs her glasses.");
  expect(await page.getByRole("textbox", { name: "Phrase" }).inputValue()).toBe(
    "{name} needs {his} glasses.",
  );
});

test("nothing on the bank is in anybody's way on a phone", async () => {
  const page = await openBank("formteacher", { phone: true });

  const list = await violationsOn(page);
  await page
    .getByRole("link", { name: /^Change/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
  const dialog = await violationsOn(page);

  expect([list, dialog]).toEqual([[], []]);
  expect(await sidewaysOf(page)).toBe(0);
});

type Options = { javaScript?: boolean; phone?: boolean; path?: string };

async function openBank(user: string, { path = BANK, ...options }: Options = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

async function addPhrase(page: Page, phrase: string): Promise<void> {
  await page.getByRole("textbox", { name: "Phrase" }).fill(phrase);
  await page.getByRole("button", { name: "Add phrase" }).click();
}

function listed(page: Page, words: string) {
  return page.locator("#content li").filter({ hasText: words });
}

async function previewOf(page: Page, who: string): Promise<string | null> {
  return page.locator("dl div").filter({ hasText: who }).first().locator("dd").textContent();
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
