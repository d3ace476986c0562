import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signInOnPage,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { delayScripts } from "#tests/support/browser/intercept.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const NEW_PASSWORD = "four wet umbrellas drying";

test.each([{ javaScript: true }, { javaScript: false }])(
  "who is flagged must choose a new password before anything else: %j",
  async (how) => {
    await flag("newteacher");
    const page = await newPage({ origin, ...how });
    await page.goto("/");
    await page.getByLabel("Username").fill("newteacher");
    await page.getByLabel("Username").press("Enter");
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).waitFor();

    await page.goto("/app/mark-sheet");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).waitFor();
    // The page's script comes after the page. Before it, the server checks what was typed.
    if (how.javaScript) await waitForHydration(page);
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();
    await waitForMessage(page, "Enter a new password.");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill("something else entirely");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();
    await waitForMessage(page, "The two passwords are different. Enter the same password twice.");
    expect(sent).toHaveLength(how.javaScript ? 0 : 2);
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();

    await page.getByRole("link", { name: "Sign Out" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/app/mark-sheet");
  },
);

test("without script signing out asks first, then returns to the sign-in by itself", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signInOnPage(page, "teacher", DEMO_PASSWORD);

  await page.getByRole("link", { name: "Sign Out" }).click();
  await page.getByText("Are you sure you want to sign out?").waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Sign Out/i })
    .click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/app/mark-sheet");

  expect(new URL(page.url()).pathname).toBe("/");
});

test("the username is taken without a request; Back, Forward and a reload show the step they left", async () => {
  const page = await newPage({ origin });
  await page.goto("/?next=%2Fapp%2Fprofile");
  await page.waitForLoadState("load");
  const posted = postsOf(page);

  await page.getByLabel("Username").fill("teacher");
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("name"));
  const faults = await violationsOn(page);
  await page.reload();
  await page.getByText("Step 2 of 2").waitFor();
  await page.goBack();
  await page.getByText("Step 1 of 2").waitFor();
  const filledByBrowser = await page.getByLabel("Username").inputValue();
  await page.goForward();
  await page.locator("strong", { hasText: "teacher" }).waitFor();
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByText("Step 1 of 2").waitFor();

  expect(filledByBrowser).toBe("");
  expect(focused).toBe("password");
  expect(faults).toEqual([]);
  expect(posted).toEqual([]);
});

test("LOGIN answers with the page itself, whose reload sends no password; after signing out the name is gone", async () => {
  const page = await newPage({ origin });
  const release = await delayScripts(page);
  const posted = postsOf(page);
  await page.goto("/?next=%2Fapp%2Fprofile");
  await page.getByLabel("Username").fill("teacher");
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("Enter");

  expect((await answer).status()).toBe(200);
  await page.waitForURL(`${origin}/app/profile`, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  release();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL(/\/app/);
  expect(posted).toHaveLength(1);

  await page.context().clearCookies();
  await page.goto("/app/profile");
  await page.goBack();
  await page.getByLabel("Username").waitFor();
  expect(await page.getByLabel("Username").inputValue()).toBe("");
});

test("a wrong password before the scripts is told on the page, and the right one opens the menu", async () => {
  const page = await newPage({ origin });
  const release = await delayScripts(page);
  await page.goto("/");
  await page.getByLabel("Username").fill("teacher");
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");

  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");

  await page.waitForURL(`${origin}/app`, { waitUntil: "commit" });
  await page.getByText("Welcome", { exact: true }).waitFor();
  release();
});

/** Collects the addresses to which the browser sends forms. */
function postsOf(page: Page): string[] {
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest()) posted.push(request.url());
  });
  return posted;
}

test("without script another session is ended from the profile", async () => {
  const elsewhere = await newPage({ origin });
  await signInOnPage(elsewhere, "principal", DEMO_PASSWORD);
  const page = await newPage({ origin, javaScript: false });
  await signInOnPage(page, "principal", DEMO_PASSWORD);
  await page.goto("/app/profile");
  const before = await page.getByRole("button", { name: /^Sign out on/ }).count();

  await page
    .getByRole("button", { name: /^Sign out on/ })
    .first()
    .click();

  await expect.poll(() => page.getByRole("button", { name: /^Sign out on/ }).count()).toBe(before - 1);
});

test("on a phone no page of sign-in, menu and profile has a fault a machine can see", async () => {
  const page = await newPage({ origin, phone: true });
  await page.goto("/");
  const found = [await violationsOn(page)];
  await signInOnPage(page, "teacher", DEMO_PASSWORD);
  found.push(await violationsOn(page));
  for (const path of ["/app/profile", "/app/sign-out", "/app/nowhere"]) {
    await page.goto(path);
    found.push(await violationsOn(page));
  }

  expect(found).toEqual([[], [], [], [], []]);
});

function flag(userName: string): Promise<unknown> {
  return queryDatabase(
    databaseUrl,
    `update accounts set password_hash = other.password_hash, password_reset = true
       from accounts other
      where accounts.user_name = $1 and other.user_name = 'teacher'`,
    [userName],
  );
}
