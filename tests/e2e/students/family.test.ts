import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  violationsOn,
  waitForHydration,
  waitForMessage,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const BOTH = [{ javaScript: true }, { javaScript: false }];
const PHONE = { width: 390, height: 844 };

async function openFamily(studentKey: number, options: Omit<PageOptions, "origin"> = {}) {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/students/${studentKey}?view=family`);
  if (options.javaScript !== false) await waitForHydration(page);
  return { page, dialog: page.getByRole("dialog").first() };
}

/** Opens a section of the family and returns it. */
async function section(dialog: Locator, title: string): Promise<Locator> {
  const found = dialog.locator("details", { has: dialog.page().getByRole("heading", { name: title }) });
  if ((await found.getAttribute("open")) === null) await found.locator("summary").click();
  return found;
}

async function fill(field: Locator, text: string) {
  await field.fill(text);
  await field.press("Tab");
}

/** The foot has this text, hidden on a phone, only while no field is typed in, being saved or waiting. */
function waitUntilFieldsRest(dialog: Locator): Promise<void> {
  return dialog.getByText("Each field is saved when you leave it").waitFor({ state: "attached" });
}

test.each(BOTH)(
  "a contact who is the mother follows her, with a second number of its own, $javaScript",
  async ({ javaScript }) => {
    const { page, dialog } = await openFamily(javaScript ? 61 : 62, { javaScript });
    const mother = await section(dialog, "Mother's Information");
    const contact = await section(dialog, "Emergency Contact");
    const saved = async (edit: () => Promise<void>) => {
      const answered = javaScript ? page.waitForResponse(/\/save$/) : null;
      await edit();
      await answered;
      if (javaScript) return waitUntilFieldsRest(dialog);
      await dialog.getByRole("button", { name: "Update Student" }).click();
      return waitForMessage(page, "Student updated");
    };

    await saved(async () => {
      await fill(mother.getByLabel("Name"), "Annette Baptiste");
      await fill(mother.getByLabel("Phone (Mobile)"), "868-555-0127");
      await contact.getByText("Same as mother", { exact: true }).click();
      if (javaScript) await contact.getByRole("radio", { name: "Same as mother" }).press("Enter");
    });
    const followed = await section(dialog, "Emergency Contact");
    await saved(() => fill(followed.getByLabel("Second Number"), "868-765-4321"));
    const changed = await section(dialog, "Mother's Information");
    await saved(() => fill(changed.getByLabel("Phone (Mobile)"), "5550128"));
    await page.reload();
    const closed = dialog.locator("summary", { hasText: "Emergency Contact" });
    const words = await closed.innerText();
    const open = await (await section(dialog, "Emergency Contact")).innerText();
    const violations = await violationsOn(page);

    expect(words).toContain("Annette Baptiste");
    expect(words).toContain("1868 555 0128");
    expect(open).toContain("These details are the same as the mother’s.");
    expect(await dialog.locator("[name='phone_second.4']").inputValue()).toBe("7654321");
    expect(await dialog.locator("[name='name.4']").count()).toBe(0);
    expect(violations).toEqual([]);
  },
);

test.each([{ javaScript: true }, { javaScript: false, viewport: PHONE }])(
  "a brother's family is copied after a look at it, and taken out again, $javaScript",
  async (options) => {
    const [own, theirs] = options.javaScript ? [63, 64] : [65, 66];
    const number = options.javaScript ? "7770001" : "7770002";
    for (const key of [theirs, own]) {
      const { page, dialog } = await openFamily(key);
      const father = await section(dialog, "Father's Information");
      await fill(father.getByLabel("Name"), "Curtis Sibling");
      await fill(father.getByLabel("Phone (Mobile)"), number);
      await fill(father.getByLabel("Occupation"), key === theirs ? "Electrician" : "");
      await waitUntilFieldsRest(dialog);
      if (key === own) await dialog.getByRole("heading", { name: "Brother or sister" }).waitFor();
      await page.close();
    }

    const { page, dialog } = await openFamily(own, options);
    const sibling = dialog.getByRole("listitem").filter({ hasText: "777 000" });
    await waitForMessage(sibling, /^Same: Curtis Sibling, /);
    await sibling.getByRole("link", { name: /^Copy family details/ }).click();
    const question = page.getByRole("dialog", { name: /^Copy family details from/ });
    await waitForMessage(
      question,
      /are empty in the record of .* and are filled in from .*Nothing that was entered is replaced/,
    );
    await question.getByText("Electrician").waitFor();
    const violations = await violationsOn(page);
    await question.getByRole("button", { name: "Copy details" }).click();
    await waitForMessage(page, /^Family details copied from/);
    await waitForMessage(dialog, /^\d fields? filled in\. Nothing that was entered here was replaced\.$/);
    const copied = await dialog.locator("[name='occupation.1']").inputValue();
    await dialog.getByRole("button", { name: /^Undo/ }).first().click();
    await waitForMessage(page, "The copied family details were removed");

    expect(copied).toBe("Electrician");
    await expect.poll(() => dialog.locator("[name='occupation.1']").inputValue()).toBe("");
    expect(await dialog.locator("[name='name.1']").inputValue()).toBe("Curtis Sibling");
    expect(violations).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
  },
);

test("everybody who opens the record sees a court order, on a phone too", async () => {
  const { page, dialog } = await openFamily(67, { viewport: PHONE });
  const box = dialog.getByLabel(
    "This student has a custody or court order. Everyone who opens the record sees this.",
  );
  if (await box.isChecked()) await box.uncheck();
  await box.check();
  await fill(dialog.getByLabel("Details of the Order"), "Only the mother may collect her.");
  await waitUntilFieldsRest(dialog);

  await page.goto(`${origin}/app/students/67`);
  await dialog.getByText("Custody or court order", { exact: true }).waitFor();
  const violations = await violationsOn(page);
  await dialog.getByRole("link", { name: "See Family Info" }).click();
  const details = await dialog.getByLabel("Details of the Order").inputValue();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  expect(details).toBe("Only the mother may collect her.");
  expect(violations).toEqual([]);
  expect(isWide).toBe(false);
});
