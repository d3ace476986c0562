import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { expireSessions } from "#tests/support/builders/term-reports.ts";
import { delayRequests } from "#tests/support/browser/intercept.ts";
import { newPage, signIn, violationsOn, waitForSessionWatch } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";
import {
  waitUntilAllSaved,
  enterMark,
  waitForRowState,
  markField,
  openSheet,
  rowsWithField,
  readStoredMark,
} from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

const OWN = { classLabel: "Std 4 R", subject: "Spanish" };

test("a session that ended is opened again over the sheet: what was typed is saved, half a mark stays in hand", async () => {
  const page = await sheet();
  const [first = "", second = ""] = await rowsWithField(page);
  const [before] = [await markField(page, second).inputValue()];
  await expireSessions(databaseUrl, "teacher");
  const letThrough = await delayRequests(page, /\/save$|\/session-state/);
  await enterMark(page, first, otherThan(await markField(page, first).inputValue(), ["21", "22"]));
  await markField(page, second).fill("7");
  letThrough();

  await passwordField(page).waitFor();
  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");
  await page.getByText("Signed in again. 1 mark is being saved.").first().waitFor();
  await waitForRowState(page, first, "saved");

  await page.getByRole("dialog").waitFor({ state: "detached" });
  await waitForRowState(page, second, "typing");
  await expect
    .poll(() => markField(page, second).evaluate((field) => field === document.activeElement))
    .toBe(true);
  expect(await readStoredMark(page, second)).toBe(before);
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);
  expect(await readStoredMark(page, second)).toBe("73");
});

test("without script what was sent after the session had ended is saved by its author, and by nobody else", async () => {
  const page = await sheet({ javaScript: false });
  const [first = "", second = ""] = await rowsWithField(page);
  const marks = [first, second].map((row) => markField(page, row));
  const [before, other] = await Promise.all(marks.map((field) => field.inputValue()));
  await marks[0]?.fill(otherThan(before ?? "", ["23", "24"]));
  await expireSessions(databaseUrl, "teacher");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("What you typed is kept on this page").waitFor();
  expect(await violationsOn(page)).toEqual([]);

  await signInHere(page, "teacher");
  await page.getByText("1 saved").waitFor();
  const saved = await readStoredMark(page, first);
  await marks[1]?.fill("61.37");
  await expireSessions(databaseUrl, "teacher");
  await page.getByRole("button", { name: "Save" }).click();
  await signInHere(page, "formteacher");

  await page.getByText("somebody else filled in this form").waitFor();
  expect(saved).toBe(otherThan(before ?? "", ["23", "24"]));
  expect(await page.content()).not.toContain("61.37");
  await page.goto("/app");
  await expireSessions(databaseUrl, "formteacher");
  const again = await sheet();
  expect(await readStoredMark(again, second)).toBe(other);
});

async function failures() {
  const failed = "select 1 from login_attempts where not succeeded and user_name = 'teacher'";
  return (await queryDatabase(databaseUrl, failed)).length;
}

test("a wrong password is told beside the field; put aside, typing goes on and the way back stays", async () => {
  const page = await sheet();
  const [first = "", second = ""] = await rowsWithField(page);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, first, otherThan(await markField(page, first).inputValue(), ["31", "32"]));
  await passwordField(page).fill("33");
  await passwordField(page).press("Enter");
  await page.getByText("The password is wrong. Try again.").first().waitFor();
  expect(await failures()).toBe(0);
  await passwordField(page).fill("not the password at all");
  await passwordField(page).press("Enter");
  await expect.poll(failures).toBe(1);

  await page.keyboard.press("Escape");
  await enterMark(page, second, otherThan(await markField(page, second).inputValue(), ["33", "34"]));
  await waitForRowState(page, second, "waiting");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await passwordField(page).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByText("Signed in again. 2 marks are being saved.").first().waitFor();
  await waitUntilAllSaved(page);
});

