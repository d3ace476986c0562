import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { OFFLINE_CACHE } from "#domain/offline-page.ts";
import { newPage, startSession, violationsOn, waitForMessage } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import {
  REPORTS_CLASS,
  waitForReport,
  goToReport,
  openReport,
  waitForAutosave,
  readStoredValues,
  typeInField,
} from "#tests/support/browser/report-page.ts";
import { startPortalNetwork } from "#tests/support/browser/portal.ts";
import { startProduct } from "#tests/support/server.ts";
import { resetTermRecords } from "#tests/support/builders/term-reports.ts";

const { origin, databaseUrl } = await startProduct();
const network = await startPortalNetwork(origin);

test("a reload without network shows the report, with what was typed before, which goes out later", async () => {
  const page = await openReport("formteacher", { origin: network.origin, place: 2 });
  await isKept(page);
  onTestFinished(network.mend);
  await network.cut();
  await typeInField(page.locator("#teacher_comment"), "Typed before the reload.");
  await waitForMessage(page, /^Waiting on this device$/);

  await page.reload();
  await page.locator("html[data-stored-at]").waitFor();
  await commentIs(page, "Typed before the reload.");
  await page.keyboard.press("Alt+PageDown");
  await waitForMessage(page, /You are still on this report/);
  const broken = await page
    .locator("img")
    .evaluateAll((all) => (all as HTMLImageElement[]).filter((item) => item.naturalWidth === 0).length);
  await network.mend();

  expect(broken).toBe(0);
  await expect.poll(() => storedComment(page), { timeout: 20_000 }).toBe("Typed before the reload.");
});

test("NEXT by pointer leads to the name, by the keyboard to the same field", async () => {
  const page = await openReport("formteacher", { origin, place: 4 });
  await page.locator("#teacher_comment").focus();

  await page.getByRole("link", { name: "NEXT" }).filter({ visible: true }).click();
  await waitForReport(page, 5);
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.locator("#teacher_comment").focus();
  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 6);

  await page.waitForFunction(() => document.activeElement?.id === "teacher_comment");
});

test("NEXT by key starts at the first empty field of the next report where that is chosen, and it stays chosen", async () => {
  await resetTermRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 20, to: 21 });
  const page = await openReport("formteacher", { origin, place: 19 });
  await page.getByLabel("NEXT moves to").selectOption("first empty field");
  await page.locator("#teacher_comment").focus();

  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 20);
  await page.waitForFunction(() => document.activeElement?.id === "sessions_absent");
  await page.reload();
  await waitForAutosave(page);
  await page.locator("#sessions_absent").fill("2");
  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 21);

  await page.waitForFunction(() => document.activeElement?.id === "sessions_absent");
  expect(await page.getByLabel("NEXT moves to").inputValue()).toBe("empty");
});

test("on a laptop the comment is in the first screen, with the marks that it is about", async () => {
  const page = await openReport("formteacher", { origin, viewport: { width: 1366, height: 768 } });

  for (const height of [768, 640]) {
    await page.setViewportSize({ width: 1366, height });
    const { comment, marks, bar } = await page.evaluate(() => ({
      comment: document.querySelector("#teacher_comment")?.getBoundingClientRect().bottom ?? Infinity,
      marks:
        document.querySelector("#marks tbody tr:nth-child(5)")?.getBoundingClientRect().bottom ?? Infinity,
      bar: document.querySelector("[data-bar]")?.getBoundingClientRect().top ?? 0,
    }));
    expect([height, comment < bar, marks < bar]).toEqual([height, true, true]);
  }
  expect(await hiddenOfParticipation(page)).toBe(0);
});

/** Returns by how much twenty letters are wider than their field. */
async function hiddenOfParticipation(page: Page): Promise<number> {
  const field = page.locator("#participation");
  await field.fill("Often leads a choral");
  return field.evaluate((input) => input.scrollWidth - input.clientWidth);
}

