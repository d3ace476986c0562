import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import {
  newPage,
  signIn,
  violationsOn,
  type PageOptions,
  waitForPrefetchedModule,
} from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";
import {
  enterMark,
  waitForRowState,
  markField,
  openSheet,
  rowsWithField,
  readStoredMark,
} from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

const OWN = { classLabel: "Std 4 R", subject: "Spanish" };

test("what waits is told on every other page, listed by name, and gone when it is saved", async () => {
  const page = await sheet();
  const address = page.url();
  const { row, reconnect } = await marksOffline(page, 2);
  const name = await nameOf(page, row);
  expect(await page.getByText(/not yet saved on this device/).count()).toBe(0);
  closeWithoutAsking(page);
  await page.goto("/app");
  await page.getByRole("link", { name: "2 not yet saved on this device: see them" }).click();
  await page.getByRole("heading", { level: 1, name: "Not yet saved" }).waitFor();
  await page.getByRole("heading", { name: "Spanish, Std 4 R" }).waitFor();
  await page.getByText(name, { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Open page" }).getAttribute("href")).toBe(
    new URL(address).pathname,
  );

  reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByText("You have nothing waiting on this device.").waitFor();

  expect(await readStoredMark(page, row, address)).toBe(typedMark(row));
});

test("without network the sheet stays, and what waits is listed with its values and nobody's name", async () => {
  const page = await sheet();
  const address = page.url();
  const reconnect = await intercept(page.context(), "**/save");
  closeWithoutAsking(page);
  const [row] = await enterOther(page, 1);
  await waitForRowState(page, row, "waiting");
  await page.goto("/app/mark-sheet");
  await page.getByRole("link", { name: /1 not yet saved/ }).waitFor();
  await waitForPrefetchedModule(page, "unsent");
  await waitForPrefetchedModule(page, "session-monitor");
  await page.context().setOffline(true);

  await page.getByRole("link", { name: "Main Menu" }).click();
  await page.getByText(/You are still on this page/).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app/mark-sheet");
  await page.getByRole("link", { name: /1 not yet saved/ }).click();
  await page.getByText("Name not available without a connection").waitFor();
  await page
    .getByText(`Mark ${typedMark(row)}`)
    .first()
    .waitFor();
  reconnect();
  await page.context().setOffline(false);

  await expect.poll(() => readStoredMark(page, row, address)).toBe(typedMark(row));
});

test("a class that was taken away: what was typed is refused, listed with the reason, and discarded by its teacher", async () => {
  const page = await sheet();
  const { row, reconnect } = await marksOffline(page, 1);
  const name = await nameOf(page, row);
  const lesson = lessonOf(page);
  const owner = await giveLessonTo(lesson, "formteacher");

  closeWithoutAsking(page);
  reconnect();
  await page.goto("/app/unsent");
  await page.getByText(/Not saved: .*mark sheet/).waitFor();
  await page.getByText(/You can no longer change this page/).waitFor();
  await page.getByText(name, { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Open page" }).count()).toBe(0);
  await page.getByRole("button", { name: /^Discard/ }).click();
  await page.getByText(/This is the only copy/).waitFor();
  const found = await violationsOn(page);
  await page.getByRole("group").getByRole("button", { name: "Discard" }).click();
  await page.getByText("You have nothing waiting on this device.").waitFor();
  await page.reload();
  await page.getByText("You have nothing waiting on this device.").waitFor();

  await queryDatabase(databaseUrl, "update lessons set employee_id = $1 where lesson_id = $2", [
    owner,
    lesson,
  ]);
  expect(found).toEqual([]);
});

test("what was refused is tried again when the reason is gone", async () => {
  const page = await sheet();
  const address = page.url();
  const { row, reconnect } = await marksOffline(page, 1);
  const lesson = lessonOf(page);
  const owner = await giveLessonTo(lesson, "formteacher");
  closeWithoutAsking(page);
  reconnect();
  await page.goto("/app/unsent");
  await page.getByText(/^Not saved: /).waitFor();
  await queryDatabase(databaseUrl, "update lessons set employee_id = $1 where lesson_id = $2", [
    owner,
    lesson,
  ]);

  await page.getByRole("button", { name: /^Try again/ }).click();
  await page.getByText("You have nothing waiting on this device.").waitFor();

  expect(await readStoredMark(page, row, address)).toBe(typedMark(row));
});

test("signing out names what is unsent, Cancel stays on the sheet, and it is sent after the next sign-in", async () => {
  const page = await sheet();
  const address = page.url();
  await waitForPrefetchedModule(page, "sign-out-question");
  const { row, reconnect } = await marksOffline(page, 2);
  await page.getByRole("link", { name: "Sign Out" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 marks on Spanish, Std 4 R are not saved yet.").waitFor();
  await page.waitForURL(/\/app\/sign-out\?next=/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await waitForRowState(page, row, "waiting");
  await page.waitForURL(address);

  const requests: string[] = [];
  page.on("dialog", (question) => {
    requests.push(question.type());
    void question.accept();
  });
  await page.getByRole("link", { name: "Sign Out" }).click();
  await dialog.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(requests).toEqual([]);
  reconnect();
  await signIn(page, "teacher", DEMO_PASSWORD);

  await expect.poll(() => readStoredMark(page, row, address)).toBe(typedMark(row));
});

test("without script the question leads back to the page it was asked from, and the list says that nothing waits", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "teacher", DEMO_PASSWORD, "/app/profile");
  await page.getByRole("banner").getByRole("link", { name: "Sign Out" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  expect(new URL(page.url()).pathname).toBe("/app/profile");

  await page.goto("/app/unsent");

  await page.getByText(/no entries can wait/).waitFor();
});

test("on a phone the list has no fault that a machine can see, empty or not", async () => {
  const page = await sheet({ phone: true });
  const { reconnect } = await marksOffline(page, 3);
  closeWithoutAsking(page);
  await page.goto("/app/unsent");
  await page.getByRole("heading", { name: "Spanish, Std 4 R" }).waitFor();
  const found = [await violationsOn(page)];
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByText("You have nothing waiting on this device.").waitFor();
  found.push(await violationsOn(page));

  expect(found).toEqual([[], []]);
  expect(overflow).toBe(0);
});

const typed = new Map<string, string>();

function sheet(how: Omit<PageOptions, "origin"> = {}): Promise<Page> {
  return openSheet({ origin, ...how }, { userName: "teacher", lesson: OWN, testTitle: "End of Term" });
}

/** Makes saving fail while everything else answers: rows wait until `reconnect`. */
async function marksOffline(page: Page, count: number): Promise<{ row: string; reconnect: () => void }> {
  const reconnect = await intercept(page.context(), "**/save");
  const [row] = await enterOther(page, count);
  await waitForRowState(page, row, "waiting");
  return { row, reconnect };
}

/** Enters marks that do not exist yet. */
async function enterOther(page: Page, count: number): Promise<[string, ...string[]]> {
  const [first = "", ...others] = (await rowsWithField(page)).slice(0, count);
  for (const row of [first, ...others]) {
    const mark = (await markField(page, row).inputValue()) === "57" ? "58" : "57";
    typed.set(row, mark);
    await enterMark(page, row, mark);
  }
  return [first, ...others];
}

/** A page with unsent rows asks before it is closed. */
function closeWithoutAsking(page: Page): void {
  page.on("dialog", (question) => void question.accept());
}

function typedMark(row: string): string | undefined {
  return typed.get(row);
}

async function nameOf(page: Page, row: string): Promise<string> {
  return (await page.locator(`#row-${row} .name`).innerText()).split("\n")[0] ?? "";
}

function lessonOf(page: Page): number {
  return Number(new URL(page.url()).pathname.split("/")[3]);
}

/** Returns the lesson's previous teacher. */
async function giveLessonTo(lesson: number, userName: string): Promise<unknown> {
  const [before] = await queryDatabase(databaseUrl, "select employee_id from lessons where lesson_id = $1", [
    lesson,
  ]);
  await queryDatabase(
    databaseUrl,
    "update lessons set employee_id = (select employee_id from accounts where user_name = $1) where lesson_id = $2",
    [userName, lesson],
  );
  return before?.employee_id;
}
