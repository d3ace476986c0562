import type { Locator, Page } from "playwright-core";
import { DEMO_PASSWORD } from "./demo.ts";
import { newPage, signIn } from "./browser.ts";

export type Lesson = { classLabel: string; subject: string };
type How = { origin: string; javaScript?: boolean; phone?: boolean };

/** A mark sheet as somebody reaches it through the menu, ready to be typed in. */
export async function openSheet(
  how: How,
  { userName, lesson, testTitle }: { userName: string; lesson: Lesson; testTitle: string },
): Promise<Page> {
  const page = await newPage(how);
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
