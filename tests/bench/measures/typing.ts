import type { Browser } from "playwright-core";
import { TYPING_MS } from "../budgets.ts";
import { percentile, type Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";

const SLOWED = 6;
const MARKS = 20;

/** Delays responses by two seconds, so that a key press which waits for a save would stand out. */
const FAR_AWAY = { offline: false, latency: 2_000, downloadThroughput: -1, uploadThroughput: -1 };

/** Chromium reports only events that take at least this long. Shorter events count as this long. */
const SHORTEST_MS = 16;

/** Measures the time from a key press to the frame that shows it, as the browser itself reports it. */
const WATCH = `window.benchKeys = [];
  new PerformanceObserver((list) => {
    for (const event of list.getEntries()) if (event.name === "keydown") benchKeys.push(event.duration);
  }).observe({ type: "event", durationThreshold: ${SHORTEST_MS} });`;

/** Measures typing marks down the sheet on an old laptop, with a distant server. */
export async function measureTyping(subject: Subject, browser: Browser): Promise<Figure[]> {
  const visitor = await newVisitor(browser, subject);
  await visitor.addInitScript(WATCH);
  const tab = await visitor.newPage();
  await tab.goto(subject.sheet.path, { waitUntil: "networkidle" });
  const session = await visitor.newCDPSession(tab);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await session.send("Network.emulateNetworkConditions", FAR_AWAY);
  await tab.locator('input[name^="mark."]').first().focus();
  for (let count = 0; count < MARKS; count++) {
    for (const key of [..."57", "Enter"]) await tab.keyboard.press(key, { delay: 30 });
  }
  const slow = await tab.evaluate(() => Reflect.get(window, "benchKeys") as number[]);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await visitor.close();
  const quick = Array<number>(Math.max(0, MARKS * 3 - slow.length)).fill(SHORTEST_MS);
  const all = [...slow, ...quick];
  return [
    {
      what: `a key typed, processor slowed ${SLOWED} times, p95`,
      measured: percentile(all, 0.95),
      unit: "ms",
      ...TYPING_MS,
    },
    { what: "… the slowest", measured: Math.max(...all), unit: "ms" },
  ];
}
