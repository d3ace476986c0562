import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct({ worker: true });
const HEAD = "Employee ID,User Name,First Name,Last Name,Department";

async function sent(page: Page, lines: readonly string[]): Promise<void> {
  const file = { name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
  await page.getByLabel("Spreadsheet").setInputFiles([file]);
  await page.getByRole("button", { name: "Check file" }).click();
}

async function accounts(userNames: readonly string[]): Promise<number> {
  const sql = "select 1 from accounts where user_name = any ($1)";
  return (await queryDatabase(databaseUrl, sql, [userNames])).length;
}

test("on a phone without script colleagues are imported from the list of employees", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/employees");

  await page.getByRole("link", { name: "Import", exact: true }).click();
  await sent(page, [HEAD, ",,Yohan,Quashie,"]);
  await waitForMessage(page, "Username y.quashie");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 employee" }).click();

  await waitForMessage(page, "1 employee imported: 1 created, 0 changed.");
  expect(await accounts(["y.quashie"])).toBe(1);
});
