import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, an admin finds from the menu who was refused", async () => {
  await refusedOnce();
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD);

  await page.getByRole("link", { name: /Security Events/ }).click();
  await page.getByRole("heading", { level: 1, name: "Security Events" }).waitFor();
  const everything = await violationsOn(page);
  await page.getByLabel("Event", { exact: true }).selectOption({ label: "Password rejected" });
  await page.getByLabel("Name, username or address").fill("clerk");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/kind=password-refused&search=clerk/);
  const names = () => page.getByRole("rowheader").allTextContents();
  await expect.poll(async () => new Set(await names())).toEqual(new Set(["Password rejected"]));
  await page.getByLabel("Name, username or address").fill("nobody at all");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("No Data Available").waitFor();
  const nothing = await violationsOn(page);

  expect([everything, nothing]).toEqual([[], []]);
  expect(await sidewaysOf(page)).toBe(0);
});

async function refusedOnce(): Promise<void> {
  const fields = { intent: "password", userName: "clerk", password: "not the password at all" };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${origin}/?index`, { method: "POST", headers: { Origin: origin }, body });
  expect(answer.status).toBe(422);
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
