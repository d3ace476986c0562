import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { delayRequests } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test.each([
  { javaScript: true, phone: false, one: "Std 1 D", other: "Std 2 T" },
  { javaScript: false, phone: true, one: "Std 3 B", other: "Std 3 G" },
])("classes are posted, and one is taken back: %j", async ({ one, other, ...look }) => {
  const page = await newPage({ origin, ...look });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  if (look.javaScript) await waitForHydration(page);
  const row = (label: string) => page.getByRole("row", { name: new RegExp(label) });
  const box = (label: string) => page.getByRole("checkbox", { name: `Select ${label}` });

  await page.getByRole("link", { name: /Post Reports/ }).click();
  await row(one).getByText("Not posted").waitFor();
  await box(one).check();
  await box(other).check();
  if (look.javaScript) await page.getByText("2 classes selected").waitFor();
  await page
    .getByText(/not complete/)
    .last()
    .waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: "Post Selected", exact: true }).click();
  await page.getByText("2 classes posted").first().waitFor();
  await row(one).getByText(/\d{4}/).waitFor();

  await box(one).check();
  await page.getByRole("button", { name: "Unpost Selected" }).click();
  await page.getByText("1 class unposted").first().waitFor();
  await row(one).getByText("Not posted").waitFor();
  await row(other).getByText(/\d{4}/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

test("what is ticked before script comes is posted with what is ticked after it", async () => {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD);
  const release = await delayRequests(page, /\/assets\/.*\.js$/);
  const box = (label: string) => page.getByRole("checkbox", { name: `Select ${label}` });

  await page.goto("/app/settings/post-reports", { waitUntil: "commit" });
  await box("Std 4 R").check();
  release();
  await page.getByText("1 class selected").waitFor();
  await box("Std 4 C").check();

  await page.getByText("2 classes selected").waitFor();
  expect([await box("Std 4 R").isChecked(), await box("Std 4 C").isChecked()]).toEqual([true, true]);
});