test("without network the sign-in says so and keeps what was given", async () => {
  const page = await sheet();
  const [first = ""] = await rowsWithField(page);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, first, otherThan(await markField(page, first).inputValue(), ["35", "36"]));
  await passwordField(page).fill(DEMO_PASSWORD);
  await page.context().setOffline(true);
  await passwordField(page).press("Enter");
  await page
    .getByText(/the server could not be reached/)
    .first()
    .waitFor();

  await page.context().setOffline(false);
  await passwordField(page).press("Enter");

  await waitUntilAllSaved(page);
});

test("another person's sign-in in the same browser saves nothing in their name", async () => {
  const page = await sheet();
  const [first = ""] = await rowsWithField(page);
  const mark = otherThan(await markField(page, first).inputValue(), ["41", "42"]);
  await signInElsewhere(page, "formteacher");
  await enterMark(page, first, mark);
  await page.getByRole("heading", { name: "Somebody else is signed in here" }).waitFor();
  await waitForRowState(page, first, "waiting");

  await page.getByRole("button", { name: "Sign in as C. Pierre" }).click();
  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");
  await waitUntilAllSaved(page);

  expect(await readStoredMark(page, first)).toBe(mark);
});

test("to the other person's menu: what waits stays on the device for its owner", async () => {
  const page = await sheet();
  const address = page.url();
  const [first = ""] = await rowsWithField(page);
  const mark = otherThan(await markField(page, first).inputValue(), ["43", "44"]);
  await signInElsewhere(page, "formteacher");
  await enterMark(page, first, mark);
  page.on("dialog", (question) => void question.accept());

  await page.getByRole("link", { name: "Go to the Main Menu" }).click();
  await page.getByRole("heading", { level: 1, name: "D. Ramkissoon" }).waitFor();
  expect(await page.getByText(/not yet saved/).count()).toBe(0);
  await signInElsewhere(page, "teacher");
  await page.goto("/app");

  await expect.poll(() => readStoredMark(page, first, address)).toBe(mark);
});

test("a session that ends again right after the sign-in is asked for once more", async () => {
  const page = await sheet();
  const [first = ""] = await rowsWithField(page);
  const mark = otherThan(await markField(page, first).inputValue(), ["47", "48"]);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, first, mark);
  await passwordField(page).waitFor();
  const letThrough = await delayRequests(page, /\/save$/);
  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");
  await page.getByText("Signed in again.").first().waitFor();
  await passwordField(page).waitFor({ state: "detached" });
  await expireSessions(databaseUrl, "teacher");
  letThrough();

  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");
  await waitUntilAllSaved(page);

  expect(await readStoredMark(page, first)).toBe(mark);
});

test("signing in in another tab is enough", async () => {
  const page = await sheet();
  const [first = ""] = await rowsWithField(page);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, first, otherThan(await markField(page, first).inputValue(), ["45", "46"]));
  await passwordField(page).waitFor();

  const tab = await page.context().newPage();
  await signIn(tab, "teacher", DEMO_PASSWORD);

  await waitUntilAllSaved(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a sign-out in one tab is known in the others at once, also on a page without a sheet", async () => {
  const page = await menuPage("principal", "/app/profile");
  const tab = await page.context().newPage();
  await tab.goto("/app");
  await waitForSessionWatch(page);
  await tab.getByRole("link", { name: "Sign Out" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
  await tab.waitForURL((url) => url.pathname === "/");

  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");
  await page.getByText("Signed in again.").first().waitFor();
  await page.reload();

  expect(new URL(page.url()).pathname).toBe("/app/profile");
});

test("five minutes before the end of an hour without use a warning counts down, and is answered by staying", async () => {
  const page = await newPage({ origin });
  await page.clock.install();
  await signIn(page, "clerk", DEMO_PASSWORD);
  await waitForSessionWatch(page);
  await changeSessions("clerk", "last_seen_at = now() - interval '56 minutes'");

  await page.clock.fastForward("55:10");
  await page.getByText("You will be signed out in 4 minutes.").last().waitFor();
  await page.clock.fastForward("01:00");
  await page.getByText("You will be signed out in 3 minutes.").last().waitFor();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await page.getByRole("button", { name: "Stay signed in" }).waitFor({ state: "detached" });

  expect(await secondsUnseen("clerk")).toBeLessThan(30);
});

test("who was away for an hour is asked for the password over the page they left", async () => {
  const page = await newPage({ origin });
  await page.clock.install();
  await signIn(page, "clerk", DEMO_PASSWORD);
  await waitForSessionWatch(page);
  await changeSessions("clerk", "last_seen_at = now() - interval '61 minutes'");

  await page.clock.fastForward("01:01:00");

  await page.getByText("You have been signed out because you were away for an hour.").waitFor();
});

test("the end of the twelve hours is told in time, and a new sign-in goes on from there", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD);
  await changeSessions("clerk", "started_at = now() - interval '11 hours 57 minutes'");
  await page.goto("/app");
  await page.getByText("You will be signed out in 3 minutes.").last().waitFor();

  await page.getByRole("button", { name: "Sign in again" }).click();
  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");

  await page.getByText("Signed in again.").first().waitFor();
  await page.getByRole("button", { name: "Sign in again" }).waitFor({ state: "detached" });
});

