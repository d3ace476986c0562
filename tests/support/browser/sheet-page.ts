import type { Locator, Page } from "playwright-core";
import { answerOf } from "#tests/support/postgres/answer-of.ts";
import { PATHS } from "#domain/paths.ts";
import { DEMO_PASSWORD } from "../demo.ts";
import { newPage, nextFrames, startSession, type PageOptions } from "./browser.ts";
import { linkAt } from "./links.ts";

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
  const address = found.get(input) ?? (await addressOf(page, lesson, testTitle));
  found.set(input, address);
  await page.goto(address);
  if (how.javaScript !== false) await scripted(page);
  return page;
}

/** Finds the address of a sheet of the page's signed-in person. */
export async function addressOf(page: Page, lesson: Lesson, testTitle: string): Promise<string> {
  const tests = await linkAt(page, PATHS.markSheets, lessonName(lesson));
  return linkAt(page, tests, new RegExp(testTitle));
}

/** Waits until rows save by themselves. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("button[data-field='attendance']"));
}

export function lessonLink(page: Page, lesson: Lesson): Locator {
  return page.getByRole("link", { name: lessonName(lesson) });
}

function lessonName({ classLabel, subject }: Lesson): RegExp {
  return new RegExp(`^${classLabel}\\W*${subject}`);
}

export function rowOf(page: Page, row: string): Locator {
  return page.locator(`#row-${row}`);
}

export function markField(page: Page, row: string): Locator {
  return page.locator(`input[name='mark.${row}']`);
}

export function markFields(page: Page): Locator {
  return page.locator("input[name^='mark.']");
}

export function valuesOf(fields: Locator): Promise<string[]> {
  return fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

/** Lists rows whose field is on the page, in the order of the sheet. */
export async function rowsWithField(page: Page): Promise<string[]> {
  const names = await page
    .locator("input[name^='mark.']")
    .filter({ visible: true })
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name") ?? ""));
  return names.map((name) => name.replace("mark.", ""));
}

/** Finds the first row whose field is on the page and has such a value. */
export async function rowWhere(page: Page, matches: (value: string) => boolean): Promise<string> {
  const rows = await rowsWithField(page);
  const values = await valuesOf(markFields(page).filter({ visible: true }));
  const row = rows.find((_row, index) => matches(values[index] ?? ""));
  if (!row) throw new Error("no such row on the sheet");
  return row;
}

export async function enterMark(page: Page, row: string, mark: string): Promise<void> {
  await markField(page, row).fill(mark);
  await markField(page, row).press("Enter");
}

export async function inState(page: Page, row: string, phase: string): Promise<void> {
  await page.locator(`#row-${row}[data-phase='${phase}']`).waitFor();
}

/** Typed text is shown with the next frame: until then the page still says that all is saved. */
export async function allSaved(page: Page): Promise<void> {
  await page.evaluate(nextFrames);
  await page.getByText("All saved").filter({ visible: true }).first().waitFor();
}

/** Reads the stored value from a page that is fetched anew. */
export async function storedMark(page: Page, row: string, address = page.url()): Promise<string | undefined> {
  const html = await (await page.request.get(address)).text();
  const [input = ""] = new RegExp(`<input[^>]*name="mark\\.${row}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1];
}

export function storedMarks(page: Page): Promise<string[]> {
  return stored(page, "mark");
}

/** Reads the stored values in the order of the screen, from a page that is fetched anew. */
export async function stored(page: Page, field: string): Promise<string[]> {
  const html = await (await page.request.get(page.url())).text();
  const inputs = html.match(new RegExp(`<input[^>]*name="${field}\\.\\d+"[^>]*>`, "g")) ?? [];
  return inputs.map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? "");
}

/** Deletes the marks of a sheet. */
export async function forgetMarks(
  databaseUrl: string,
  { classLabel, subject }: Lesson,
  testId: number,
): Promise<void> {
  await answerOf(
    databaseUrl,
    `delete from marks m using registrations r, classes c, subjects s
      where r.class_id = c.class_id and r.student_key = m.student_key and r.academic_term_id = m.academic_term_id
        and s.subject_id = m.subject_id and c.label = $1 and s.title = $2 and m.test_id = $3
        and m.academic_term_id = (select current_term_id from schools)`,
    [classLabel, subject, testId],
  );
}
