import type { Browser, BrowserContext } from "playwright-core";
import { USABLE_FIRST_S, USABLE_LATER_S } from "../budgets.ts";
import { percentile, type Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";

/** 400 kbit/s in each direction, and 400 ms from a request to its response. */
export const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const VISITS = 5;
const MEDIAN = 0.5;
const KEY_7 = { type: "keyDown", key: "7", code: "Digit7", text: "7", windowsVirtualKeyCode: 55 } as const;
const FIRST_MARK = 'input[name^="mark."]';

/** Times in milliseconds since the visit began. */
type Times = { shown: number; typed: number; takenOver: number };

/**
 * Records when the first row's field is visible with all style sheets, when a real key press has changed it, and when
 * the sheet's script has hydrated the rows. This is a string, because it runs in the browser.
 */
const WATCH = `{
  const times = window.benchTimes = {};
  const isShown = () => {
    const field = document.querySelector('${FIRST_MARK}');
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
    return field && field.checkVisibility() && field.getBoundingClientRect().bottom < innerHeight
      && sheets.length > 0 && sheets.every((link) => link.sheet);
  };
  const isTakenOver = () => document.querySelector('form button[data-field="attendance"]');
  const look = () => {
    if (!times.shown && isShown()) {
      times.shown = performance.now();
      document.querySelector('${FIRST_MARK}').focus();
      benchShown('');
    }
    if (!times.takenOver && isTakenOver()) times.takenOver = performance.now();
    if (!times.takenOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('input', (event) => {
    if (event.isTrusted && event.target.matches('${FIRST_MARK}')) times.typed ??= performance.now();
  }, true);
}`;

/** Measures how long a signed-in teacher on a slow network waits before a mark can be typed, with scripts. */
export async function measureUsable(subject: Subject, browser: Browser): Promise<Figure[]> {
  const first: Times[] = [];
  const later: Times[] = [];
  for (let count = 0; count < VISITS; count++) {
    const visitor = await newVisitor(browser, subject);
    await visitor.addInitScript(WATCH);
    first.push(await timedVisit(visitor, subject.sheet.path));
    later.push(await timedVisit(visitor, subject.sheet.path));
    await visitor.close();
  }
  return [
    seconds("mark sheet usable at 400 kbit/s + 400 ms, first visit", middle(first, "typed"), USABLE_FIRST_S),
    seconds("… rows save by themselves from", middle(first, "takenOver")),
    seconds("mark sheet usable at 400 kbit/s + 400 ms, later visit", middle(later, "typed"), USABLE_LATER_S),
    seconds("… rows save by themselves from", middle(later, "takenOver")),
  ];
}

async function timedVisit(visitor: BrowserContext, path: string): Promise<Times> {
  const tab = await visitor.newPage();
  const session = await visitor.newCDPSession(tab);
  await session.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  // The key press is sent to the browser as soon as the field exists.
  session.on("Runtime.bindingCalled", () => void session.send("Input.dispatchKeyEvent", KEY_7));
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "benchShown" });
  await tab.goto(path, { waitUntil: "networkidle" });
  await tab.waitForFunction(() => {
    const { typed, takenOver } = Reflect.get(window, "benchTimes") as Partial<Times>;
    return typed && takenOver;
  });
  const times = await tab.evaluate(() => Reflect.get(window, "benchTimes") as Times);
  // Escape restores the old value, because the closing tab would otherwise save the mark.
  await tab.keyboard.press("Escape");
  await tab.close();
  return times;
}

function middle(visits: readonly Times[], moment: keyof Times): number {
  return percentile(
    visits.map((times) => times[moment]),
    MEDIAN,
  );
}

export function seconds(what: string, milliseconds: number, target = {}): Figure {
  return { what, measured: milliseconds / 1000, unit: "s", ...target };
}
