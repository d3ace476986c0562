import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { delayScripts } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, classes are posted, and one is taken back", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  const [one, other] = ["Std 3 B", "Std 3 G"];
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  const row = (label: string) => page.getByRole("row", { name: new RegExp(label) });
  const box = (label: string) => page.getByRole("checkbox", { name: `Select ${label}` });

  await page.getByRole("link", { name: /Post Reports/ }).click();
  await row(one).getByText("Not posted").waitFor();
  await box(one).check();
  await box(other).check();
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
  const release = await delayScripts(page);
  const box = (label: string) => page.getByRole("checkbox", { name: `Select ${label}` });

  await page.goto("/app/settings/post-reports", { waitUntil: "commit" });
  await box("Std 4 R").check();
  release();
  await page.getByText("1 class selected").waitFor();
  await box("Std 4 C").check();

  await page.getByText("2 classes selected").waitFor();
  expect([await box("Std 4 R").isChecked(), await box("Std 4 C").isChecked()]).toEqual([true, true]);
});
