import { expect, test } from "vitest";
import { newPage, waitForMessage, violationsOn } from "#tests/support/browser/browser.ts";
import { createEmptyDatabase } from "#tests/support/commands.ts";
import { startProduct } from "#tests/support/server.ts";

test("without script, on a phone, the first page makes the school", async () => {
  const databaseUrl = await createEmptyDatabase({ migrated: true });
  const { origin, web } = await startProduct({ databaseUrl, settings: { LOG_LEVEL: "info" } });
  const page = await newPage({ origin, javaScript: false, phone: true });
  await expect.poll(web.output).toContain("with the code");
  const [, code = ""] = /with the code ([0-9a-f-]+)/.exec(web.output()) ?? [];

  await page.goto("/");
  const empty = await violationsOn(page);
  await page.getByLabel("Code").fill("1234");
  await page.getByLabel("Name of the school").fill("Las Cuevas Government Primary");
  await page.getByLabel("Kind of school").selectOption("Primary");
  await page.getByRole("button", { name: "Create the school" }).click();
  await waitForMessage(page, "The school was not created");
  const refused = await violationsOn(page);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Create the school" }).click();
  await waitForMessage(page, "The password is shown only once.");
  const made = await violationsOn(page);
  const password = (await page.locator("[data-password]").textContent())?.trim() ?? "";
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Username").fill("Admin");
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await waitForMessage(page, "Choose a password that only you know.");

  expect([empty, refused, made]).toEqual([[], [], []]);
  expect(await page.getByText("Las Cuevas Government Primary").count()).toBeGreaterThan(0);
});
