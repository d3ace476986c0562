import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from "playwright-core";
import { afterAll, inject, onTestFinished } from "vitest";
import type { Chromium } from "./chromium.ts";

export type PageOptions = {
  /** The origin of the product that `startProduct` started. Addresses are relative to it. */
  origin: string;
  javaScript?: boolean;
  phone?: boolean;
  viewport?: { width: number; height: number };
  /** The time zone of the device. The default is the school's time zone. */
  timezoneId?: string;
  /** The default is `light`. `current` can also show a PDF, and load a module again after a failure. */
  chromium?: keyof Chromium;
};

export type Violation = { rule: string; where: string[] };

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const REGION = { locale: "en-TT", timezoneId: "America/Port_of_Spain" };
/** This is long, because slowness on a busy machine is not a failure. */
const PATIENCE = 60_000;

/**
 * A test's page exists only for seconds. Optimising its code and collecting garbage on other threads would take an
 * eighth more time than it saves.
 */
const SHORT_LIVED = "--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The source of axe. It is evaluated in the page, because the content security policy blocks inserted scripts. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const scriptless = new WeakSet<Page>();
const origins = new WeakMap<BrowserContext, string>();
/**
 * The browsers, shared by all test files of a worker process. They are global, because each file loads its own copy of
 * the modules; they end with the worker.
 */
const ofTheWorker = globalThis as typeof globalThis & { browsers?: Map<keyof Chromium, Promise<Browser>> };
const opened = (ofTheWorker.browsers ??= new Map<keyof Chromium, Promise<Browser>>());
/** The browser context for copies of pages without scripts. */
let copies: Promise<BrowserContext> | null = null;

afterAll(async () => {
  await (await copies)?.close();
});

/** Opens a page in a browser profile of its own. The profile is closed when the test ends. */
export async function newPage(options: PageOptions): Promise<Page> {
  const { origin, javaScript = true, phone = false, viewport = phone ? PHONE : DESK, ...device } = options;
  const { timezoneId = REGION.timezoneId } = device;
  const browser = await launched(device.chromium);
  const context = await browser.newContext({
    ...REGION,
    timezoneId,
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport,
    isMobile: phone,
    hasTouch: phone,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await describe(page).then(console.error, () => undefined);
    await context.close();
  });
  origins.set(context, origin);
  if (javaScript) waitForDrawnPages(page);
  else scriptless.add(page);
  return page;
}

/** Describes the page of a failed test as a person would see it. */
async function describe(page: Page): Promise<string> {
  const shown = await page.evaluate(() => ({
    words: document.body.innerText.replace(/\s+/g, " "),
    focus: document.activeElement?.outerHTML.slice(0, 200),
  }));
  return `The test failed at ${page.url()}\nThe focus is on ${shown.focus}\n${shown.words.slice(0, 3_000)}`;
}

/** Makes queries wait until a new page is drawn, because a script changes the address a moment earlier. */
function waitForDrawnPages(page: Page): void {
  const reached = page.waitForURL.bind(page);
  page.waitForURL = async (...input) => {
    await reached(...input);
    await page.evaluate(nextFrames);
  };
}

/** Waits until recent changes are drawn. */
export async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

export function originOf(page: Page): string {
  const origin = origins.get(page.context());
  if (!origin) throw new Error("the page was not opened by newPage");
  return origin;
}

function launched(which: keyof Chromium = "light"): Promise<Browser> {
  const browser = living(which, opened.get(which));
  opened.set(which, browser);
  return browser;
}

async function living(which: keyof Chromium, before: Promise<Browser> | undefined): Promise<Browser> {
  const browser = await before;
  return browser?.isConnected() ? browser : launch(which);
}

