import type { Locator, Page } from "playwright-core";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { newPage, signIn } from "./browser.ts";
import { DEMO_PASSWORD } from "../demo.ts";

/** 35 students, led by D. Ramkissoon: `formteacher`. */
export const REPORTS_CLASS = "Std 4 R";

type How = {
  origin: string;
  javaScript?: boolean;
  phone?: boolean;
  viewport?: { width: number; height: number };
  place?: number;
};

/** The report at that place of the class, ready to be written in. */
export async function openReport(userName: string, { place = 1, ...how }: How): Promise<Page> {
  const page = await newPage(how);
  await signIn(page, userName, DEMO_PASSWORD);
  await page.goto("/app/term-reports");
  if (!/\/term-reports\/\d/.test(page.url()))
    await page.getByRole("link", { name: new RegExp(`^${REPORTS_CLASS}`) }).click();
  await page.waitForURL(/\/term-reports\/\d+\/\d+\/\d+/);
  if (place > 1) await goToPlace(page, place);
  await atPlace(page, place);
  if (how.javaScript !== false) await scripted(page);
  return page;
}

export async function goToPlace(page: Page, place: number): Promise<void> {
  await page.goto(`${new URL(page.url()).pathname}/search`);
  const link = page
    .getByRole("dialog")
    .getByRole("link", { name: /View Record/ })
    .nth(place - 1);
  await page.goto((await link.getAttribute("href")) ?? "");
}

/** Fields save by themselves from now on. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main button[value='save']"));
}

export async function atPlace(page: Page, place: number): Promise<void> {
  const words = place === 35 ? "Last of 35" : `${place} of 35`;
  await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
}

/** Types into a field and leaves it. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

export async function shown(page: Page, words: RegExp): Promise<void> {
  await page.getByText(words).filter({ visible: true }).first().waitFor();
}

export async function saved(page: Page): Promise<void> {
  await page.getByText("Record Saved").filter({ visible: true }).first().waitFor();
}

/** As the server has it: read from a page that is fetched anew. */
export async function storedOf(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get(`${new URL(page.url()).pathname}/ahead`);
  const { row } = (await answer.json()) as { row: { values: Record<string, string | number | null> } };
  const texts = Object.entries(row.values).map(([field, value]) => [
    field,
    value === null ? "" : String(value),
  ]);
  const ratings = BEHAVIOUR_FIELDS.map((field) => row.values[field] ?? "-").join("");
  return { ...(Object.fromEntries(texts) as Record<string, string>), ratings };
}
