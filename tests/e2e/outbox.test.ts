import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { signIn, waitForSessionWatch } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { readUnsentRows } from "#tests/support/browser/unsent.ts";
import { startPortalNetwork } from "#tests/support/browser/portal.ts";
import { startProduct } from "#tests/support/server.ts";
import {
  waitUntilAllSaved,
  enterMark,
  waitForRowState,
  markField,
  openSheet,
  rowsWithField,
  waitForRowAutosave,
} from "#tests/support/browser/sheet-page.ts";

const product = await startProduct();
const { databaseUrl } = product;
const network = await startPortalNetwork(product.origin);
const { origin } = network;

const OWN = { classLabel: "Std 4 R", subject: "Spanish" };
const PORTAL_ANSWERS = [
  { status: 302, headers: { Location: "http://192.0.2.1/sign-in" } },
  { status: 200, body: "<h1>Welcome to this network</h1>" },
  { status: 401, body: "<h1>Sign in to this network</h1>" },
  { status: 511, body: "<h1>Sign in to this network</h1>" },
];

test("marks typed without a connection are sent after the tab was closed, from whichever page is opened", async () => {
  const page = await sheet();
  const url = page.url();
  const [first, second] = await someRows(page);
  await withoutServer(async () => {
    await enterMark(page, first, "61");
    await enterMark(page, second, "62");
    await waitForRowState(page, second, "waiting");
    await page.close();
  });

  const menu = await page.context().newPage();
  await menu.goto("/app");
  await expect.poll(() => storedMarks(url, [first, second])).toEqual(["61", "62"]);
});

test("a tab that dies right after a field was left loses nothing", async () => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  await withoutServer(async () => {
    await enterMark(page, row, "63");
    await isOnDevice(page, { left: true });
    await crash(page);
  });

  const again = await page.context().newPage();
  await again.goto(url);
  await expect.poll(() => storedMarks(url, [row])).toEqual(["63"]);
  await waitUntilAllSaved(again);
  expect(await markField(again, row).inputValue()).toBe("63");
});

test.each([
  ["a crash", crash],
  ["a reload", reload],
])("half a mark under the fingers is there again after %s, and is not sent", async (_what, goes) => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  const [before] = await storedMarks(url, [row]);
  await markField(page, row).fill("7");
  await isOnDevice(page, { left: false });
  await goes(page);

  const again = goes === crash ? await page.context().newPage() : page;
  if (again !== page) await again.goto(url);
  await waitForRowState(again, row, "typing");

  expect(await markField(again, row).inputValue()).toBe("7");
  expect(await storedMarks(url, [row])).toEqual([before]);
});

test("what an earlier page left comes under the cursor, and the next mark takes its place", async () => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  await markField(page, row).fill("71");
  await isOnDevice(page, { left: false });
  await crash(page);
  const again = await page.context().newPage();
  await again.goto(url, { waitUntil: "commit" });
  await markField(again, row).evaluate((field: HTMLInputElement) => {
    field.focus();
    field.select();
  });

  await waitForRowState(again, row, "typing");
  const restored = await markField(again, row).inputValue();
  await again.keyboard.type("46");
  await again.keyboard.press("Enter");

  expect(restored).toBe("71");
  expect(await markField(again, row).inputValue()).toBe("46");
  await expect.poll(() => storedMarks(url, [row])).toEqual(["46"]);
});

test("what waits outlives a sign-out, stays with its teacher and goes out when they are back", async () => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  const [before] = await storedMarks(url, [row]);
  await withoutServer(async () => {
    await enterMark(page, row, "64");
    await waitForRowState(page, row, "waiting");
    await page.context().clearCookies();
    await page.close();
  });
  const other = await page.context().newPage();
  await signIn(other, "formteacher", DEMO_PASSWORD);
  await other.waitForTimeout(500);
  const meanwhile = await storedMarks(url, [row]);
  await other.context().clearCookies();

  await signIn(other, "teacher", DEMO_PASSWORD);

  await expect.poll(() => storedMarks(url, [row])).toEqual(["64"]);
  expect(meanwhile).toEqual([before]);
});

