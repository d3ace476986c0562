import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, shown } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct({ flavour: "secondary" });

test.each([
  { javaScript: true, whose: "teacher" },
  { javaScript: false, whose: "principal" },
])("the office makes a form dean, and of other form classes, $javaScript", async (given) => {
  const { page, dialog, summary } = await openDeans(given);
  const [one, two] = ["1A", "5B"].map((name) => dialog.getByRole("checkbox", { name, exact: true }));

  await one?.check();
  await two?.check();
  if (given.javaScript) await shown(summary, "Not saved yet");
  await dialog.getByRole("button", { name: "Save form dean" }).dblclick({ noWaitAfter: true });
  await summary.filter({ hasText: "1A, 5B" }).waitFor();
  await summary.getByText("Saved", { exact: true }).waitFor();
  if (!given.javaScript) await summary.click();
  await two?.uncheck();
  await dialog.getByRole("button", { name: "Save form dean" }).click();
  await summary.filter({ hasText: /^(?!.*5B).*1A/ }).waitFor();

  expect(await page.getByRole("dialog", { name: "409 Conflict" }).count()).toBe(0);
});

test("form classes that a colleague changed meanwhile are told, and then changed", async () => {
  const [one, other] = [await openDeans({ whose: "newteacher" }), await openDeans({ whose: "newteacher" })];
  await one.dialog.getByRole("checkbox", { name: "2A", exact: true }).check();
  await one.dialog.getByRole("button", { name: "Save form dean" }).click();
  await one.summary.filter({ hasText: "2A" }).waitFor();
  await other.dialog.getByRole("checkbox", { name: "2B", exact: true }).check();
  const save = other.dialog.getByRole("button", { name: "Save form dean" });

  await save.click();
  await acknowledge(other.page, "409 Conflict", "Somebody changed this in the meantime.");
  await other.dialog.locator("footer").getByText("Error Occured").waitFor();
  await save.click();

  await other.summary.getByText("Saved", { exact: true }).waitFor();
  expect(await other.summary.textContent()).toContain("2B");
});

test("what came to no answer is not shown as saved", async () => {
  const { page, dialog, summary } = await openDeans({ whose: "formteacher" });
  const box = dialog.getByRole("checkbox", { name: "3A", exact: true });
  await box.check();
  await page.context().setOffline(true);

  await dialog.getByRole("button", { name: "Save form dean" }).click();
  await acknowledge(page, "No answer came", "It may not be saved");
  await shown(summary, "Error Occured");

  expect(await box.isChecked()).toBe(true);
});

test.each([{ phone: false }, { phone: true }])("nothing is in anybody's way, $phone", async ({ phone }) => {
  const { page } = await openDeans({ whose: "dean", phone });

  expect(await violationsOn(page)).toEqual([]);
});

type Opening = { whose: string; javaScript?: boolean; phone?: boolean };

/** The form classes are open. */
async function openDeans({ whose, ...options }: Opening) {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/employees?search=${whose}`);
  const line = page.locator("tr").filter({ has: page.locator("td", { hasText: new RegExp(`^${whose}$`) }) });
  await line.getByRole("link", { name: /^Timetable/ }).click();
  const dialog: Locator = page.getByRole("dialog").filter({ hasText: "Timetable, 20" });
  const summary = dialog.locator("#form-dean summary");
  await summary.click();
  await dialog.getByRole("button", { name: "Save form dean" }).waitFor();
  return { page, dialog, summary };
}

async function acknowledge(page: Page, title: string, words: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: title });
  await modal.getByText(words).waitFor();
  await modal.getByRole("button", { name: "OK" }).click();
  await modal.waitFor({ state: "detached" });
}
