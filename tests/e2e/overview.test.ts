import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const OVERVIEW = "/app/overview";
/** The demo school's today: most classes have marked their morning. */
const FRIDAY = `${OVERVIEW}?date=2026-06-26`;

test.each([{ javaScript: true }, { javaScript: false }])(
  "the principal goes from the figures to the names and to a register, script $javaScript",
  async ({ javaScript }) => {
    const page = await newPage({ origin, javaScript });
    await signIn(page, "principal", DEMO_PASSWORD);

    await page.getByRole("link", { name: /^Overview/ }).click();
    await page.goto(`${origin}${FRIDAY}`);
    if (javaScript) await waitForHydration(page);
    await page.getByRole("heading", { name: "Attendance this term" }).waitFor();
    await page.getByRole("img", { name: /^The percentage present in each week/ }).waitFor();
    await page.getByRole("heading", { name: "Report week" }).waitFor();
    const found = await violationsOn(page);
    await page
      .getByRole("navigation", { name: "Classes shown" })
      .getByRole("link", { name: "Standard 4" })
      .click();
    await page.getByRole("heading", { name: "Absence by class" }).waitFor();
    await page.getByRole("link", { name: / absent, the names$/ }).click();
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
  },
);

test.each([{ javaScript: true }, { javaScript: false }])(
  "a phone shows one part at a time, and numbers to press, script $javaScript",
  async ({ javaScript }) => {
    const page = await openOverview("principal", { javaScript, phone: true });
    const today = page.getByRole("heading", { name: "Absent on this day" });
    const term = page.getByRole("heading", { name: "By week", exact: true });

    await today.waitFor();
    const before = await term.isVisible();
    const call = await page.locator(".absent a[href^='tel:+1868']").first().boundingBox();
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
  },
);

test("a form teacher sees the own class only", async () => {
  const page = await openOverview("formteacher", {});

  await page.getByRole("heading", { name: "Absence by class" }).waitFor();

  expect(await page.getByRole("navigation", { name: "Classes shown" }).count()).toBe(0);
  expect(await page.locator(".trackers li").count()).toBe(1);
  expect(await page.getByRole("link", { name: "Late Board" }).count()).toBe(0);
});

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function openOverview(
  userName: string,
  { javaScript = true, phone = false }: { javaScript?: boolean; phone?: boolean },
): Promise<Page> {
  const page = await newPage({ origin, javaScript, phone });
  await signIn(page, userName, DEMO_PASSWORD, FRIDAY);
  if (javaScript) await waitForHydration(page);
  return page;
}