test("past reports and the comment bank are a press away, and a term is shown as soon as it is chosen", async () => {
  const page = await openReport("formteacher", { origin, place: 2 });
  await page.getByRole("link", { name: "Comment bank" }).click();
  await page.getByRole("heading", { level: 1, name: "Comment Bank" }).waitFor();
  await page.goBack();

  await page.getByRole("link", { name: "Past reports" }).click();
  const terms = page.getByLabel("Term");
  await page.getByText(/is over/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await terms.focus();
  await terms.selectOption({ index: 0 });
  await page.getByText(/is over/).waitFor({ state: "hidden" });
  await terms.selectOption({ index: 1 });
  await page.getByText(/is over/).waitFor();
  const hasFocus = await terms.evaluate((list) => list === document.activeElement);
  await page.getByRole("link", { name: new RegExp(`^${REPORTS_CLASS}`) }).click();
  await waitForReport(page, 1);
  await waitForMessage(page, /is over/);
  expect(await page.locator("[data-field]").count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.goBack();
  await terms.waitFor();
  await page.goBack();
  await page.getByText(/is over/).waitFor({ state: "hidden" });

  expect(hasFocus).toBe(true);
  expect(await terms.evaluate((list) => (list as HTMLSelectElement).selectedIndex)).toBe(0);
});

test("what is missing stands in the first screen, leads to its field, and goes when it is written", async () => {
  await resetTermRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 7, to: 7 });
  const page = await openReport("formteacher", { origin, place: 7 });
  const bar = page.getByText(/^\d missing:/).filter({ visible: true });
  const height = await bar.evaluate((words) => words.getBoundingClientRect().bottom);

  await page.getByRole("link", { name: "all behaviour ratings" }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "communication");
  await page.keyboard.type("CCCCCCCCCC");
  await page.getByRole("link", { name: "the teacher’s comment" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "teacher_comment");
  await page.keyboard.type("Steady.");

  expect(height).toBeLessThanOrEqual(800);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("teacher_comment");
  await page.getByRole("link", { name: "all behaviour ratings" }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "the teacher’s comment" }).waitFor({ state: "hidden" });
  expect(await violationsOn(page)).toEqual([]);
});

test("the principal signs without scrolling and goes to the next unsigned report with one press", async () => {
  const page = await openReport("principal", { origin, place: 8 });
  const sign = page.getByRole("link", { name: "Sign Report" });
  const bottom = await sign.evaluate((link) => link.getBoundingClientRect().bottom);

  await sign.click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Report" }).click();
  const words = page.getByText("Report Signed Successfully.");
  await words.waitFor();
  // In the bar the words cover no field.
  expect(await words.evaluate((element) => element.closest("[data-messages]") !== null)).toBe(true);
  await page.waitForFunction(() => document.activeElement?.textContent === "Next unsigned");
  await page.keyboard.press("Enter");

  expect(bottom).toBeLessThanOrEqual(800);
  await waitForReport(page, 9);
  await page.getByRole("link", { name: "Sign Report" }).waitFor();
});

test("without script the button that sends it to the principal takes what is typed along", async () => {
  const principal = await openReport("principal", { origin, place: 12 });
  await sendBack(principal, "Say more about sums.");
  const teacher = await openReport("formteacher", { origin, place: 12, javaScript: false });
  await teacher.locator("#teacher_comment").fill("Counts to a hundred.");

  await teacher.getByRole("button", { name: "Send to the principal" }).click();
  await waitForMessage(teacher, /Sent to the principal\./);

  expect(await teacher.locator("#teacher_comment").inputValue()).toBe("Counts to a hundred.");
  await teacher.getByText("Say more about sums.").waitFor({ state: "detached" });
});

test("at the end of the class it says so, and who is not complete", async () => {
  await resetTermRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 7, to: 7 });
  const page = await openReport("formteacher", { origin, place: 35 });

  await waitForMessage(page, /^\d+ reports? not complete:/);
  await page.getByRole("heading", { name: /not complete/ }).waitFor();
  const name = page.getByRole("heading", { name: /not complete/ }).locator("xpath=following-sibling::ul//a");
  await name.first().click();
  await page
    .getByText(/^\d+ of 35$/)
    .first()
    .waitFor();

  await goToReport(page, 35);
  await page.getByRole("link", { name: "Whole class" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { name: `Reports of ${REPORTS_CLASS}` }).waitFor();
});

