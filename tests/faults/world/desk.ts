import { chromium, type BrowserContext, type Page } from "playwright-core";
import { findChromium } from "#tests/support/browser/chromium.ts";
import { temporaryDirectory } from "#tests/support/server.ts";
import type { Log } from "../verdict/log.ts";
import { TELL, watchStore, type PageReport } from "./watch.ts";

const PATIENCE_MS = 30_000;
const TAKEN_OVER_MS = 10_000;
const LOOK_AGAIN_MS = 100;

/**
 * The typist's browser with one sheet open in it. Its profile is on the disk: data stored by a killed tab is there
 * for the next one.
 */
export class Desk {
  readonly address: string;
  private readonly context: BrowserContext;
  private opened: Page;

  private constructor({ context, page, address }: { context: BrowserContext; page: Page; address: string }) {
    this.context = context;
    this.opened = page;
    this.address = address;
  }

  /** Starts the browser. @param address the address of the sheet */
  static async launch(address: string, log: Log): Promise<Desk> {
    const { executablePath, env } = (await findChromium()).current;
    const profile = await temporaryDirectory();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      env: { ...definedEnvironment(), ...env },
      viewport: { width: 1280, height: 800 },
      locale: "en-TT",
      timezoneId: "America/Port_of_Spain",
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.exposeBinding(TELL, (_source, { row, entry }: PageReport) => log.add(row, entry));
    await context.addInitScript(watchStore, TELL);
    return new Desk({ context, page: await context.newPage(), address });
  }

  get page(): Page {
    return this.opened;
  }

  /** Opens another tab of the same browser, with the same cookies. */
  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** Loads the sheet again and again until it is there; without a session this ends on the sign-in page. */
  async openSheet(): Promise<void> {
    const limit = Date.now() + PATIENCE_MS;
    while (!(await this.arrives())) {
      if (Date.now() > limit) throw new Error(`the sheet does not open: ${this.page.url()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  /** Closes the tab, or kills its process, without notice to the page. */
  async killTab({ crash }: { crash: boolean }): Promise<void> {
    const { page } = this;
    if (crash) await crashed(page);
    this.opened = await this.context.newPage();
    await page.close();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: "commit" }).catch(() => null);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private async arrives(): Promise<boolean> {
    const { page, address } = this;
    const isThere = page.url() === address && (await page.locator("tr[data-phase]").count()) > 0;
    const answer = isThere ? null : await page.goto(address).catch(() => null);
    if (!isThere && !answer?.ok()) return false;
    if (page.url() !== address) return true;
    return isTakenOver(page);
  }
}

/** Waits until rows save by themselves. */
function isTakenOver(page: Page): Promise<boolean> {
  const button = page.locator("tr[data-phase] button[data-field]").first();
  return button.waitFor({ timeout: TAKEN_OVER_MS }).then(
    () => true,
    () => page.goto("about:blank").then(() => false),
  );
}

async function crashed(page: Page): Promise<void> {
  const gone = new Promise((resolve) => page.once("crash", resolve));
  const session = await page.context().newCDPSession(page);
  // The response never comes: the process that would send it is dead.
  session.send("Page.crash").catch(() => undefined);
  await gone;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
