import { performance } from "node:perf_hooks";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { KB, LATER_SHEET_REQUESTS, SAVED_AT_ONCE_S, TO_SAVED_FIRST_S, TO_SAVED_LATER_S } from "../budgets.ts";
import { percentile, type Figure, type Target } from "../figures.ts";
import { PASSWORD, TEACHER, type Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";
import { CountedLine, type Traffic } from "./counted-line.ts";
import { SLOW_LINE } from "./slow-link.ts";

const VISITS = 3;
const MEDIAN = 0.5;
/** After this time, everything that follows a saved mark has arrived, such as pictures and the scripts of dialogs. */
const SETTLED_MS = 9_000;

/**
 * Times in ms since the sign-in page was requested. `mark` is the time from a mark's last key press until the page
 * showed the mark as saved.
 */
type Times = { name: number; sheet: number; saved: number; mark: number };
type Visit = { times: Times; traffic: Traffic };
type Visitor = { context: BrowserContext; line: CountedLine; path: string };

/**
 * Measures a teacher without any thinking time on a slow connection, from the sign-in page (reached by the address of a
 * mark sheet) to a saved mark. The later visit has the browser's cache, and new connections.
 */
export async function measureSlowLine(subject: Subject, browser: Browser): Promise<Figure[]> {
  const first: Visit[] = [];
  const later: Visit[] = [];
  const sheet: Traffic[] = [];
  for (let count = 0; count < VISITS; count++) {
    const line = await CountedLine.to(subject.origin, SLOW_LINE);
    const context = await newVisitor(browser, { origin: line.origin, cookie: "" });
    const visitor = { context, line, path: subject.sheet.path };
    first.push(await visit(visitor, String(40 + count)));
    sheet.push(await openSheet(visitor));
    await context.clearCookies();
    line.hangUp();
    later.push(await visit(visitor, String(60 + count)));
    await context.close();
    line.close();
  }
  const requests = middle(sheet.map((traffic) => traffic.requests.length));
  return [
    ...figures("first visit", first, TO_SAVED_FIRST_S),
    ...figures("later visit", later, TO_SAVED_LATER_S),
    { what: "… a sheet opened again, requests", measured: requests, unit: "", ...LATER_SHEET_REQUESTS },
  ];
}

function figures(name: string, visits: readonly Visit[], target: Target): Figure[] {
  const seconds = (moment: keyof Times) => middle(visits.map(({ times }) => times[moment])) / 1_000;
  const requests = middle(visits.map(({ traffic }) => traffic.requests.length));
  const kb = middle(visits.map(({ traffic }) => traffic.bytesDown)) / KB;
  return [
    {
      what: `sign-in page to a saved mark on a slow line, ${name}`,
      measured: seconds("saved"),
      unit: "s",
      ...target,
    },
    { what: "… the name could be typed", measured: seconds("name"), unit: "s" },
    { what: "… the sheet was there", measured: seconds("sheet"), unit: "s" },
    { what: "… requests until then", measured: requests, unit: "" },
    { what: "… bytes down", measured: kb, unit: "KB" },
    {
      what: "… a mark typed at once, until shown as saved",
      measured: seconds("mark"),
      unit: "s",
      ...SAVED_AT_ONCE_S,
    },
  ];
}

async function visit({ context, line, path }: Visitor, mark: string): Promise<Visit> {
  const page = await context.newPage();
  line.take();
  const began = performance.now();
  const passed = () => performance.now() - began;
  await page.goto(`/?${new URLSearchParams({ next: path })}`, { waitUntil: "commit" });
  const name = await typed(page, { field: 'input[name="userName"]', text: TEACHER, key: "Enter" }, passed);
  await typed(page, { field: 'input[name="password"]', text: PASSWORD, key: "Enter" }, passed);
  const sheet = await typed(page, { field: 'input[name^="mark."]', text: mark, key: "Tab" }, passed);
  const last = passed();
  await shownAsSaved(page, mark);
  const times = { name, sheet, saved: passed(), mark: passed() - last };
  const traffic = line.take();
  await page.locator("tr[data-phase=saved] button[data-field=attendance]").first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.close();
  return { times, traffic };
}

/** Waits until the row of a mark shows it as saved, before its scripts have loaded or after. */
async function shownAsSaved(page: Page, mark: string): Promise<void> {
  await page.waitForFunction((typed) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input[name^='mark.']")];
    const row = fields.find(({ value }) => value === typed)?.closest("tr");
    if (!row) return false;
    const isHydrated = row.querySelector("button[data-field=attendance]") !== null;
    return isHydrated ? row.dataset.phase === "saved" : row.dataset.save === "stored";
  }, mark);
}

type Typing = { field: string; text: string; key: string };

/** Types as soon as the field is drawn, replacing its text. Returns when the field was drawn. */
async function typed(page: Page, { field, text, key }: Typing, passed: () => number): Promise<number> {
  const shown = page.locator(field).filter({ visible: true }).first();
  await shown.waitFor();
  const drawn = passed();
  await shown.selectText();
  await page.keyboard.insertText(text);
  await page.keyboard.press(key);
  return drawn;
}

/** Opens the sheet again in a new tab, as in a later visit on the same day. */
async function openSheet({ context, line, path }: Visitor): Promise<Traffic> {
  line.take();
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForTimeout(SETTLED_MS);
  await page.close();
  return line.take();
}

function middle(values: readonly number[]): number {
  return percentile(values, MEDIAN);
}
