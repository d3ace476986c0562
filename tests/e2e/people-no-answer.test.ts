import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, waitForMessage } from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const NOT_ANSWERED = "The server did not answer";

test("a tab of a record stays as it was typed when no answer comes, also after a refusal", async () => {
  const page = await open("clerk", "/app/employees/7?view=employment");
  const email = page.getByLabel("Email (MOE)");
  const department = page.getByLabel("Department");
  const update = () => page.getByRole("button", { name: "Update Information" }).first().click();

  await email.fill("nonsense@");
  await update();
  await waitForMessage(page, "Invalid e-mail.");
  await email.fill("z.joseph@moe.example.tt");
  await department.fill("Library");
  await withoutAnswer(page, async () => {
    await update();
    await alertOf(page, "An Error Occured", NOT_ANSWERED).waitFor();
  });
  expect([await email.inputValue(), await department.inputValue()]).toEqual([
    "z.joseph@moe.example.tt",
    "Library",
  ]);
  await update();
  // A message on the page would be under the dialog.
  await page.getByRole("dialog").getByText("Data Saved Succesfully.").waitFor();
  await page.reload();

  expect([await email.inputValue(), await department.inputValue()]).toEqual([
    "z.joseph@moe.example.tt",
    "Library",
  ]);
});

test("what was ticked under Access stays when no answer comes, also after a refusal", async () => {
  const path = "/app/employees/9/access";
  const [page, other] = [await open("Admin", path), await open("Admin", path)];
  const box = (on: Page, name: string) => on.getByRole("checkbox", { name: new RegExp(`^${name}`) });
  const update = (on: Page) => on.getByRole("button", { name: "Update Information" }).click();
  const students = box(other, "Students");
  await students.setChecked(!(await students.isChecked()));
  await update(other);
  await waitForMessage(other, "Data Saved Succesfully.");

  await box(page, "Settings").check();
  await update(page);
  await waitForMessage(page, "This access was changed");
  await withoutAnswer(page, async () => {
    await update(page);
    await alertOf(page, "An Error Occured", NOT_ANSWERED).waitFor();
  });

  expect(await box(page, "Settings").isChecked()).toBe(true);
  await other.reload();
  expect(await box(other, "Settings").isChecked()).toBe(false);
});

test("a reset that came to no answer says so in its dialog, and is done by another try", async () => {
  const page = await open("clerk", "/app/reset-password/11");
  const dialog = page.getByRole("dialog");

  await withoutAnswer(page, async () => {
    await dialog.getByRole("button", { name: "Reset" }).click();
    await alertOf(page, "An error has occured: the server did not answer", NOT_ANSWERED).waitFor();
  });
  await dialog.getByRole("button", { name: "Reset" }).click();

  await page.getByRole("dialog", { name: "Password reset successfully." }).waitFor();
});

async function open(userName: string, path: string): Promise<Page> {
  const page = await newPage({ origin });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await waitForHydration(page);
  return page;
}

/** Cuts off whatever the page posts meanwhile. */
async function withoutAnswer(page: Page, act: () => Promise<void>): Promise<void> {
  const reconnect = await intercept(page, "**/*", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
  );
  await act();
  reconnect();
}

function alertOf(page: Page, title: string, words: string) {
  return page.getByRole("alert").filter({ hasText: title }).filter({ hasText: words });
}
