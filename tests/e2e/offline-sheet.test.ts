import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { OFFLINE_CACHE } from "#domain/offline-page.ts";
import { CountedLine } from "#tests/bench/line/counted-line.ts";
import { PATHS } from "#domain/paths.ts";
import { newPage, signIn, startSession, waitForPrefetchedModule } from "#tests/support/browser/browser.ts";
import { startPortalNetwork } from "#tests/support/browser/portal.ts";
import {
  findSheetAddress,
  enterMark,
  lessonLink,
  findRowWhere,
  waitForRowAutosave,
  waitForRowState,
  readStoredMark,
} from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin: server, web } = await startProduct();
const network = await startPortalNetwork(server);
const { origin } = network;

/** The class has 35 students. */
const SHEET = { classLabel: "Std 4 R", subject: "Spanish" };
const OTHER_SHEET = { classLabel: "Std 4 R", subject: "Mathematics" };
const TEST = "End of Term";
const CLASS_SIZE = 35;
const KEPT_NOTICE = /you see this page as it was at \d\d:\d\d/i;

test("a reload without network shows the sheet that was open; typing goes on and is saved when it is back", async () => {
  const page = await openStoredSheet();
  const row = await firstBlankRow(page);
  await emptyBrowserCache(page);
  await loseNetwork();

  await page.reload();
  await isCopy(page);
  const names = await page.getByRole("rowheader").count();
  await enterMark(page, row, "57");
  await page.locator(`#row-${row}`).getByText("Waiting on this device").waitFor();
  await network.mend();
  await page.getByText("All saved").filter({ visible: true }).first().waitFor();
  await page.reload();
  await page.locator("html:not([data-stored-at])").waitFor();

  expect(names).toBe(CLASS_SIZE);
  expect(await readStoredMark(page, row)).toBe("57");
});

test("what was saved after the page was loaded is there, as saved, in what the device shows", async () => {
  const page = await openStoredSheet();
  const row = await firstBlankRow(page);
  await enterMark(page, row, "58");
  await waitForRowState(page, row, "saved");
  const receipt = await receiptOn(page);
  await loseNetwork();

  await page.reload();
  await isCopy(page);

  await expect.poll(() => page.locator(`input[name='mark.${row}']`).inputValue()).toBe("58");
  await expect.poll(() => receiptOn(page)).toBe(receipt);
  await page.locator(`#row-${row}`).getByText("Saved").first().waitFor();
});

test("the sheet that was opened last is the one that is kept, and its dialogs lead to it", async () => {
  const page = await openStoredSheet();
  const former = page.url();
  await page.goto(PATHS.markSheets);
  await lessonLink(page, OTHER_SHEET).click();
  await page.getByRole("link", { name: new RegExp(TEST) }).click();
  await waitForRowAutosave(page);
  await isKept(page);
  const { pathname } = new URL(page.url());
  await loseNetwork();

  await page.goto(`${pathname}/print`);
  await isCopy(page);
  const shown = new URL(page.url()).pathname;
  await page.goto(former);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await page.getByRole("link", { name: /Mathematics/ }).click();
  await isCopy(page);

  expect(shown).toBe(pathname);
  expect(new URL(page.url()).pathname).toBe(pathname);
});

