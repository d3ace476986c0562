import { get, type IncomingMessage } from "node:http";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

/** Tremor and Recharts together, compressed with Brotli. */
const MOST_CHART_BYTES = 130_000;

const OVERVIEW = "/app/overview";
/** The demo school's today: most classes have marked their morning. */
const FRIDAY = `${OVERVIEW}?date=2026-06-26`;

test("without script the principal goes from the figures to the names and to a register", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "principal", DEMO_PASSWORD);

  await page.getByRole("link", { name: /^Overview/ }).click();
  await page.goto(`${origin}${FRIDAY}`);
  await page.getByRole("heading", { name: "Attendance this term" }).waitFor();
  await page.getByRole("img", { name: /^The percentage present in each week/ }).waitFor();
  await page.getByRole("heading", { name: "Report week" }).waitFor();
  const found = await violationsOn(page);
  await page
    .getByRole("navigation", { name: "Classes shown" })
    .getByRole("link", { name: "Standard 4" })
    .click();
  await page.getByRole("heading", { name: "Absence by class" }).waitFor();
  await page.getByRole("link", { name: / absent: list of names$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Absent" }).waitFor();
  await waitForMessage(page, /absent from every register of the day\.$/);
  const foundOnList = await violationsOn(page);
  const paper = await page.getByRole("link", { name: "Print" }).getAttribute("href");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.goto(`${origin}${FRIDAY}`);
  await page
    .getByRole("link", { name: /^Open register of/ })
    .first()
    .click();
  await page.waitForURL(/\/app\/attendance-register\/\d+\/2026-06-26\/1$/);

  expect([found, foundOnList]).toEqual([[], []]);
  const answer = await page.request.get(`${origin}${paper}`);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});

test("a phone shows one part at a time, and numbers to press", async () => {
  const page = await openOverview("principal", { phone: true });
  const today = page.getByRole("heading", { name: "Absent on this day" });
  const term = page.getByRole("heading", { name: "By week", exact: true });

  await today.waitFor();
  const before = await term.isVisible();
  const call = await page.locator(".absent-list a[href^='tel:+1868']").first().boundingBox();
  const wide = [await overflowOf(page)];
  await page.getByRole("link", { name: /^Attendance this term/ }).click();
  await term.waitFor();
  const after = await today.isVisible();
  wide.push(await overflowOf(page));
  const found = await violationsOn(page);
  await page.getByRole("link", { name: /^Report week/ }).click();
  await page.getByRole("heading", { name: "Progress by level" }).waitFor();
  wide.push(await overflowOf(page));

  expect([before, after, found]).toEqual([false, false, []]);
  expect(call?.height).toBeGreaterThanOrEqual(44);
  expect(wide).toEqual([0, 0, 0]);
});

