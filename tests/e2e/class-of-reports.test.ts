import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { newPage, signIn, startSession, violationsOn } from "#tests/support/browser/browser.ts";
import { prepareUnsignedReports } from "#tests/support/browser/class-of-reports.ts";
import { readLinkAt } from "#tests/support/browser/links.ts";
import { openReport, waitForAutosave } from "#tests/support/browser/report-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";
import { pagesOf, wordsOf } from "../templates/pdf-reader.ts";
import { partsOf } from "../templates/zip-reader.ts";

const { origin, databaseUrl } = await startProduct();

/** D. Ramkissoon (`formteacher`) is its form teacher. */
const CLASS = "Std 4 R";
const SIZE = 35;
const RATINGS = "CSRCCCSCCC";
/** The reports that are written by keyboard; the others are written already. */
const BY_KEYBOARD = 6;
const MOST_KEYS = 80;
const MANY_KEYS_MS = 400_000;
/** A class's cards are laid out twice at once here, for the viewer and for the test. */
const A_CLASS_MS = 60_000;

test(
  "a class of 35 is finished by keyboard, signed as looked through, printed",
  { timeout: MANY_KEYS_MS },
  async () => {
    await prepareUnsignedReports(databaseUrl, CLASS, BY_KEYBOARD);
    const teacher = await openReport("formteacher", { origin });

    await completeByKeyboard(teacher);
    await teacher.goto(await overviewOf(teacher));
    await teacher.getByText(`${SIZE} reports: ${SIZE} complete, 0 signed`).waitFor();
    expect(await teacher.getByRole("button", { name: /^Sign/ }).count()).toBe(0);

    const principal = await newPage({ origin });
    await signIn(principal, "principal", DEMO_PASSWORD, new URL(teacher.url()).pathname);
    await principal.getByRole("link", { name: `To be signed (${SIZE})` }).click();
    await principal.getByRole("button", { name: `Sign ${SIZE} complete reports` }).click();
    const question = principal.getByRole("dialog");
    await question.getByText(`You are signing ${SIZE} complete reports of ${CLASS}.`).waitFor();
    expect(await violationsOn(principal)).toEqual([]);
    await question.getByRole("button", { name: `Sign ${SIZE} reports` }).click();
    await principal.getByText(`${SIZE} reports signed.`).waitFor();

    expect(await principal.evaluate(() => document.activeElement?.textContent)).toContain("reports signed.");
    await principal.getByText(`${SIZE} reports: ${SIZE} complete, ${SIZE} signed`).waitFor();
    expect(await violationsOn(principal)).toEqual([]);

    await principal.getByRole("link", { name: "Report Cards", exact: true }).click();
    const viewer = principal.getByRole("dialog");
    await viewer.getByRole("heading", { name: `Report Cards, ${CLASS}` }).waitFor();
    const cards = pagesOf(
      await fileAt(
        principal,
        await viewer.getByRole("link", { name: "Open PDF", includeHidden: true }).getAttribute("href"),
      ),
    );
    expect(cards).toHaveLength(SIZE);
    expect(cards.every((card) => /Signed \d+ \w+ \d{4}/.test(wordsOf(card)))).toBe(true);

    const pdf = await downloaded(principal, "Download PDF");
    const word = await downloaded(principal, "Word");
    expect(pdf.name).toBe(`Report cards ${CLASS} Term 3 2025-2026.pdf`);
    expect(pdf.bytes.subarray(0, 4).toString("latin1")).toBe("%PDF");
    expect(word.name).toBe(`Report cards ${CLASS} Term 3 2025-2026.docx`);
    expect(
      partsOf(word.bytes)
        .get("word/document.xml")
        ?.match(/<w:sectPr/g),
    ).toHaveLength(SIZE);
    await principal.keyboard.press("Escape");
    await viewer.waitFor({ state: "hidden" });
    expect(new URL(principal.url()).pathname).toMatch(/\/sign-all$/);
  },
);

