import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, inject, onTestFinished } from "vitest";

export type PageOptions = {
  /** Where relative addresses lead: the origin of `startProduct`. */
  origin: string;
  javaScript?: boolean;
  phone?: boolean;
  viewport?: { width: number; height: number };
};

export type Violation = { rule: string; where: string[] };

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const PATIENCE = 10_000;

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const scriptless = new WeakSet<Page>();
let opened: Promise<Browser> | null = null;

afterAll(async () => {
  await (await opened)?.close();
});

/** A page in a browser profile of its own, closed when the test is done. */
export async function newPage(options: PageOptions): Promise<Page> {
  const { origin, javaScript = true, phone = false, viewport = phone ? PHONE : DESK } = options;
  const browser = await (opened ??= launch());
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport,
    isMobile: phone,
    hasTouch: phone,
    locale: "en-TT",
    timezoneId: "America/Port_of_Spain",
  });
  context.setDefaultTimeout(PATIENCE);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  if (!javaScript) scriptless.add(page);
  return page;
}

function launch(): Promise<Browser> {
  const { executablePath, env } = inject("chromium");
  return chromium.launch({ executablePath, env: { ...definedEnvironment(), ...env } });
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

export async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Username").fill(userName);
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.waitForURL(/\/app/);
}

/** What the page does against WCAG 2.2 AA, as far as a machine sees it: nothing, let us hope. */
export async function violationsOn(page: Page): Promise<Violation[]> {
  const examined = scriptless.has(page) ? await copyWithScript(page) : page;
  await examined.evaluate(axeSource());
  return examined.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    // A bar over what is scrolled covers some of a control that is whole elsewhere: that is no small target.
    const bars = [...document.querySelectorAll<HTMLElement>("[data-bar]")];
    for (const bar of bars) bar.style.position = "static";
    const { violations } = await axe.run({ runOnly: tags });
    for (const bar of bars) bar.style.position = "";
    return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ html }) => html) }));
  }, WCAG_22_AA);
}

/** Where JavaScript is off axe cannot run either: it looks at a copy whose own scripts are taken out. */
async function copyWithScript(page: Page): Promise<Page> {
  const html = (await page.content()).replaceAll(/<script\b[^]*?<\/script>/g, "");
  const copy = await newPage({ origin: new URL(page.url()).origin, viewport: page.viewportSize() ?? DESK });
  await copy.route(page.url(), (route) =>
    route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }),
  );
  await copy.goto(page.url());
  return copy;
}

/** Evaluated instead of inserted: the pages' policy refuses a script that is not theirs. */
function axeSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}