test("nothing is kept once the person has signed out", async () => {
  const page = await openStoredSheet();
  const sheet = page.url();
  await page.getByRole("link", { name: "Sign Out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
  await page.getByText("Nobody is signed in").waitFor();

  await expect.poll(() => storeExists(page)).toBe(false);
  await loseNetwork();

  await expectNothingOf(page, sheet);
});

test("signing out without network forgets the sheet as well", async () => {
  const page = await openStoredSheet();
  const sheet = page.url();
  await page.getByRole("link", { name: "Sign Out" }).click();
  await page.getByRole("dialog").waitFor();
  await loseNetwork();

  await page.getByRole("dialog").getByRole("button", { name: "Sign Out" }).click();
  await page.getByText("You are still signed in.").waitFor();

  await expectNothingOf(page, sheet);
});

test("who signs in after a session that ended is not shown the sheet of the one before", async () => {
  const page = await openStoredSheet();
  const sheet = page.url();
  await page.context().clearCookies();
  await page.reload();
  const sentTo = new URL(page.url()).pathname;
  await signIn(page, "principal", DEMO_PASSWORD);
  await loseNetwork();

  expect(sentTo).toBe("/");
  await expectNothingOf(page, sheet);
});

test("a kept sheet is shown to its account alone, and only while its session lasts on the device", async () => {
  const [others, nobodys] = [await openStoredSheet(), await openStoredSheet()];
  await others.context().addCookies([{ name: "account", value: "2", domain: "127.0.0.1", path: "/app" }]);
  await nobodys.context().clearCookies();
  await loseNetwork();

  await expectNothingOf(others, others.url());
  await expectNothingOf(nobodys, nobodys.url());
});

test("after 12 hours nothing is kept any more", async () => {
  const page = await openStoredSheet();
  await age(page, 12 * 60 * 60 * 1_000);
  await loseNetwork();

  await expectNothingOf(page, page.url());
});

test("a network that does not answer is as good as none", async () => {
  const page = await openStoredSheet();
  process.kill(web.pid, "SIGSTOP");
  onTestFinished(() => void process.kill(web.pid, "SIGCONT"));

  await page.reload({ timeout: 20_000 });

  await isCopy(page);
});

test("a page that was loaded is kept as it is, without loading it once more", async () => {
  const line = await CountedLine.to(server);
  onTestFinished(() => line.close());
  const page = await openStoredSheet(line.origin);
  const { pathname } = new URL(page.url());
  const before = await storedAt(page);
  line.take();

  await page.reload();
  await expect.poll(() => storedAt(page), { timeout: 15_000 }).not.toBe(before);

  expect(line.take().requests.filter((request) => request.endsWith(pathname))).toEqual([`GET ${pathname}`]);
});

test("where the browser refuses every worker and keeps nothing the page is as it is", async () => {
  const page = await newPage({ origin });
  await page.addInitScript(() => {
    const blocked = () => new DOMException("blocked", "SecurityError");
    ServiceWorkerContainer.prototype.register = () => Promise.reject(blocked());
    Object.defineProperty(window, "caches", {
      get: () => {
        throw blocked();
      },
    });
  });
  await openSheet(page);
  const row = await firstBlankRow(page);

  await enterMark(page, row, "61");
  await waitForRowState(page, row, "saved");

  expect(await readStoredMark(page, row)).toBe("61");
});

test("whether the page may be loaded again is said as it is: kept, kept by an earlier visit, and not at all", async () => {
  const [kept, revisited, unkept] = [
    await openStoredSheet(),
    await openStoredSheet(),
    await newPage({ origin }),
  ];
  await unkept.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  await openSheet(unkept);
  await waitForPrefetchedModule(unkept, "session-monitor");
  // The page must not be stored a second time.
  await revisited.route("**/service-worker.js", (route) => route.abort());
  await revisited.reload();
  await waitForRowAutosave(revisited);
  await waitForPrefetchedModule(revisited, "session-monitor");
  await loseNetwork();

  for (const page of [kept, revisited, unkept]) await enterMark(page, await firstBlankRow(page), "41");

  for (const page of [kept, revisited]) {
    await page
      .getByText("You can close or reload this page, but keep a private window open.")
      .first()
      .waitFor();
    await page.reload();
    await isCopy(page);
  }
  await unkept.getByText("You cannot reload this page without a connection").first().waitFor();
});

async function openStoredSheet(address = origin): Promise<Page> {
  const page = await newPage({ origin: address });
  await openSheet(page);
  await isKept(page);
  return page;
}

async function openSheet(page: Page): Promise<void> {
  await startSession(page, "teacher", DEMO_PASSWORD);
  await page.goto(await findSheetAddress(page, SHEET, TEST));
  await waitForRowAutosave(page);
}

/** Reads a text such as '25 of 35 saved, 3 absent, 7 blank'. */
async function receiptOn(page: Page): Promise<string | null> {
  return page.getByText(/^\d+ of \d+ saved/).textContent();
}

async function isCopy(page: Page): Promise<void> {
  await page.locator("html[data-stored-at]").waitFor();
  await page.getByText(KEPT_NOTICE).filter({ visible: true }).first().waitFor();
}

async function isKept(page: Page): Promise<void> {
  const address = page.url();
  await expect.poll(() => storedAddresses(page), { timeout: 15_000 }).toContain(address);
}

function storedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async (name) => {
    const store = await caches.open(name);
    return (await store.keys()).map(({ url }) => url);
  }, OFFLINE_CACHE);
}

function storedAt(page: Page): Promise<string | null> {
  return page.evaluate(async (name) => {
    const copy = await (await caches.open(name)).match(location.href);
    return copy?.headers.get("X-Stored-At") ?? null;
  }, OFFLINE_CACHE);
}

function storeExists(page: Page): Promise<boolean> {
  return page.evaluate((name) => caches.has(name), OFFLINE_CACHE);
}

/** Clears the cache, because a browser may discard any file. */
async function emptyBrowserCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
}

/** Changes the copy's date, as if it had been stored that long ago. */
function age(page: Page, ms: number): Promise<void> {
  return page.evaluate(
    async ({ name, address, then }) => {
      const store = await caches.open(name);
      const kept = await store.match(address);
      const headers = new Headers(kept?.headers);
      headers.set("X-Stored-At", then);
      await store.put(address, new Response(await kept?.text(), { headers }));
    },
    { name: OFFLINE_CACHE, address: page.url(), then: new Date(Date.now() - ms).toISOString() },
  );
}

async function expectNothingOf(page: Page, sheet: string): Promise<void> {
  await page.goto(sheet);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await page.getByRole("link").allTextContents()).toEqual(["Try again"]);
}

async function loseNetwork(): Promise<void> {
  onTestFinished(network.mend);
  await network.cut();
}

function firstBlankRow(page: Page): Promise<string> {
  return findRowWhere(page, (value) => value === "");
}
