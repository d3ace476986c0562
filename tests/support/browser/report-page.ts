import type { Locator, Page } from "playwright-core";
import { PATHS } from "#domain/paths.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { newPage, nextFrames, originOf, startSession, type PageOptions } from "./browser.ts";
import { readLinksAt } from "./links.ts";
import { DEMO_PASSWORD } from "../demo.ts";

/** A class of the demo school with 35 students. Its form teacher is D. Ramkissoon (`formteacher`). */
export const REPORTS_CLASS = "Std 4 R";

type How = PageOptions & { place?: number };

/** The addresses of the class's reports, for each origin of a product. */
const found = new Map<string, string[]>();

/** Opens one report of the class, at its own address. Waits until it can be typed into. */
export async function openReport(userName: string, { place = 1, ...how }: How): Promise<Page> {
  const page = await newPage(how);
  await startSession(page, userName, DEMO_PASSWORD);
  await goToReport(page, place);
  if (how.javaScript !== false) await waitForAutosave(page);
  return page;
}

export async function goToReport(page: Page, index: number): Promise<void> {
  const origin = originOf(page);
  const reports = found.get(origin) ?? (await reportsOf(page));
  found.set(origin, reports);
  await page.goto(reports[index - 1] ?? "");
  await waitForReport(page, index);
}

/** Lists the addresses of the class's reports, in the order of the class. */
async function reportsOf(page: Page): Promise<string[]> {
  const { links } = await readLinksAt(page, `${await firstOf(page)}/search`, /View Record/);
  return links;
}

/** Returns the address of the class's first report. A form teacher of only one class is redirected there. */
async function firstOf(page: Page): Promise<string> {
  const { from, links } = await readLinksAt(page, PATHS.termReports, new RegExp(`^${REPORTS_CLASS}`));
  if (/\/term-reports\/\d/.test(from)) return from;
  return (await readLinksAt(page, links[0] ?? PATHS.termReports, /./)).from;
}

/** Waits until fields save automatically. */
export async function waitForAutosave(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main button[value='save']"));
}

export async function waitForReport(page: Page, index: number): Promise<void> {
  const words = index === 35 ? "Last of 35" : `${index} of 35`;
  await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
}

export async function typeInField(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Waits for the next frame first: until typed text is drawn, the page still shows the state of the previous save. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.evaluate(nextFrames);
  await page.getByText("Record Saved").filter({ visible: true }).first().waitFor();
}

/** Reads the stored values from a newly loaded page. */
export async function readStoredValues(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get(`${new URL(page.url()).pathname}/prefetch`);
  const { row } = (await answer.json()) as { row: { values: Record<string, string | number | null> } };
  const texts = Object.entries(row.values).map(([field, value]) => [
    field,
    value === null ? "" : String(value),
  ]);
  const ratings = BEHAVIOUR_FIELDS.map((field) => row.values[field] ?? "-").join("");
  return { ...(Object.fromEntries(texts) as Record<string, string>), ratings };
}