test("who must choose a new password first is led there in a new tab", async () => {
  const page = await menuPage("formteacher", "/app");
  await queryDatabase(
    databaseUrl,
    "update accounts set password_reset = true where user_name = 'formteacher'",
    [],
  );
  await expireSessions(databaseUrl, "formteacher");
  await page.evaluate(() => new BroadcastChannel("termbook-session").postMessage({ account: 0, ends: null }));

  await passwordField(page).fill(DEMO_PASSWORD);
  await passwordField(page).press("Enter");

  await page.getByRole("heading", { name: "New password needed" }).waitFor();
  expect(await page.getByRole("link", { name: "Choose a password" }).getAttribute("target")).toBe("_blank");
});

test("on a phone neither the sign-in over the sheet nor its notice has a fault that a machine can see", async () => {
  const page = await sheet({ phone: true });
  const [first = ""] = await rowsWithField(page);
  await expireSessions(databaseUrl, "teacher");
  await enterMark(page, first, otherThan(await markField(page, first).inputValue(), ["51", "52"]));
  await passwordField(page).fill("not the password at all");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("The password is wrong. Try again.").first().waitFor();
  const found = [await violationsOn(page)];
  await page.getByRole("button", { name: "Not now" }).click();
  found.push(await violationsOn(page));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

  expect(found).toEqual([[], []]);
  expect(overflow).toBe(0);
});

function sheet(how: { phone?: boolean; javaScript?: boolean } = {}): Promise<Page> {
  return openSheet({ origin, ...how }, { userName: "teacher", lesson: OWN, testTitle: "End of Term" });
}

async function signInHere(page: Page, userName: string): Promise<void> {
  await page.getByLabel("Username").fill(userName);
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
}

async function menuPage(userName: string, path: string): Promise<Page> {
  const page = await newPage({ origin });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await waitForSessionWatch(page);
  return page;
}

/** Finds the dialog's field; the shell starts to watch the session soon after the page is there. */
function passwordField(page: Page) {
  return page.getByRole("dialog").getByLabel("Password", { exact: true });
}

/** Signs in elsewhere in the same browser, as another person would. */
async function signInElsewhere(page: Page, userName: string): Promise<void> {
  const answer = await page.request.post("/app/sign-in-again", {
    data: { userName, password: DEMO_PASSWORD },
    headers: { Origin: origin },
  });
  expect(answer.status()).toBe(200);
}

function otherThan(value: string, marks: [string, string]): string {
  return value === marks[0] ? marks[1] : marks[0];
}

function changeSessions(userName: string, change: string): Promise<unknown> {
  return queryDatabase(
    databaseUrl,
    `update sessions set ${change} where account_id = (select account_id from accounts where user_name = $1)`,
    [userName],
  );
}

async function secondsUnseen(userName: string): Promise<number> {
  const [found] = await queryDatabase(
    databaseUrl,
    `select extract(epoch from now() - max(last_seen_at))::float8 as seconds
       from sessions where account_id = (select account_id from accounts where user_name = $1)`,
    [userName],
  );
  return Number(found?.seconds);
}
