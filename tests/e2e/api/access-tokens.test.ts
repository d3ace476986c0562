import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script a teacher makes a token on a phone, a script calls with it, and it is revoked", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "teacher", DEMO_PASSWORD, "/app/profile");
  await page.getByRole("link", { name: "Access tokens" }).click();
  await page.getByRole("heading", { level: 1, name: "Access Tokens" }).waitFor();
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("alert").getByText("The token was not created").waitFor();
  const refused = await violationsOn(page);
  await page.getByLabel("Name").fill("marks");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("[data-token]").textContent()) ?? "";
  const made = await violationsOn(page);
  const before = await called(token);
  await page.getByRole("button", { name: "Revoke the token marks" }).click();
  await page.getByText("No tokens yet.").waitFor();

  expect([before, await called(token)]).toEqual([200, 401]);
  expect([refused, made]).toEqual([[], []]);
});

async function called(token: string): Promise<number> {
  const { status } = await fetch(`${origin}/api/current-term`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return status;
}

test("every call is described, and one that reads is tried", async () => {
  const page = await newPage({ origin });
  await signIn(page, "teacher", DEMO_PASSWORD, "/app/api");
  await page.getByRole("heading", { level: 1, name: "API" }).waitFor();
  const list = await violationsOn(page);
  await page.getByRole("link", { name: "GET /api/form-classes-list" }).click();
  await page.getByRole("heading", { level: 1, name: "GET /api/form-classes-list" }).waitFor();
  await page.getByText("academic_year_id").first().waitFor();
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByText(/^200 /).waitFor();

  expect([list, await violationsOn(page)]).toEqual([[], []]);
});
