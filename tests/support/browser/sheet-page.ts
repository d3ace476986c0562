import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { DEMO_PASSWORD } from "../demo.ts";
import { newPage, signIn } from "./browser.ts";

export type Lesson = { classLabel: string; subject: string };
type How = { origin: string; javaScript?: boolean; phone?: boolean };

/** A mark sheet as somebody reaches it through the menu, ready to be typed in. */
export async function openSheet(
  how: How,
  { userName, lesson, testTitle }: { userName: string; lesson: Lesson; testTitle: string },
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Page> {
  const page = await newPage(how);
  await prepare(page);
  await signIn(page, userName, DEMO_PASSWORD);
  await page.goto("/app/mark-sheet");
  await lessonLink(page, lesson).click();
  await page.getByRole("link", { name: new RegExp(testTitle) }).click();
  await page.waitForURL(/mark-sheet\/\d+\/\d+\//);
  if (how.javaScript !== false) await scripted(page);
  return page;
}

/** Rows save by themselves from now on. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("button[data-field='attendance']"));
}

export function lessonLink(page: Page, { classLabel, subject }: Lesson): Locator {
  return page.getByRole("link", { name: new RegExp(`^${classLabel}\\W*${subject}`) });
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

/** Rows whose field is on the page, in the order of the sheet. */
export async function rowsWithField(page: Page): Promise<string[]> {
  const names = await page
    .locator("input[name^='mark.']")
    .filter({ visible: true })
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name") ?? ""));
  return names.map((name) => name.replace("mark.", ""));
}

/** Types a mark and leaves its field. */
export async function enterMark(page: Page, row: string, mark: string): Promise<void> {
  await markField(page, row).fill(mark);
  await markField(page, row).press("Enter");
}

export async function inState(page: Page, row: string, phase: string): Promise<void> {
  await page.locator(`#row-${row}[data-phase='${phase}']`).waitFor();
}

export async function allSaved(page: Page): Promise<void> {
  await page.getByText("All saved").filter({ visible: true }).first().waitFor();
}

export function storedMarks(page: Page): Promise<string[]> {
  return stored(page, "mark");
}

/** As the server has it, in the order of the screen: read from a page that is fetched anew. */
export async function stored(page: Page, field: string): Promise<string[]> {
  const html = await (await page.request.get(page.url())).text();
  const inputs = html.match(new RegExp(`<input[^>]*name="${field}\\.\\d+"[^>]*>`, "g")) ?? [];
  return inputs.map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? "");
}

/** As it is before anybody marked. */
export async function forgetMarks(
  databaseUrl: string,
  { classLabel, subject }: Lesson,
  testId: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("select set_config('app.actor', 'test', false)");
  await client.query(
    `delete from marks m using registrations r, classes c, subjects s
      where r.class_id = c.class_id and r.student_key = m.student_key and r.academic_term_id = m.academic_term_id
        and s.subject_id = m.subject_id and c.label = $1 and s.title = $2 and m.test_id = $3
        and m.academic_term_id = (select current_term_id from schools)`,
    [classLabel, subject, testId],
  );
  await client.end();
}
