import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, a subject is added, corrected and deleted", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  const title = "Chess";
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  const row = page.getByRole("row", { name: new RegExp(title) });
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.getByRole("link", { name: /Add \/ Edit Subjects/ }).click();
  await page.getByRole("link", { name: "Add Subject" }).click();
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Abbreviation: Field cannot be blank" }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe(title);
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await page.getByLabel("Abbreviation").fill("Abbr");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Subject Saved").first().waitFor();

  await row.getByRole("link", { name: `Edit ${title}` }).click();
  await page.getByLabel("Abbreviation").fill("Other");
  await page.keyboard.press("Enter");
  await row.getByText("Other").waitFor();

  await row.getByRole("link", { name: `Edit ${title}` }).click();
  await page.getByRole("link", { name: `Delete ${title}` }).click();
  await page.getByText(`${title} is not used anywhere, so it will be deleted permanently.`).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${title} deleted`).first().waitFor();
  await row.waitFor({ state: "detached" });
});

test("a subject that is taught is retired, and brought back", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/subjects");

  await page.getByRole("link", { name: "Delete Mathematics" }).click();
  await page.getByText("Mathematics is in use, so it will be retired").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Mathematics deleted").first().waitFor();
  await page.getByRole("link", { name: /Retired/ }).click();
  await page.getByRole("button", { name: "Bring back Mathematics" }).click();
  await page.getByText("Mathematics brought back").first().waitFor();
  await page.goto("/app/settings/subjects");

  await page.getByRole("link", { name: "Edit Mathematics" }).waitFor();
});
