import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl, web } = await startProduct();

const FAILED = `insert into pgboss.job (name, data, state, started_on, completed_on, output)
                values ('files.tidy', '{}', 'failed', now(), now(), '{"message": "no room on the disk"}')`;

test("without script, on a phone, work that failed is tried again", async () => {
  await queryDatabase(databaseUrl, FAILED);
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/health");
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.getByText("1 thing needs attention").waitFor();
  await page.getByText("no room on the disk").waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
  await page.getByRole("button", { name: "Try again: Removing unused files" }).click();
  await page.getByText("Trying again: Removing unused files").first().waitFor();

  await page.getByText("No failed jobs.").waitFor();
  await page.getByText("1 job waiting").waitFor();
  expect([await violationsOn(page), await edge()]).toEqual([[], 0]);
});

test("a page that failed is found in the log and under Health by what it says", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "Admin", DEMO_PASSWORD);
  await queryDatabase(databaseUrl, "alter table access_tokens rename to away");

  await page.goto("/app/access-tokens");
  const id = await page.locator("code").innerText();
  await queryDatabase(databaseUrl, "alter table away rename to access_tokens");
  await page.goto("/app/settings/health");

  expect(id).toMatch(/^[0-9a-f]{10}$/);
  await page.getByRole("row", { name: new RegExp(id) }).waitFor();
  await page.getByRole("cell", { name: "GET /app/access-tokens" }).waitFor();
  await expect.poll(web.output).toContain(`"request":"${id}"`);
  expect(await violationsOn(page)).toEqual([]);
});