function launch(which: keyof Chromium): Promise<Browser> {
  const { executablePath, env } = inject("chromium")[which];
  return chromium.launch({ executablePath, args: [SHORT_LIVED], env: { ...definedEnvironment(), ...env } });
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Signs in through the pages, and opens the main menu or `path`. */
export async function signIn(page: Page, userName: string, password: string, path = "/app"): Promise<void> {
  await startSession(page, userName, password);
  await page.goto(path);
}

/** Signs in with one request, as a page without scripts does. Only tests of the sign-in itself go through its pages. */
export async function startSession(page: Page, userName: string, password: string): Promise<void> {
  const origin = originOf(page);
  const answer = await page.request.post(`${origin}/?index`, {
    form: { intent: "password", userName, password },
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  if (answer.headers()["location"] !== "/app") throw new Error(`${userName} was not signed in`);
}

/** Waits until React has hydrated the server's HTML. Earlier events may be lost. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.documentElement).some((key) => key.startsWith("__reactProps$")),
  );
}

export async function signInOnPage(page: Page, userName: string, password: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Username").fill(userName);
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign Out" }).waitFor();
}

/** Lists the violations of WCAG 2.2 AA that axe finds on the page. */
export async function violationsOn(page: Page): Promise<Violation[]> {
  return violationsFoundOn(scriptless.has(page) ? await copyWithScript(page) : page);
}

async function violationsFoundOn(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    // A control under a fixed bar is not too small: it is complete after scrolling. Bars are therefore unfixed first.
    const bars = [...document.querySelectorAll<HTMLElement>("[data-bar]")];
    for (const bar of bars) bar.style.position = "static";
    // With forced colours the system chooses the colours, and axe does not see the background that the system puts
    // behind a text.
    const rules = { "color-contrast": { enabled: !matchMedia("(forced-colors: active)").matches } };
    const { violations } = await axe.run({
      runOnly: tags,
      rules,
      resultTypes: ["violations"],
      preload: false,
    });
    for (const bar of bars) bar.style.position = "";
    return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ html }) => html) }));
  }, WCAG_22_AA);
}

/** Opens a scriptless copy of a page that has JavaScript off, because axe itself needs JavaScript. */
async function copyWithScript(page: Page): Promise<Page> {
  // Without this, a page that refreshes itself would navigate away from the copy.
  const html = (await page.content())
    .replaceAll(/<script\b[^]*?<\/script>/g, "")
    .replaceAll(/<meta[^>]*http-equiv="refresh"[^>]*>/gi, "");
  copies ??= launched().then((browser) => browser.newContext(REGION));
  const copy = await (await copies).newPage();
  await copy.setViewportSize(page.viewportSize() ?? DESK);
  await copy.route(page.url(), (route) =>
    route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }),
  );
  await copy.goto(page.url());
  return copy;
}

/** Waits for the visible message about the last action. Screen readers get a second, hidden copy of the message. */
export async function waitForMessage(page: Page | Locator, words: string | RegExp): Promise<void> {
  await page.getByText(words).filter({ visible: true }).first().waitFor();
}

/** Waits for the code that watches the session and shows problems. This code loads after the page. */
export async function waitForSessionWatch(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--notice-height") !== "");
}

/** Drops a text as if it were dragged from another window. A headless browser cannot drag a selection. */
export async function dropText(field: Locator, text: string): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (!box) throw new Error("The field is not visible.");
  const page = field.page();
  const session = await page.context().newCDPSession(page);
  const data = { items: [{ mimeType: "text/plain", data: text }], dragOperationsMask: 1 };
  const place = { x: box.x + box.width - 6, y: box.y + box.height / 2 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
  await session.detach();
}

/** Waits until the page has prefetched a module, which it needs when the network fails. */
export async function waitForPrefetchedModule(page: Page, module: string): Promise<void> {
  const fetched = await page.waitForFunction((asset) => {
    const scripts = performance.getEntriesByType("resource").map(({ name }) => name);
    return scripts.find((name) => name.includes(`/assets/${asset}-`) && name.endsWith(".js"));
  }, module);
  await page.evaluate(`import(${JSON.stringify(await fetched.jsonValue())}).then(() => undefined)`);
  await page.waitForLoadState("networkidle");
}