test("the viewer goes from one student's card to the class's, and closes where it was opened", async () => {
  const page = await openReport("formteacher", { origin });
  const report = new URL(page.url()).pathname;

  await page.getByRole("link", { name: "Report Card", exact: true }).click();
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("link", { name: `Whole class (${SIZE})` }).click();
  await viewer.getByRole("heading", { name: `Report Cards, ${CLASS}` }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await viewer.getByRole("link", { name: "Close" }).click();
  await viewer.waitFor({ state: "hidden" });

  expect(new URL(page.url()).pathname).toBe(report);
});

test("without script a report is written, signed with its class, and its card opened", async () => {
  await prepareUnsignedReports(databaseUrl, CLASS);
  const teacher = await openReport("formteacher", { origin, javaScript: false });

  await teacher.locator("#teacher_comment").fill("Reads every evening and helps others.");
  for (const field of BEHAVIOUR_FIELDS) await teacher.locator(`[name=${field}][value=S]`).press("Space");
  await teacher.getByRole("button", { name: "Save", exact: true }).first().click();
  await teacher.goto(await overviewOf(teacher));
  await teacher.getByText(`${SIZE} reports: 1 complete, 0 signed`).waitFor();
  expect(await violationsOn(teacher)).toEqual([]);

  const principal = await newPage({ origin, javaScript: false });
  await signIn(principal, "principal", DEMO_PASSWORD, new URL(teacher.url()).pathname);
  await principal.getByRole("button", { name: "Sign 1 complete report" }).click();
  await principal.getByText(`${SIZE - 1} reports are left out:`).waitFor();
  await principal.getByRole("button", { name: "Sign 1 report" }).click();
  await principal.getByText("1 report signed.").waitFor();
  await principal.getByRole("link", { name: "Signed (1)" }).click();
  await principal.getByRole("link", { name: /^Report card of/ }).click();

  const viewer = principal.getByRole("dialog");
  const card = pagesOf(
    await fileAt(
      principal,
      await viewer.getByRole("link", { name: "Open PDF", includeHidden: true }).getAttribute("href"),
    ),
  );
  expect(card.map(wordsOf).join(" ")).toContain("Reads every evening and helps others.");
  await viewer.getByRole("link", { name: "Close" }).click();
  expect(new URL(principal.url()).search).toBe("?show=signed");
});

test("on a phone the class is looked through and its cards are opened and downloaded, not embedded", async () => {
  const page = await openOverview("principal", { phone: true });

  await page.getByRole("heading", { name: `Reports of ${CLASS}` }).waitFor();
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole("link", { name: "Report Cards", exact: true }).tap();
  const viewer = page.getByRole("dialog");
  const open = viewer.getByRole("link", { name: "Open PDF" });
  await open.waitFor();

  expect(await viewer.locator("iframe").count()).toBe(0);
  expect(pagesOf(await fileAt(page, await open.getAttribute("href")))).toHaveLength(SIZE);
  expect(await viewer.getByRole("link", { name: /Download PDF|Word/ }).count()).toBe(2);
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

test("on a phone without network a card opens no dead page: the dialog says so", async () => {
  const page = await openOverview("principal", { phone: true });
  await page.getByRole("link", { name: "Report Cards", exact: true }).tap();
  const viewer = page.getByRole("dialog");
  const open = viewer.getByRole("link", { name: "Open PDF" });
  await open.waitFor();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);

  await open.tap();
  await viewer.getByRole("alert").filter({ hasText: "No connection", visible: true }).waitFor();
  await expect.poll(() => page.context().pages().length).toBe(1);
  await page.context().setOffline(false);
  // The browser may already have reported that the connection is back; then the message disappears by itself.
  const tryAgain = viewer.getByRole("button", { name: "Try again" }).filter({ visible: true });
  await expect
    .poll(async () => {
      if (await tryAgain.isVisible()) await tryAgain.tap();
      return viewer.getByRole("alert").filter({ visible: true }).count();
    })
    .toBe(0);
});

test("in a secondary school the dean reads the classes of the assignment, the form teacher writes", async () => {
  const school = await startProduct({ flavour: "secondary" });
  const dean = await newPage({ origin: school.origin });
  await signIn(dean, "dean", DEMO_PASSWORD, PATHS.termReports);
  const classes = dean.locator("main li a[href*='/app/term-reports/']");
  expect(await classes.count()).toBeGreaterThan(1);
  await classes.first().click();
  await dean.waitForURL(/\/term-reports\/\d+\/\d+\/\d+/);
  await dean
    .getByText(/^1 of \d+$/)
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await dean.locator("[data-field]").count()).toBe(0);
  await dean.goto(await overviewOf(dean));
  await dean.getByText(/^You can read and print it|can read and print/).waitFor();
  expect(await dean.getByRole("button", { name: /^Sign/ }).count()).toBe(0);
  const ofOthers = new URL(dean.url()).pathname;

  const teacher = await newPage({ origin: school.origin });
  await signIn(teacher, "formteacher", DEMO_PASSWORD, PATHS.termReports);
  await teacher.waitForURL(/\/term-reports\/\d+\/\d+\/\d+/);
  await waitForAutosave(teacher);
  await teacher
    .getByRole("columnheader", { name: /Mid Term|Interim Test/ })
    .first()
    .waitFor();
  await writeByKeyboard(teacher, "Thoughtful, and a careful reader.");
  await teacher.keyboard.press("Tab");
  await teacher.getByText("Record Saved").filter({ visible: true }).first().waitFor();
  await teacher.reload();

  expect(await teacher.locator("#teacher_comment").inputValue()).toContain("a careful reader.");
  const refused = await teacher.request.get(`${school.origin}${ofOthers}`);
  const own = ofOthers.split("/")[3] === new URL(teacher.url()).pathname.split("/")[3];
  expect(refused.status()).toBe(own ? 200 : 404);
});

async function openOverview(userName: string, how: { phone: boolean }): Promise<Page> {
  const page = await newPage({ origin, ...how });
  await startSession(page, userName, DEMO_PASSWORD);
  await page.goto(await readLinkAt(page, PATHS.termReports, new RegExp(`of ${CLASS}`)));
  return page;
}

async function overviewOf(page: Page): Promise<string> {
  return `${new URL(page.url()).pathname.split("/").slice(0, 5).join("/")}/sign-all`;
}

/** Works through the first reports with the keyboard alone: phrases and typed comments, every rating, and NEXT. */
async function completeByKeyboard(page: Page): Promise<void> {
  await atPlace(page, 1);
  await reach(page, "a[href$='/phrases/teacher_comment']");
  await page.keyboard.press("Enter");
  await reach(page, "dialog button[name=phrase_id]");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  for (let place = 1; place <= BY_KEYBOARD; place += 1) {
    await atPlace(page, place);
    await writeByKeyboard(page, ` No. ${place}.`);
    if (place < BY_KEYBOARD) await page.keyboard.press("Alt+PageDown");
  }
  await page.keyboard.press("Tab");
  await page.getByText("Record Saved").filter({ visible: true }).first().waitFor();
}

async function writeByKeyboard(page: Page, comment: string): Promise<void> {
  await reach(page, "#teacher_comment");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(comment);
  await reach(page, "[name=communication]");
  await page.keyboard.type(RATINGS);
}

/** Presses Tab, forwards or backwards, until the element has the focus. */
async function reach(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  for (let pressed = 0; pressed < MOST_KEYS; pressed += 1) {
    const key = await page.evaluate((wanted) => {
      const { activeElement: active } = document;
      if (active?.matches(wanted)) return null;
      const target = document.querySelector(wanted);
      const isAfter = active && target && active.compareDocumentPosition(target) & 2;
      return isAfter ? "Shift+Tab" : "Tab";
    }, selector);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}

async function atPlace(page: Page, index: number): Promise<void> {
  await page.getByText(`${index} of ${SIZE}`).filter({ visible: true }).first().waitFor();
}

async function fileAt(page: Page, address: string | null): Promise<Buffer> {
  const answer = await page.request.get(address ?? "", { timeout: A_CLASS_MS });
  return answer.body();
}

async function downloaded(page: Page, words: string): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([
    // The light browser cannot show the PDF in the viewer's frame, and downloads it there as well.
    page.waitForEvent("download", (download) => !download.url().startsWith("blob:")),
    page.getByRole("dialog").getByRole("link", { name: words }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
