import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";
import { pagesOf } from "#tests/templates/pdf-reader.ts";

const { origin, databaseUrl, worker } = await startProduct({ worker: true });

/** Two classes of the demo school's second term, whose reports are finished. */
const LEVEL = `${PATHS.newBatch}?kind=report-card&term=202520262&level=6`;
const WORKED_MS = 90_000;

test("cards of a level are made while the page looks on, and come as one PDF", async () => {
  const page = await opened(LEVEL);
  expect(await violationsOn(page)).toEqual([]);

  const download = (await made(page)).getByRole("link", { name: /^Download PDF, / });

  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const [, ...cards] = pagesOf(await readFile(await file.path()));
  expect(file.suggestedFilename()).toBe("Report Cards, Standard 4, 2025-2026, Term 2.pdf");
  expect(`${cards.length} cards`).toBe(await cardsOf(page));
  expect(await violationsOn(page)).toEqual([]);
});

test("what changed since is named, and made again alone", async () => {
  const page = await opened(LEVEL);
  const batch = await made(page);
  const before = await cardsOf(page);
  const [student] = await queryDatabase<{ name: string }>(databaseUrl, CHANGED);

  await page.reload();
  await batch.getByText("Out of date: 1 card has changed since it was made").waitFor();
  await batch.getByRole("link", { name: student?.name ?? "" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await batch.getByRole("button", { name: "Make 1 class again" }).click();

  await batch.getByText("Out of date").waitFor({ state: "detached" });
  await batch.getByRole("link", { name: /^Download PDF, / }).waitFor({ timeout: WORKED_MS });
  expect(await cardsOf(page)).toBe(before);
});

test("without script, on a phone, a run has only the complete cards of the chosen class", async () => {
  const page = await opened(LEVEL, { javaScript: false, phone: true });
  await page
    .getByLabel("Report cards", { exact: true })
    .selectOption({ label: "Complete report cards only" });
  await page.getByText("Choose classes").click();
  await page.getByRole("checkbox", { name: "Std 4 R" }).uncheck();
  const choices = await violationsOn(page);

  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL((url) => url.pathname === PATHS.batches);

  const title = "Report Cards, Standard 4, 1 class, only complete ones";
  const batch = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .first();
  await batch.getByRole("link", { name: /^Download PDF, / }).waitFor({ timeout: WORKED_MS });
  await batch.getByText("By class", { exact: true }).click();
  await batch.getByRole("link", { name: "Std 4 C" }).waitFor();
  expect(await batch.getByText("Std 4 R").count()).toBe(0);
  expect([choices, await violationsOn(page)]).toEqual([[], []]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a batch is cancelled at once, with and without script", async () => {
  await worker?.stop();
  for (const javaScript of [true, false]) {
    const page = await opened(`${PATHS.newBatch}?kind=mark-sheet&term=202520263&sheet=2`, { javaScript });
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();

    await page
      .getByText(/of 14 sheets for 2025-2026, Term 3 · cancelled/)
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  }
});

async function made(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL((url) => url.pathname === PATHS.batches);
  // The address changes a moment before the page: until then the list shows the earlier batches.
  await page.getByRole("button", { name: "Start" }).waitFor({ state: "detached" });
  // Running batches come first, followed by those that have just ended.
  const batch = page.locator("section", { hasText: "Report Cards, Standard 4" }).first();
  await batch.getByRole("link", { name: /^Download PDF, / }).waitFor({ timeout: WORKED_MS });
  return batch;
}

async function opened(path: string, { javaScript = true, phone = false } = {}): Promise<Page> {
  const page = await newPage({ origin, javaScript, phone });
  await signIn(page, "Admin", DEMO_PASSWORD, path);
  if (javaScript) await waitForHydration(page);
  return page;
}

/** Reads the number as the page shows it: `57 cards`. */
async function cardsOf(page: Page): Promise<string> {
  const words = await page
    .getByText(/^[\d,]+ cards for 2025-2026, Term 2/)
    .first()
    .textContent();
  return (words ?? "").split(" for ")[0] ?? "";
}

/** Changes a comment. */
const CHANGED = `
  with actor as materialized (select set_config('app.actor', 'test', true)),
  chosen as (
    select d.term_record_id, s.last_name || ', ' || s.first_name as name
      from actor
     cross join term_records d
      join students s on s.id = d.student_key
      join registrations r on r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
      join classes c using (class_id)
      join form_classes f using (form_class_id)
     where d.academic_term_id = 202520262 and f.form_level = 6 and r.academic_year_id = 20252026
     order by d.term_record_id
     limit 1
  )
  update term_records d
     set teacher_comment = 'Another comment, of ' || clock_timestamp() || '.'
    from chosen c
   where c.term_record_id = d.term_record_id
  returning c.name`;
