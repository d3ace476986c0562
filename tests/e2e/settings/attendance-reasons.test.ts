import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { newPage, signIn, violationsOn, waitForHydration } from "#tests/support/browser/browser.ts";
import { delayRequests } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, the office adds, changes and deletes a reason", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  const title = "Festival";
  await signIn(page, "clerk", DEMO_PASSWORD, PATHS.attendanceReasons);

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

test("a session that ends before its monitor has loaded opens the sign-in once it has", async () => {
  const page = await newPage({ origin });
  const release = await delayRequests(page, /\/session-monitor-/);
  await signIn(page, "clerk", DEMO_PASSWORD, PATHS.attendanceReasons);
  await waitForHydration(page);
  await page.getByLabel("Reason", { exact: true }).fill("Jury duty");
  await page.context().clearCookies();

  await page.getByRole("button", { name: "Add reason" }).click();
  await page.getByText("The reason was not added").waitFor();
  release();

  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  expect(await page.getByLabel("Reason", { exact: true }).inputValue()).toBe("Jury duty");
});
