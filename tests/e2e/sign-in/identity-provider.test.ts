import { expireSessions } from "#tests/support/builders/term-reports.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, violationsOn } from "#tests/support/browser/browser.ts";
import { createDemoDatabase } from "#tests/support/demo.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startIdentityProvider } from "#tests/support/identity-provider/identity-provider.ts";
import { asApplicationRole } from "#tests/support/postgres/postgres-server.ts";
import {
  enterMark,
  waitForRowState,
  markField,
  openSheet,
  rowsWithField,
} from "#tests/support/browser/sheet-page.ts";
import { startWeb, temporaryDirectory } from "#tests/support/server.ts";

const port = await freePort();
const provider = await startIdentityProvider(`http://127.0.0.1:${port}`, { claimsInToken: true });
provider.open();
const databaseUrl = await createDemoDatabase("primary");
// With two processes, another one may receive the provider's response.
const settings = { ...provider.settings, WEB_CONCURRENCY: "2" };
const dataDir = await temporaryDirectory();
const { origin } = await startWeb({ port, databaseUrl: asApplicationRole(databaseUrl), dataDir, settings });

test("without script the provider signs in and out, and the page that was wanted opens", async () => {
  const page = await newPage({ origin, javaScript: false });
  await page.goto("/app/profile");
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole("link", { name: /^Sign in with localhost/ }).click();
  await signInThere(page, "TEACHER");
  await page.waitForURL(`${origin}/app/profile`);
  await page.getByRole("banner").getByRole("link", { name: "Sign Out" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Sign Out/i })
    .click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${origin}/`);

  await page.goto("/app/profile");
  expect(new URL(page.url()).pathname).toBe("/");
  await page.getByRole("link", { name: /^Sign in with localhost/ }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
});

test("who has no account here is told so, and may sign in by a password", async () => {
  const page = await newPage({ origin });
  await page.goto("/");

  await page.getByRole("link", { name: /^Sign in with localhost/ }).click();
  await signInThere(page, "Admin");

  await page.getByText("has no access to Termbook").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.getByLabel("Username").isVisible()).toBe(true);
});

test("over a sheet whose session has ended the provider opens beside it, and what was typed is saved", async () => {
  const page = await openSheet(
    { origin },
    { userName: "teacher", lesson: { classLabel: "Std 4 R", subject: "Spanish" }, testTitle: "End of Term" },
  );
  const [row = ""] = await rowsWithField(page);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, row, (await markField(page, row).inputValue()) === "21" ? "22" : "21");

  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: /^Sign in with localhost.* in a new tab$/ }).click();
  const beside = await opened;
  await signInThere(beside, "teacher");
  await beside.waitForURL(`${origin}/app`);
  await page.bringToFront();
  await waitForRowState(page, row, "saved");

  await page.getByRole("dialog").waitFor({ state: "detached" });
});

/** Signs in on the provider's own pages, which accept any password and ask for consent. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
