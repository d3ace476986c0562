import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { newPage, signIn, violationsOn, waitForHydration } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test.each([
  { javaScript: true, phone: false, title: "Court" },
  { javaScript: false, phone: true, title: "Festival" },
])("the office adds, changes and deletes a reason, $javaScript", async ({ title, ...options }) => {
  const page = await newPage({ origin, ...options });
  if (options.javaScript) await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "clerk", DEMO_PASSWORD, PATHS.attendanceReasons);
  if (options.javaScript) await waitForHydration(page);

  await page.getByRole("button", { name: "Add reason" }).click();
  await page.getByRole("link", { name: "Enter the reason." }).waitFor();
  const refused = await violationsOn(page);
  await page.getByLabel("Reason", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Add reason" }).click();
  await page.getByText("Reason added.").waitFor();
  await page.getByRole("link", { name: `Change: ${title}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "The absence is excused" }).check();
  const open = await violationsOn(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: title });
  await row.getByText("Excused", { exact: true }).waitFor();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await row.getByRole("link").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Reason deleted.").waitFor();

  await expect.poll(() => row.count()).toBe(0);
  expect([refused, open, sideways]).toEqual([[], [], 0]);
});
