import type { Browser } from "playwright-core";
import { PATHS } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { OVERVIEW_MANY_MS, OVERVIEW_MS, OVERVIEW_USABLE_S, OVERVIEW_VISIT } from "../budgets.ts";
import { percentile, type Figure } from "../figures.ts";
import { fillLarge } from "./fill-large.ts";
import { signIn, type Subject } from "../subject.ts";
import { newVisitor } from "../visitor.ts";
import { DAY, EARLIER, registersOf } from "../measures/attendance.ts";
import { needOf } from "../measures/first-need.ts";
import { timesOf } from "../measures/student-list.ts";
import { seconds, SLOW_NETWORK } from "../measures/usable.ts";

const STUDENTS = 1_200;
const MANY_STUDENTS = 20_000;
const PATH = `${PATHS.overview}?date=${DAY}`;
const VISITS = 5;

/**
 * Measures the principal's overview in a school of 1,200 students with marks and registers of five years, and again
 * with 20,000 students, whose registers of this year have one session a day. It fills the school.
 */
export async function measureOverview(subject: Subject, browser: Browser): Promise<Figure[]> {
  const { origin, ownerUrl } = subject;
  const cookie = await signIn(origin, "principal");
  await fillLarge(ownerUrl, STUDENTS);
  for (const year of [0, ...EARLIER]) await queryDatabase(ownerUrl, registersOf(year));
  await queryDatabase(ownerUrl, "vacuum analyze");
  const about = { path: PATH, cookie };
  const need = await needOf(origin, { name: "overview of 1,200", ...about, targets: OVERVIEW_VISIT });
  const words = "overview of 1,200 over five years, server time, p50";
  const times = await timesOf(subject, { words, ...about, target: OVERVIEW_MS });
  const usable = await timesToUse(browser, subject, cookie);
  await fillLarge(ownerUrl, MANY_STUDENTS);
  await queryDatabase(ownerUrl, registersOf(0, 1));
  await queryDatabase(ownerUrl, "vacuum analyze");
  const many = { words: "overview of 20,000, server time, p50", ...about, target: OVERVIEW_MANY_MS };
  return [...need, ...times, usable, ...(await timesOf(subject, many))];
}

/**
 * Runs in the browser. Records when the last part of the page is there with every style sheet, so that the whole page
 * can be read and each link pressed.
 */
const WATCH = `{
  const look = () => {
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
    const isThere = document.querySelector('#reports') && sheets.length > 0 && sheets.every((link) => link.sheet);
    if (isThere) window.benchUsable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** Measures how long a signed-in principal on a slow network waits for the page, on a first visit. */
async function timesToUse(browser: Browser, { origin }: Subject, cookie: string): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < VISITS; count++) {
    const visitor = await newVisitor(browser, { origin, cookie });
    await visitor.addInitScript(WATCH);
    const tab = await visitor.newPage();
    const session = await visitor.newCDPSession(tab);
    await session.send("Network.emulateNetworkConditions", SLOW_NETWORK);
    await tab.goto(PATH, { waitUntil: "commit" });
    await tab.waitForFunction(() => Reflect.has(window, "benchUsable"));
    times.push(await tab.evaluate(() => Reflect.get(window, "benchUsable") as number));
    await visitor.close();
  }
  const what = "overview usable at 400 kbit/s + 400 ms, first visit";
  return seconds(what, percentile(times, 0.5), OVERVIEW_USABLE_S);
}
