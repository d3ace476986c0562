import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { CountedLine } from "#tests/bench/line/counted-line.ts";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { delayScripts, intercept } from "#tests/support/browser/intercept.ts";
import { findSheetAddress, markField, waitForRowAutosave } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** The demo school of the tests has no pictures. The place of a file that is missing is free. */
await queryDatabase(
  databaseUrl,
  `insert into files (file_name, kind, media_type, bytes, sha256, width, height)
   select md5(id::text) || '.jpg', 'picture', 'image/jpeg', 1, sha256(''), 300, 380 from students where id % 3 > 0`,
);
await queryDatabase(databaseUrl, "update students set picture = md5(id::text) || '.jpg' where id % 3 > 0");

/** The class has 35 students. */
const SHEET = { classLabel: "Std 4 R", subject: "Spanish" };
const TEST = "End of Term";
const QUIET_MS = 5_000;

test("the sign-in page takes its scripts over after it has loaded", async () => {
  const page = await newPage({ origin });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));

  await page.goto("/", { waitUntil: "load" });
  const before = await page.locator("script[src], link[rel=modulepreload]").count();
  await waitForHydration(page);
  await page.getByRole("button", { name: "NEXT" }).click();

  await page.getByRole("alert").waitFor();
  expect(before).toBe(0);
  expect(faults).toEqual([]);
});

test("a mark that is typed while the data of the page are decoded is saved, and the page gets its scripts", async () => {
  const page = await newPage({ origin });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await signIn(page, "teacher", DEMO_PASSWORD);
  const sheet = await findSheetAddress(page, SHEET, TEST);
  await page.addInitScript(holdStreams);

  await page.goto(sheet);
  await page.waitForFunction(() => "__remixRouteModules" in window);
  // Tasks are in order: a hydration that did not wait for the data would have begun before this answer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const field = page.locator('input[name^="mark."]').first();
  await field.fill("58");
  await page.keyboard.press("Tab");
  await page.locator("tr[data-save=stored]").first().waitFor();
  await page.evaluate("releaseStreams()");

  await page.locator("tr[data-phase=saved] button[data-field=attendance]").first().waitFor();
  await expect.poll(() => field.inputValue()).toBe("58");
  expect(faults).toEqual([]);
});

/** Runs in the page: its streams deliver nothing until `releaseStreams` is called. */
function holdStreams(): void {
  const page = window as unknown as { releaseStreams: () => void };
  const released = new Promise<void>((resolve) => (page.releaseStreams = resolve));
  const { pipeThrough } = ReadableStream.prototype;
  ReadableStream.prototype.pipeThrough = function <T>(
    this: ReadableStream,
    pair: ReadableWritablePair<T>,
    options?: StreamPipeOptions,
  ): ReadableStream<T> {
    const held = new TransformStream({
      async transform(chunk, controller) {
        await released;
        controller.enqueue(chunk);
      },
    });
    return pipeThrough.call(pipeThrough.call(this, held), pair, options) as ReadableStream<T>;
  };
}

test("a later visit of a sheet asks for the page and for the pictures of the class in one file", async () => {
  const line = await CountedLine.to(origin);
  const page = await newPage({ origin: line.origin });
  await signIn(page, "teacher", DEMO_PASSWORD);
  const sheet = await findSheetAddress(page, SHEET, TEST);
  await openAndSettle(sheet);
  line.take();

  await openAndSettle(sheet);

  const { requests } = line.take();
  line.close();
  expect(requests.length).toBeLessThanOrEqual(3);
  expect(requests.filter((request) => request.includes("/img/"))).toEqual([
    expect.stringMatching(/^GET \/img\/classes\/\d+\/\d+\/[\w-]{16}$/),
  ]);

  async function openAndSettle(path: string): Promise<void> {
    const tab = await page.context().newPage();
    await tab.goto(path);
    await waitForRowAutosave(tab);
    await tab.waitForTimeout(QUIET_MS);
    await tab.close();
  }
});

