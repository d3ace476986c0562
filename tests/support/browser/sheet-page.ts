import type { Locator, Page } from "playwright-core";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { PATHS } from "#domain/paths.ts";
import { DEMO_PASSWORD } from "../demo.ts";
import { newPage, nextFrames, startSession, type PageOptions } from "./browser.ts";
import { readLinkAt } from "./links.ts";

export type Lesson = { classLabel: string; subject: string };

const found = new Map<string, string>();

export async function openSheet(
  how: PageOptions,
  { userName, lesson, testTitle }: { userName: string; lesson: Lesson; testTitle: string },
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Page> {
  const page = await newPage(how);
  await prepare(page);
  await startSession(page, userName, DEMO_PASSWORD);
  const input = JSON.stringify([how.origin, userName, lesson, testTitle]);
  const address = found.get(input) ?? (await findSheetAddress(page, lesson, testTitle));
  found.set(input, address);
  await page.goto(address);
  if (how.javaScript !== false) await waitForRowAutosave(page);
  return page;
}

/** Finds the address of one of the signed-in person's mark sheets. */
export async function findSheetAddress(page: Page, lesson: Lesson, testTitle: string): Promise<string> {
  const tests = await readLinkAt(page, PATHS.markSheets, lessonName(lesson));
  return readLinkAt(page, tests, new RegExp(testTitle));
}

/** Waits until rows save automatically. */
export async function waitForRowAutosave(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("button[data-field='attendance']"));
}

export function lessonLink(page: Page, lesson: Lesson): Locator {
  return page.getByRole("link", { name: lessonName(lesson) });
}

function lessonName({ classLabel, subject }: Lesson): RegExp {
  return new RegExp(`^${classLabel}\\W*${subject}`);
}

export function sheetRowLocator(page: Page, row: string): Locator {
  return page.locator(`#row-${row}`);
}

export function markField(page: Page, row: string): Locator {
  return page.locator(`input[name='mark.${row}']`);
}

export function buildMarkFields(page: Page): Locator {
  return page.locator("input[name^='mark.']");
}

export function readFieldValues(fields: Locator): Promise<string[]> {
  return fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

/** Lists the row names that have this field, in the order of the sheet. */
export async function rowsWithField(page: Page): Promise<string[]> {
  const names = await page
    .locator("input[name^='mark.']")
    .filter({ visible: true })
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name") ?? ""));
  return names.map((name) => name.replace("mark.", ""));
}

/** Finds the first row that has this field with a matching value. */
export async function findRowWhere(page: Page, matches: (value: string) => boolean): Promise<string> {
  const rows = await rowsWithField(page);
  const values = await readFieldValues(buildMarkFields(page).filter({ visible: true }));
  const row = rows.find((_row, index) => matches(values[index] ?? ""));
  if (!row) throw new Error("no such row on the sheet");
  return row;
}

export async function enterMark(page: Page, row: string, mark: string): Promise<void> {
  await markField(page, row).fill(mark);
  await markField(page, row).press("Enter");
}

export async function waitForRowState(page: Page, row: string, phase: string): Promise<void> {
  await page.locator(`#row-${row}[data-phase='${phase}']`).waitFor();
}

/** Waits for the next frame first: until typed text is drawn, the page still says that everything is saved. */
export async function waitUntilAllSaved(page: Page): Promise<void> {
  await page.evaluate(nextFrames);
  await page.getByText("All saved").filter({ visible: true }).first().waitFor();
}

/** Reads the stored mark from a newly loaded page. */
export async function readStoredMark(
  page: Page,
  row: string,
  address = page.url(),
): Promise<string | undefined> {
  const html = await (await page.request.get(address)).text();
  const [input = ""] = new RegExp(`<input[^>]*name="mark\\.${row}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1];
}

export function readStoredMarks(page: Page): Promise<string[]> {
  return readStoredField(page, "mark");
}

/** Reads the stored values of a field in the order of the sheet, from a newly loaded page. */
export async function readStoredField(page: Page, field: string): Promise<string[]> {
  const html = await (await page.request.get(page.url())).text();
  const inputs = html.match(new RegExp(`<input[^>]*name="${field}\\.\\d+"[^>]*>`, "g")) ?? [];
  return inputs.map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? "");
}

export async function deleteSheetMarks(
  databaseUrl: string,
  { classLabel, subject }: Lesson,
  testId: number,
): Promise<void> {
  await queryDatabase(
    databaseUrl,
    `delete from marks m using registrations r, classes c, subjects s
      where r.class_id = c.class_id and r.student_key = m.student_key and r.academic_term_id = m.academic_term_id
        and s.subject_id = m.subject_id and c.label = $1 and s.title = $2 and m.test_id = $3
        and m.academic_term_id = (select current_term_id from schools)`,
    [classLabel, subject, testId],
  );
}
