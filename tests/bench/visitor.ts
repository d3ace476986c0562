import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { findChromium } from "#tests/support/browser/chromium.ts";
import type { Closing } from "./closing.ts";

const DESK = { width: 1280, height: 800 };

export type VisitorOptions = { origin: string; cookie: string; javaScript?: boolean };

export async function launchBrowser(closing: Closing): Promise<Browser> {
  const { executablePath, env } = (await findChromium()).current;
  const launching = chromium.launch({
    executablePath,
    env: { ...definedEnvironment(), ...env },
    // Chromium's own handlers would end this process at once and leave the rest running.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  closing.add(async () => (await launching).close());
  return launching;
}

/** Opens a new browser profile, with or without a session. */
export async function newVisitor(
  browser: Browser,
  { origin, cookie, javaScript = true }: VisitorOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport: DESK,
    locale: "en-TT",
    timezoneId: "America/Port_of_Spain",
  });
  const cookies = [...cookie.matchAll(/([^=; ]+)=([^;]*)/g)];
  await context.addCookies(cookies.map(([, name = "", value = ""]) => ({ name, value, url: origin })));
  return context;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
