import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const BANK = "/app/comment-bank";

test.each([{ javaScript: true }, { javaScript: false }])(
  "a form teacher keeps, changes and deletes a phrase, $javaScript",
  async ({ javaScript }) => {
    const page = await openBank("formteacher", { javaScript });
    const words = javaScript ? "sings in the choir" : "plays in the band";

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
  },
);

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

test("without script what is wrong stands beside the field, and nothing typed is lost", async () => {
  const page = await openBank("formteacher", { javaScript: false });
  const field = page.getByRole("textbox", { name: "Phrase" });

  await addPhrase(page, "{nane} works well.");
  await page.getByRole("link", { name: /‘{nane}’ has no meaning here/ }).waitFor();
  const unknown = await field.getAttribute("aria-describedby");
  const kept = await field.inputValue();
  await addPhrase(page, "{NAME} explains the steps of a problem clearly.");
  await page.getByRole("link", { name: "You already have this phrase. Enter a different one." }).waitFor();

  expect(unknown).toContain("add-phrase-phrase-error");
  expect(kept).toBe("{nane} works well.");
  expect(await violationsOn(page)).toEqual([]);
});

test("the school's phrases are kept by the principal and read by the teachers", async () => {
  const principal = await openBank("principal", { path: `${BANK}?of=school` });
  await addPhrase(principal, "{name} was elected class captain.");
  await listed(principal, "was elected class captain").waitFor();

  const teacher = await openBank("formteacher", { path: `${BANK}?of=school` });

  expect(await listed(teacher, "was elected class captain").count()).toBe(1);
  expect(await teacher.getByRole("link", { name: /^Change/ }).count()).toBe(0);
  expect(await teacher.getByRole("textbox", { name: "Phrase" }).count()).toBe(0);
});

test("two who change the same phrase: the second is told what it is now", async () => {
  const [mine, theirs] = [
    await openBank("principal", { path: `${BANK}?of=school` }),
    await openBank("Admin", { path: BANK }),
  ];
  for (const page of [mine, theirs]) {
    await listed(page, "has settled in well")
      .getByRole("link", { name: /^Change/ })
      .click();
  }

  await changeTo(theirs, "{name} has settled in well this year.");
  await theirs.getByText("Phrase changed.").waitFor();
  await changeTo(mine, "{name} has settled in nicely.");

  const told = mine.getByRole("dialog").getByRole("link", { name: /This phrase was changed/ });
  await told.waitFor();
  expect(await told.textContent()).toContain("settled in well this year");
  expect(await mine.getByRole("dialog").getByRole("textbox", { name: "Phrase" }).inputValue()).toBe(
    "{name} has settled in nicely.",
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

async function changeTo(page: Page, phrase: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Phrase" }).fill(phrase);
  await dialog.getByRole("button", { name: "Save" }).click();
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