test("a mark typed before the scripts is stored at once, and they show it as saved without repeating its request", async () => {
  const page = await newPage({ origin });
  const release = await openUnscriptedSheet(page);
  const saves = savesOf(page);
  const [row = ""] = await rowsOfPresent(page);
  const field = markField(page, row);

  const stored = page.waitForResponse(/\/save$/);
  await typeOver(field, "41");
  const reply = (await (await stored).json()) as { results: { outcome: string; row: string }[] };
  const status = page.locator(`#row-${row}`);
  await expect.poll(() => shownState(page, row)).toBe("✓ Saved");
  expect(await violationsOn(page)).toEqual([]);
  // Typed again before the scripts: only they know the version that the first save made.
  await typeOver(field, "43");
  expect(await shownState(page, row)).toBe("");
  release();
  await waitForRowAutosave(page);

  await status.and(page.locator("[data-phase=saved]")).waitFor();
  await expect.poll(() => storedMark(page, row)).toBe("43");
  expect(reply.results).toEqual([expect.objectContaining({ row, outcome: "saved" })]);
  expect(saves).toEqual([expect.stringContaining('"mark":41'), expect.stringContaining('"mark":43')]);
  expect(await field.inputValue()).toBe("43");
});

test("a mark whose early request is lost is sent again by the scripts; a mark above the maximum waits for them", async () => {
  const page = await newPage({ origin });
  const release = await openUnscriptedSheet(page);
  const [, other = "", row = ""] = await rowsOfPresent(page);
  const reconnect = await intercept(page, /\/save$/);
  const saves = savesOf(page);

  await typeOver(markField(page, other), "999");
  await typeOver(markField(page, row), "44");
  await expect.poll(() => saves.length).toBe(1);
  reconnect();
  release();
  await waitForRowAutosave(page);

  await expect.poll(() => storedMark(page, row)).toBe("44");
  expect(saves[0]).toContain('"mark":44');
  expect(saves.slice(1)).toContain(saves[0]);
});

async function openUnscriptedSheet(page: Page): Promise<() => void> {
  await signIn(page, "teacher", DEMO_PASSWORD);
  const sheet = await findSheetAddress(page, SHEET, TEST);
  const release = await delayScripts(page);
  await page.goto(sheet, { waitUntil: "commit" });
  return release;
}

/** Returns the rows of students who are present, before the scripts replace the list of attendances by a button. */
async function rowsOfPresent(page: Page): Promise<string[]> {
  const fields = page.locator("tr:has(option[value='1'][selected]) input[name^='mark.']");
  await fields.nth(2).waitFor();
  return fields.evaluateAll((inputs) => inputs.map((input) => (input.getAttribute("name") ?? "").slice(5)));
}

/** Types like a person, over what the field holds, and leaves the field. */
async function typeOver(field: Locator, mark: string): Promise<void> {
  await field.selectText();
  await field.page().keyboard.type(mark);
  await field.page().keyboard.press("Tab");
}

/** Reads what the page shows beside a row that its scripts do not know yet. */
async function shownState(page: Page, row: string): Promise<string> {
  return page.locator(`#state-${row}`).evaluate((state) => {
    const { content } = getComputedStyle(state, "::before");
    return content === "none" ? "" : content.replaceAll('"', "");
  });
}

function savesOf(page: Page): (string | null)[] {
  const saves: (string | null)[] = [];
  page.on("request", (request) => void (request.url().endsWith("/save") && saves.push(request.postData())));
  return saves;
}

/** Reads the mark that the server shows to whoever opens the sheet now. */
async function storedMark(page: Page, row: string): Promise<string> {
  const html = await (await page.request.get(page.url())).text();
  const [field = ""] = new RegExp(`<input [^>]*name="mark\\.${row}"[^>]*>`).exec(html) ?? [];
  return /\bvalue="([^"]*)"/.exec(field)?.[1] ?? "";
}

test("without script the pictures of a class are there at once, each in its own place", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "teacher", DEMO_PASSWORD);
  const file = page.waitForResponse((answer) => answer.url().includes("/img/classes/"));

  await page.goto(await findSheetAddress(page, SHEET, TEST));

  const shown = page.locator(".joined-picture");
  expect((await file).status()).toBe(200);
  const places = await shown.evaluateAll((pictures) =>
    pictures.map((picture) => getComputedStyle(picture, "::after").backgroundPosition),
  );
  expect(places.length).toBeGreaterThan(20);
  expect(new Set(places).size).toBe(places.length);
});