test("an administrator is asked before a subject's marks are deleted, and told what happened", async () => {
  const page = await openReport("Admin", { origin, place: 14 });
  const dialog = page.getByRole("dialog");

  await page.getByRole("link", { name: "Change or delete Mathematics" }).click();
  await dialog.getByText(/^This student already has marks in every other subject/).waitFor();
  await dialog.getByRole("link", { name: "Delete these marks" }).click();
  await dialog.getByText(/^Mathematics: .*End of Term/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await dialog.getByRole("link", { name: "Delete these marks" }).click();
  await dialog.getByRole("button", { name: "Delete marks" }).click();

  await waitForMessage(page, /^Marks deleted\.$/);
  await page.getByRole("rowheader", { name: /^Mathematics/ }).waitFor();
});

test("without script a phrase is found by a press of a button", async () => {
  const page = await openReport("formteacher", { origin, place: 17, javaScript: false });
  await page.getByRole("button", { name: "Insert a phrase" }).first().click();
  const dialog = page.getByRole("dialog");
  const words = ((await dialog.getByRole("listitem").last().textContent()) ?? "").trim();

  await dialog.getByLabel("Words in the phrase").fill(words.slice(0, 30));
  await dialog.getByRole("button", { name: "Find" }).click();

  await expect.poll(() => dialog.getByRole("listitem").allTextContents()).toEqual([words]);
});

test("on a phone the comment and the ratings come before marks that are only read, and one bar is at the foot", async () => {
  const page = await openReport("formteacher", { origin, place: 18, phone: true, javaScript: false });
  const tops = await page.evaluate(() =>
    ["#total_sessions", "#teacher_comment", "#ratings", "#marks"].map(
      (place) => document.querySelector(place)?.getBoundingClientRect().top ?? 0,
    ),
  );
  const bars = await page.evaluate(
    () =>
      [...document.querySelectorAll("main *")].filter((item) =>
        ["sticky", "fixed"].includes(getComputedStyle(item).position) && item.getClientRects().length > 0
          ? getComputedStyle(item).visibility !== "hidden"
          : false,
      ).length,
  );

  expect(await hiddenOfParticipation(page)).toBe(0);
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect(bars).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
});

test("the dialog of the signature starts on Cancel, and a drawing is no file to be chosen", async () => {
  const page = await newPage({ origin });
  await startSession(page, "principal", DEMO_PASSWORD);
  await draw(page);
  await page.getByText("Signature saved.").waitFor();

  await page.goto("/app/profile/signature");
  await page.waitForFunction(() => document.activeElement?.textContent === "Cancel");
  await drawLine(page);
  await page.getByText("Your drawing is ready to be saved.").waitFor();

  expect(await page.locator("input[type=file]:visible").count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator("input[type=file]:visible").waitFor();
});

async function draw(page: Page): Promise<void> {
  await page.goto("/app/profile/signature");
  await drawLine(page);
  await page.getByText("Your drawing is ready to be saved.").waitFor();
  await page.getByRole("button", { name: "Save signature" }).click();
}

async function drawLine(page: Page): Promise<void> {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("there is nothing to draw on");
  await page.mouse.move(box.x + 30, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 20, { steps: 5 });
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 5 });
  await page.mouse.up();
}

async function sendBack(page: Page, reason: string): Promise<void> {
  await page.getByRole("link", { name: "Send back" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("dialog").getByRole("button", { name: "Send back" }).click();
  await page.waitForURL((url) => !url.pathname.includes("send-back"));
}

async function isKept(page: Page): Promise<void> {
  const storedAddresses = () =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url),
      OFFLINE_CACHE,
    );
  await expect.poll(storedAddresses, { timeout: 15_000 }).toContain(page.url());
}

async function commentIs(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator("#teacher_comment").inputValue()).toBe(text);
}

async function storedComment(page: Page): Promise<string | undefined> {
  return (await readStoredValues(page)).teacher_comment;
}
