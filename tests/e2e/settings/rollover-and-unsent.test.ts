import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { newPage, signIn, startSession } from "#tests/support/browser/browser.ts";
import { readLinkAt } from "#tests/support/browser/links.ts";
import {
  enterMark,
  waitForRowState,
  rowsWithField,
  waitForRowAutosave,
} from "#tests/support/browser/sheet-page.ts";
import {
  submitNextTermDates,
  pauseWorker,
  createNextClasses,
  pressStartNewTerm,
  pressUndo,
  resumeWorker,
} from "#tests/support/browser/rollover-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const product = await startProduct({ flavour: "secondary", worker: true });
const { origin, databaseUrl } = product;
const [OLD_TERM, NEW_TERM] = [202520263, 202620271];
const REASON = /The new term is being set up\. Saving has been paused since/;

test("marks typed while the term is turned wait with the reason, and go out to the term they belong to", async () => {
  await createNextClasses(databaseUrl);
  const [admin, one, other] = [await newPage({ origin }), await sheet(), await sheet()];
  await signIn(admin, "Admin", DEMO_PASSWORD);
  const [row = "", another = ""] = await rowsWithField(one);
  await submitNextTermDates(admin);
  await admin.getByText("The numbers add up: every student has a place.").waitFor();
  pauseWorker(product);

  await pressStartNewTerm(admin);
  await admin.getByText("Running since").waitFor();
  await enterMark(one, row, "61");
  await waitForRowState(one, row, "waiting");
  await one.getByText(REASON).first().waitFor();
  resumeWorker(product);
  await admin.getByRole("heading", { name: "The new term has started" }).waitFor();
  await one.evaluate(() => window.dispatchEvent(new Event("focus")));
  await one.locator(`#row-${row}`).getByText("this term is over").first().waitFor();
  const afterRun = await marksOf(row);
  pauseWorker(product);

  await pressUndo(admin);
  await admin.getByRole("heading", { name: "The start of the new term is being undone" }).waitFor();
  await enterMark(other, another, "62");
  await waitForRowState(other, another, "waiting");
  await other.getByText(REASON).first().waitFor();
  resumeWorker(product);
  await admin.getByRole("heading", { name: "The start of the new term was undone" }).waitFor();
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await waitForRowState(other, another, "saved");

  expect(afterRun).not.toContainEqual({ academic_term_id: OLD_TERM, mark: 61 });
  expect(afterRun.filter(({ academic_term_id }) => academic_term_id === NEW_TERM)).toEqual([]);
  expect(await marksOf(another)).toContainEqual({ academic_term_id: OLD_TERM, mark: 62 });
});

test("a mark of a term whose start is undone waits on the device, and is saved when the term starts again", async () => {
  await giveLessonOfNextYear("teacher");
  const admin = await newPage({ origin });
  await signIn(admin, "Admin", DEMO_PASSWORD);
  await startNewTerm(admin);
  const page = await sheet();
  const [row = ""] = await rowsWithField(page);

  await pressUndo(admin);
  await admin.getByRole("heading", { name: "The start of the new term was undone" }).waitFor();
  await enterMark(page, row, "63");
  await waitForRowState(page, row, "waiting");
  await page
    .getByText(/The term of these entries has not started/)
    .first()
    .waitFor();
  await page.goto(PATHS.unsent);
  await page.getByText("What you typed will be saved when the term starts.").first().waitFor();
  await startNewTerm(admin);
  await page.goto(PATHS.unsent);
  await page.getByText("You have nothing waiting on this device.").waitFor();

  expect(await marksOf(row)).toContainEqual({ academic_term_id: NEW_TERM, mark: 63 });
});

async function startNewTerm(admin: Page): Promise<void> {
  await submitNextTermDates(admin);
  await admin.getByText("The numbers add up: every student has a place.").waitFor();
  await pressStartNewTerm(admin);
  await admin.getByRole("heading", { name: "The new term has started" }).waitFor();
}

/** Lets the account's employee teach a subject in a class of the next year. */
function giveLessonOfNextYear(userName: string) {
  return queryDatabase(
    databaseUrl,
    `insert into lessons (employee_id, subject_id, class_id, by_choice)
     select a.employee_id, (select min(l.subject_id) from lessons l where l.employee_id = a.employee_id),
            (select class_id from classes where academic_year_id = 20262027 and label = '2A'), false
       from accounts a
      where a.user_name = $1`,
    [userName],
  );
}

/** Opens the teacher's first sheet, ready for typing. */
async function sheet(): Promise<Page> {
  const page = await newPage({ origin });
  await startSession(page, "teacher", DEMO_PASSWORD);
  const tests = await readLinkAt(page, PATHS.markSheets, /^\d[A-Z]/);
  await page.goto(await readLinkAt(page, tests, /End of Term/));
  await waitForRowAutosave(page);
  return page;
}

function marksOf(row: string) {
  return queryDatabase<{ academic_term_id: number; mark: number | null }>(
    databaseUrl,
    "select academic_term_id, mark::float8 as mark from marks where student_key = $1 and academic_term_id in (202520263, 202620271)",
    [Number(row)],
  );
}
