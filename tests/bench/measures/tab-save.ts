import type { Browser, Page, Route } from "playwright-core";
import { PATHS } from "#domain/paths.ts";
import { SAVE_ROUND_TRIPS } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";

const PROFILE = `${PATHS.employees}/6`;
const MOST = 5;

/** Measures saving a tab in Chromium: the number of responses before the page says that the tab is saved. */
export async function measureTabSave({ origin, clerkCookie }: Subject, browser: Browser): Promise<Figure[]> {
  const visitor = await newVisitor(browser, { origin, cookie: clerkCookie });
  try {
    const page = await visitor.newPage();
    await page.goto(PROFILE, { waitUntil: "networkidle" });
    await page.getByLabel("Other Name").fill("Joy");
    const answered = await answersUntilSaved(page);
    return [
      { what: "a tab of a profile saved, round trips", measured: answered, unit: "", ...SAVE_ROUND_TRIPS },
    ];
  } finally {
    await visitor.close();
  }
}

/**
 * Passes responses on one at a time. Each waits until the page has had time to react to the one before without saying
 * that the tab is saved.
 */
async function answersUntilSaved(page: Page): Promise<number> {
  const waiting: Route[] = [];
  await page.route("**/*.data*", (route) => void waiting.push(route));
  await page.getByRole("button", { name: "Update Information" }).click();
  const saved = page.getByText("Data Saved Succesfully.");
  for (let answers = 0; answers < MOST; answers += 1) {
    if (await saved.waitFor({ timeout: 1_000 }).then(isSo, isNot)) return answers;
    await waiting.shift()?.continue();
  }
  return Number.NaN;
}

const isSo = () => true;
const isNot = () => false;