test("without script the principal goes from the results to the names behind them", async () => {
  const page = await openOverview("principal", { javaScript: false });
  const results = page.locator("#results");

  await results.getByRole("heading", { name: "Means by subject and class" }).waitFor();
  await results.getByRole("heading", { name: "Every subject" }).waitFor();
  const [mean] = await results.locator(".means tbody td:not(.none) a").first().allInnerTexts();
  await results.locator(".means tbody td:not(.none) a").first().click();
  await page.waitForURL(/\/app\/overview\/marks\?/);
  await waitForMessage(page, /The highest mark comes first\.$/);
  const found = await violationsOn(page);
  await page.goto(`${origin}${FRIDAY}`);
  await results.getByRole("link", { name: /Failing 3\+ subjects: list of names$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Failing three subjects or more" }).waitFor();
  const rows = await page.getByRole("row").count();
  const paper = await page.getByRole("link", { name: "Print" }).getAttribute("href");
  await page.goto(`${origin}${FRIDAY}#results`);
  await results.getByLabel("Term").selectOption({ index: 1 });
  await results.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/term=\d+.*#results$/);

  expect(found).toEqual([]);
  expect(mean).toMatch(/^\d+$/);
  expect(rows).toBeGreaterThan(1);
  const answer = await page.request.get(`${origin}${paper}`);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
});

test("the charts come in one file, and only for whoever asks", async () => {
  const page = await openOverview("principal", {});
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  const charts = () => new Set(files.filter((url) => /\/charts-/.test(url)));
  const before = charts().size;

  for (const left of [2, 1, 0]) {
    const buttons = page.getByRole("button", { name: "Explore the chart" });
    await buttons.first().click();
    await expect.poll(() => buttons.count()).toBe(left);
  }
  await page.locator(".explore .recharts-area-curve").first().waitFor();
  await page.locator(".explore .recharts-bar-rectangle").first().waitFor();
  await page.locator(".explore .recharts-sector").first().waitFor();
  await page
    .locator(".explore .recharts-surface")
    .first()
    .hover({ position: { x: 300, y: 60 } });
  await page.getByRole("status").filter({ hasText: "This term: " }).waitFor();

  expect(before).toBe(0);
  expect(charts().size).toBe(1);
  const [file = ""] = charts();
  const { headers } = await fetchCompressed(file);
  expect(headers["content-encoding"]).toBe("br");
  expect(Number(headers["content-length"])).toBeLessThanOrEqual(MOST_CHART_BYTES);
  expect(await violationsOn(page)).toEqual([]);
});

test.each(["current", "light"] as const)(
  "a chart that could not be loaded is offered again, %s",
  async (chromium) => {
    const page = await openOverview("principal", { chromium });
    const reconnect = await intercept(page, /\/charts-/);

    await page.getByRole("button", { name: "Explore the chart" }).first().click();
    await page.getByRole("status").filter({ hasText: "The chart could not be loaded." }).waitFor();
    const found = await violationsOn(page);
    reconnect();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".explore .recharts-area-curve").first().waitFor();

    expect(found).toEqual([]);
  },
);

test("under forced colours drawings keep their paper", async () => {
  const page = await newPage({ origin });
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "principal", DEMO_PASSWORD, FRIDAY);
  await waitForHydration(page);

  const found = await violationsOn(page);
  const drawings = [
    ".week-chart > svg",
    "#term li > a > svg",
    ".bar-list .bar > svg",
    ".grade-table .bar i",
    ".means td[class*=' bg-']",
  ];
  const adjusted = await Promise.all(
    drawings.map((drawing) =>
      page
        .locator(drawing)
        .first()
        .evaluate((element) => getComputedStyle(element).forcedColorAdjust),
    ),
  );
  expect(found).toEqual([]);
  expect(adjusted).toEqual(Array(drawings.length).fill("none"));
});

test("under forced colours only the chosen part and levels have a line", async () => {
  const page = await newPage({ origin, viewport: { width: 1000, height: 900 } });
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "principal", DEMO_PASSWORD, `${FRIDAY}#results`);
  await waitForHydration(page);
  const underlined = (items: Locator) =>
    items.evaluateAll((all) => {
      const paper = document.createElement("i");
      paper.style.color = "Canvas";
      document.body.append(paper);
      const { color } = getComputedStyle(paper);
      return all
        .filter((item) => getComputedStyle(item).borderBottomColor !== color)
        .map((item) => item.textContent);
    });
  const parts = page.getByRole("navigation", { name: "Parts of the overview" }).getByRole("link");
  const levels = page.getByRole("navigation", { name: "Classes shown" }).getByRole("link");
  const inTable = page.locator(".means-panel label");

  await expect.poll(() => underlined(parts)).toEqual([expect.stringMatching(/^Results/)]);
  expect(await underlined(levels)).toEqual(["Whole school"]);
  await levels.getByText("Standard 4").click();
  await expect.poll(() => underlined(levels)).toEqual(["Standard 4"]);
  await page.goto(`${origin}${FRIDAY}#results`);
  await inTable.getByText("Standard 3").click();
  await expect.poll(() => underlined(inTable)).toEqual(["Standard 3"]);
  const chosenTest = page.getByRole("navigation", { name: "Test" }).locator("[aria-current]");
  expect(await chosenTest.evaluate((item) => getComputedStyle(item).forcedColorAdjust)).toBe("none");
});

