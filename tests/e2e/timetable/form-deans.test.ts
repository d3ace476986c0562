import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, waitForMessage } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct({ flavour: "secondary" });

test("the office makes a form dean: each class is saved as it is ticked, and the foot says so", async () => {
  const { page, dialog, summary } = await openDeans({ whose: "teacher" });
  const [one, two] = [box(dialog, "1A"), box(dialog, "5B")];

  await one.check();
  await two.check();
  await summary.filter({ hasText: "1A, 5B" }).waitFor();
  await summary.getByText("Saved", { exact: true }).waitFor();
  await two.uncheck();
  await summary.filter({ hasText: /^(?!.*5B).*1A/ }).waitFor();
  await dialog.locator("footer").getByText("Saved", { exact: true }).waitFor();
  await dialog.getByRole("link", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("without script form deans are one form, pressed twice too", async () => {
  const { page, dialog, summary } = await openDeans({ whose: "principal", javaScript: false });

  await box(dialog, "1A").check();
  await box(dialog, "5B").check();
  await dialog.getByRole("button", { name: "Save form dean" }).dblclick({ noWaitAfter: true });
  await summary.filter({ hasText: "1A, 5B" }).waitFor();
  await summary.click();
  await box(dialog, "5B").uncheck();
  await dialog.getByRole("button", { name: "Save form dean" }).click();
  await summary.filter({ hasText: /^(?!.*5B).*1A/ }).waitFor();

  expect(await page.getByRole("dialog", { name: /409 Conflict/ }).count()).toBe(0);
});

test("two who tick for one dean at the same time take nothing from each other", async () => {
  const [one, other] = [await openDeans({ whose: "newteacher" }), await openDeans({ whose: "newteacher" })];
  await box(one.dialog, "2A").check();
  await one.summary.filter({ hasText: "2A" }).waitFor();

  await box(other.dialog, "2B").check();

  await other.summary.filter({ hasText: "2A, 2B" }).waitFor();
  await expect.poll(() => box(other.dialog, "2A").isChecked()).toBe(true);
});

test("what came to no answer is not shown as saved, and is asked about before the dialog is left", async () => {
  const { page, dialog, summary } = await openDeans({ whose: "formteacher" });
  await page.context().setOffline(true);

  await box(dialog, "3A").check();
  await acknowledge(
    page,
    "The server did not answer",
    "The server did not answer, so your change may not be saved",
  );
  await waitForMessage(summary, "Error Occured");
  await dialog.locator("footer").getByText("Error Occured").waitFor();
  await dialog.getByRole("link", { name: "Close" }).click();
  await page.getByRole("dialog", { name: "Save your changes?" }).getByText("Form Dean").waitFor();

  expect(await box(dialog, "3A").isChecked()).toBe(true);
});

test("nothing is said to be saved of an empty timetable, nor while a class is asked about", async () => {
  const { page, dialog } = await openDeans({ whose: "dean" });
  const foot = dialog.locator("footer");
  const teacherClass = dialog.getByRole("combobox", { name: "Teacher Class" });
  const classForm = dialog
    .locator("form")
    .filter({ has: page.getByRole("combobox", { name: "Teacher Class" }) });

  await teacherClass.click();
  await page.getByRole("option").filter({ hasText: "Form teacher" }).first().click();
  await dialog.getByText("Co-teacher").waitFor();
  await classForm.getByText("Saved", { exact: true }).waitFor();
  await dialog.locator("label").filter({ hasText: "Form teacher" }).click();
  await classForm.getByText("Not saved yet").waitFor();
  await foot.getByText("Not saved yet").waitFor();
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Save your changes?" });
  await question.getByText("Teacher Class").waitFor();

  expect(await foot.getByText("Saved", { exact: true }).count()).toBe(0);
});

test("on a phone nothing is in anybody's way", async () => {
  const { page } = await openDeans({ whose: "dean", phone: true });

  expect(await violationsOn(page)).toEqual([]);
});

type Opening = { whose: string; javaScript?: boolean; phone?: boolean };

/** Opens the form classes. */
async function openDeans({ whose, ...options }: Opening) {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/employees?search=${whose}`);
  const line = page.locator("tr").filter({ has: page.locator("td", { hasText: new RegExp(`^${whose}$`) }) });
  await line.getByRole("link", { name: /^Timetable/ }).click();
  const dialog: Locator = page.getByRole("dialog").filter({ hasText: "Timetable, 20" });
  const summary = dialog.locator("#form-dean summary");
  await summary.click();
  await box(dialog, "1A").waitFor();
  return { page, dialog, summary };
}

function box(dialog: Locator, formClass: string): Locator {
  return dialog.getByRole("checkbox", { name: formClass, exact: true });
}

async function acknowledge(page: Page, title: string, words: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: title });
  await modal.getByText(words).waitFor();
  await modal.getByRole("button", { name: "OK" }).click();
  await modal.waitFor({ state: "detached" });
}
