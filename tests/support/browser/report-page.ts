import type { Locator, Page } from "playwright-core";
import { PATHS } from "#domain/paths.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { newPage, originOf, startSession, type PageOptions } from "./browser.ts";
import { linksAt } from "./links.ts";
import { DEMO_PASSWORD } from "../demo.ts";

/** The class has 35 students; D. Ramkissoon (`formteacher`) is its form teacher. */
export const REPORTS_CLASS = "Std 4 R";

type How = PageOptions & { place?: number };

/** The addresses of the class's reports, by product. */
const found = new Map<string, string[]>();

/** Opens the report at that position of the class, at its own address, ready for typing. */
export async function openReport(userName: string, { place = 1, ...how }: How): Promise<Page> {
  const page = await newPage(how);
  await startSession(page, userName, DEMO_PASSWORD);
  await goToPlace(page, place);
  if (how.javaScript !== false) await scripted(page);
  return page;
}

export async function goToPlace(page: Page, index: number): Promise<void> {
  const origin = originOf(page);
  const reports = found.get(origin) ?? (await reportsOf(page));
  found.set(origin, reports);
  await page.goto(reports[index - 1] ?? "");
  await atPlace(page, index);
}

/** Lists the reports in the order of the class. */
async function reportsOf(page: Page): Promise<string[]> {
  const { links } = await linksAt(page, `${await firstOf(page)}/search`, /View Record/);
  return links;
}

/** Finds the first report of the class: a form teacher of one class is redirected there at once. */
async function firstOf(page: Page): Promise<string> {
  const { from, links } = await linksAt(page, PATHS.termReports, new RegExp(`^${REPORTS_CLASS}`));
  if (/\/term-reports\/\d/.test(from)) return from;
  return (await linksAt(page, links[0] ?? PATHS.termReports, /./)).from;
}

/** Waits until fields save by themselves. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main button[value='save']"));
}

export async function atPlace(page: Page, index: number): Promise<void> {
  const words = index === 35 ? "Last of 35" : `${index} of 35`;
  await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
}

export async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

export async function saved(page: Page): Promise<void> {
  await page.getByText("Record Saved").filter({ visible: true }).first().waitFor();
}

/** Reads the stored values from a page that is fetched anew. */
export async function storedOf(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get(`${new URL(page.url()).pathname}/prefetch`);
  const { row } = (await answer.json()) as { row: { values: Record<string, string | number | null> } };
  const texts = Object.entries(row.values).map(([field, value]) => [
    field,
    value === null ? "" : String(value),
  ]);
  const ratings = BEHAVIOUR_FIELDS.map((field) => row.values[field] ?? "-").join("");
  return { ...(Object.fromEntries(texts) as Record<string, string>), ratings };
}