test("on A4 every part is printed, without buttons and within the paper", async () => {
  const page = await newPage({ origin, viewport: { width: 700, height: 1000 } });
  await signIn(page, "principal", DEMO_PASSWORD, FRIDAY);
  await page.emulateMedia({ media: "print" });

  const parts = await page.locator(".overview > .part, .means-panel").evaluateAll((all) =>
    all.map((part) => ({
      id: part.id,
      isPrinted: part.getClientRects().length > 0,
      isWide:
        part.getBoundingClientRect().left + part.scrollWidth > document.documentElement.clientWidth + 16,
    })),
  );

  expect(parts).toEqual(
    ["today", "term", "results", "", "reports"].map((id) => ({ id, isPrinted: true, isWide: false })),
  );
  const levels = page.locator(".means th[scope='colgroup']");
  expect(await levels.filter({ visible: true }).count()).toBe(await levels.count());
  expect(await page.locator(".overview").getByRole("button").filter({ visible: true }).count()).toBe(0);
});

test("every table of the overview names its columns and rows for a screen reader", async () => {
  const page = await openOverview("principal", {});

  const tables = await page.locator(".overview table").evaluateAll((all) =>
    all.map((table) => ({
      caption: table.querySelector("caption")?.textContent ?? "",
      columns: table.querySelectorAll("thead th[scope]").length > 0,
      rows: [...table.querySelectorAll("tbody tr")].every((row) => row.querySelector("th[scope='row']")),
    })),
  );

  expect(tables.length).toBeGreaterThanOrEqual(5);
  expect(tables.filter(({ caption, columns, rows }) => !caption || !columns || !rows)).toEqual([]);
});

test("the arrow keys move in the table of means, and Enter opens the names", async () => {
  const page = await openOverview("principal", {});
  const links = page.locator(".means a");
  const focused = () => page.evaluate(() => document.activeElement?.closest("td")?.cellIndex);

  await links.first().focus();
  const from = await focused();
  await page.keyboard.press("ArrowRight");
  const to = await focused();
  const stops = await page.locator('.means a[tabindex="0"]').count();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app\/overview\/marks\?/);

  expect([to, stops]).toEqual([(from ?? 0) + 1, 1]);
});

test("a bar of a class opens its day, and the class opens its days", async () => {
  const page = await openOverview("principal", {});
  await waitForHydration(page);
  const ofClass = page.getByRole("link", { name: /See who was absent$/ }).first();
  const bars = ofClass.locator("svg");
  // The last bar but one, in the units of the drawing: a bar is 27 wide, and the next one begins 32 further on.
  const x = await bars.evaluate((svg: SVGSVGElement) => {
    const { width } = svg.viewBox.baseVal;
    return (svg.getBoundingClientRect().width * (width - 45)) / width;
  });

  await bars.hover({ position: { x, y: 9 } });
  await expect.poll(() => ofClass.getAttribute("title")).toBe("Thu 25 Jun");
  await bars.click({ position: { x, y: 9 } });
  await page.getByRole("heading", { level: 1, name: "Absent on Thu 25 Jun" }).waitFor();
  await page.goto(`${origin}${FRIDAY}`);
  await ofClass.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Present on each day" }).waitFor();
  const found = await violationsOn(page);
  await page.getByRole("link", { name: /%, Thu 25 Jun$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Absent on Thu 25 Jun" }).waitFor();

  expect(found).toEqual([]);
});

test("without script a phone shows the means of one level at a time", async () => {
  const page = await openOverview("principal", { javaScript: false, phone: true });

  await page.getByRole("link", { name: /^Results/ }).click();
  const head = page.locator(".means thead th[scope='colgroup']");
  await head.first().waitFor();
  const shownFirst = await head.filter({ visible: true }).allInnerTexts();
  await page
    .getByRole("group", { name: "Level shown in the table" })
    .getByText("Standard 4", { exact: true })
    .click();
  await page.locator(".means th[scope='colgroup']", { hasText: "Standard 4" }).waitFor();
  const shownThen = await head.filter({ visible: true }).allInnerTexts();
  const found = await violationsOn(page);

  expect(shownFirst).toHaveLength(1);
  expect(shownThen).toEqual(["Standard 4"]);
  expect(found).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

/** Requests a file as a browser does over HTTPS. */
function fetchCompressed(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "br" } }, (response) => resolve(response.resume())).on(
      "error",
      reject,
    );
  });
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function openOverview(
  userName: string,
  { javaScript = true, phone = false, chromium = "light" }: Omit<PageOptions, "origin">,
): Promise<Page> {
  const page = await newPage({ origin, javaScript, phone, chromium });
  await signIn(page, userName, DEMO_PASSWORD, FRIDAY);
  if (javaScript) await waitForHydration(page);
  return page;
}