test("a mark that waits while a colleague changes it is not written over theirs", async () => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  await enterMark(page, row, "50");
  await waitUntilAllSaved(page);
  await withoutServer(async () => {
    await enterMark(page, row, "65");
    await waitForRowState(page, row, "waiting");
    await page.close();
    await colleagueGives(url, row, 44);
  });

  const again = await page.context().newPage();
  await again.goto(url);
  await waitForRowState(again, row, "changed");

  expect(await storedMarks(url, [row])).toEqual(["44"]);
  expect(await markField(again, row).inputValue()).toBe("65");
});

test("a network that asks for a sign-in of its own is no sign-out: marks wait, and go when it lets them", async () => {
  const page = await sheet();
  await waitForSessionWatch(page);
  const rows = await rowsWithField(page);
  const typed: string[] = [];

  for (const [place, portalAnswer] of PORTAL_ANSWERS.entries()) {
    const row = rows[place] ?? "";
    const mark = `${31 + place}.5`;
    network.answer(portalAnswer);
    await enterMark(page, row, mark);
    await page.getByText("No connection to the school’s server").first().waitFor();
    expect(
      await page
        .getByText(/signed out|sign in again/i)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    network.answer(null);
    await waitUntilAllSaved(page);
    typed.push(mark);
  }

  expect(await storedMarks(page.url(), rows.slice(0, typed.length))).toEqual(typed);
});

test("a tab leaves to another that is open what is theirs to send", async () => {
  const page = await sheet();
  const url = page.url();
  const [row] = await someRows(page);
  await markField(page, row).fill("8");
  await isOnDevice(page, { left: false });

  const second = await page.context().newPage();
  await second.goto(url);
  await waitForRowAutosave(second);
  await second.waitForTimeout(300);

  expect(await second.locator(`#row-${row}`).getAttribute("data-phase")).not.toBe("typing");
  await page.bringToFront();
  await markField(page, row).fill("88");
  await markField(page, row).press("Enter");
  await expect.poll(() => storedMarks(url, [row])).toEqual(["88"]);
});

function sheet(): Promise<Page> {
  return openSheet({ origin }, { userName: "teacher", lesson: OWN, testTitle: "End of Term" });
}

async function someRows(page: Page): Promise<[string, string]> {
  const [first, second] = await rowsWithField(page);
  if (!first || !second) throw new Error("the sheet has too few fields");
  return [first, second];
}

/** Stops the server meanwhile, and starts it again at the same address. */
async function withoutServer(work: () => Promise<void>): Promise<void> {
  await network.cut();
  try {
    await work();
  } finally {
    await network.mend();
  }
}

/** Waits until what was typed is in the browser's own database, so that the page may be closed. */
async function isOnDevice(page: Page, { left }: { left: boolean }): Promise<void> {
  const isStored = (rows: Awaited<ReturnType<typeof readUnsentRows>>) =>
    rows.some(({ uncommitted }) => (uncommitted.length === 0) === left);
  await expect.poll(() => page.evaluate(readUnsentRows).then(isStored)).toBe(true);
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
}

async function reload(page: Page): Promise<void> {
  page.on("dialog", (input) => void input.accept());
  await page.reload();
}

async function storedMarks(sheetUrl: string, rows: readonly string[]): Promise<(string | undefined)[]> {
  const [, lesson, term, test] = /mark-sheet\/(\d+)\/(\d+)\/(\d)/.exec(sheetUrl) ?? [];
  const found = await queryDatabase<{ student_key: number; mark: string | null }>(
    databaseUrl,
    `select m.student_key, m.mark::float::text as mark
       from marks m join lessons l using (subject_id)
      where l.lesson_id = $1 and m.academic_term_id = $2 and m.test_id = $3 and m.student_key = any($4)`,
    [lesson, term, test, rows],
  );
  const marks = new Map(found.map(({ student_key, mark }) => [String(student_key), mark ?? undefined]));
  return rows.map((row) => marks.get(row));
}

async function colleagueGives(sheetUrl: string, row: string, mark: number): Promise<void> {
  const [, lesson, term, test] = /mark-sheet\/(\d+)\/(\d+)\/(\d)/.exec(sheetUrl) ?? [];
  await queryDatabase(
    databaseUrl,
    `update marks m set mark = $5
       from lessons l
      where l.subject_id = m.subject_id and l.lesson_id = $1 and m.academic_term_id = $2 and m.test_id = $3
        and m.student_key = $4`,
    [lesson, term, test, row, mark],
  );
}
