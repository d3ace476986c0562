import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { OFFLINE_CACHE } from "#domain/offline-page.ts";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import {
  REPORTS_CLASS,
  atPlace,
  goToPlace,
  openReport,
  saved,
  shown,
  storedOf,
  write,
} from "#tests/support/browser/report-page.ts";
import { startProduct, startWeb, type Web } from "#tests/support/server.ts";
import { forgetRecords } from "#tests/support/builders/term-reports.ts";

const { origin, databaseUrl, dataDir, web: first } = await startProduct();
let web: Web = first;

test("a reload without network shows the report, with what was typed before, which goes out later", async () => {
  const page = await openReport("formteacher", { origin, place: 2 });
  await isKept(page);
  await loseNetwork();
  await write(page.locator("#teacher_comment"), "Typed before the reload.");
  await shown(page, /^Waiting on this device$/);

  await page.reload();
  await page.locator("html[data-offline-since]").waitFor();
  await commentIs(page, "Typed before the reload.");
  await page.keyboard.press("Alt+PageDown");
  await shown(page, /this one stays/);
  const broken = await page
    .locator("img")
    .evaluateAll((all) => (all as HTMLImageElement[]).filter((each) => each.naturalWidth === 0).length);
  await regainNetwork();

  expect(broken).toBe(0);
  await expect.poll(() => storedComment(page), { timeout: 20_000 }).toBe("Typed before the reload.");
});

test("NEXT by pointer leads to the name, by the keyboard to the same field", async () => {
  const page = await openReport("formteacher", { origin, place: 4 });
  await page.locator("#teacher_comment").focus();

  await page.getByRole("link", { name: "NEXT" }).filter({ visible: true }).click();
  await atPlace(page, 5);
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.locator("#teacher_comment").focus();
  await page.keyboard.press("Alt+PageDown");
  await atPlace(page, 6);

  await page.waitForFunction(() => document.activeElement?.id === "teacher_comment");
});

test("what is missing stands in the first screen, leads to its field, and goes when it is written", async () => {
  await forgetRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 7, to: 7 });
  const page = await openReport("formteacher", { origin, place: 7 });
  const bar = page.getByText(/^\d missing:/).filter({ visible: true });
  const height = await bar.evaluate((words) => words.getBoundingClientRect().bottom);

  await page.getByRole("link", { name: "all behaviour ratings" }).click();
  const rating = await page.evaluate(() => document.activeElement?.getAttribute("name"));
  await page.keyboard.type("CCCCCCCCCC");
  await page.getByRole("link", { name: "the teacher’s comment" }).click();
  await page.keyboard.type("Steady.");

  expect(height).toBeLessThanOrEqual(800);
  expect(rating).toBe("communication");
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
  await shown(page, /Report Signed Successfully\./);
  await page.waitForFunction(() => document.activeElement?.textContent === "Next unsigned");
  await page.keyboard.press("Enter");

  expect(bottom).toBeLessThanOrEqual(800);
  await atPlace(page, 9);
  await page.getByRole("link", { name: "Sign Report" }).waitFor();
});

test("words about the last act stand in the bar and cover no field", async () => {
  const page = await openReport("principal", { origin, place: 10 });
  await page.getByRole("link", { name: "Sign Report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Report" }).click();

  const words = page.getByText("Report Signed Successfully.");
  await words.waitFor();

  const isInBar = await words.evaluate((element) => element.closest("[data-messages]") !== null);
  expect(isInBar).toBe(true);
});

test("a report that was sent back is so until its teacher sends it to the principal", async () => {
  const principal = await openReport("principal", { origin, place: 11 });
  await sendBack(principal, "Say more about reading.");
  await shown(principal, /^Sent back$/);

  const teacher = await openReport("formteacher", { origin, place: 11 });
  await shown(teacher, /^Sent back$/);
  await teacher.locator("#teacher_comment").fill("Reads a book a week.");
  await teacher.getByRole("button", { name: "Done: send to principal" }).click();
  await shown(teacher, /Sent to the principal\./);

  expect(await storedOf(teacher)).toMatchObject({ teacher_comment: "Reads a book a week." });
  expect(await teacher.getByText("Say more about reading.").count()).toBe(0);
});

test("without script the button that sends it to the principal takes what is typed along", async () => {
  const principal = await openReport("principal", { origin, place: 12 });
  await sendBack(principal, "Say more about sums.");
  const teacher = await openReport("formteacher", { origin, place: 12, javaScript: false });
  await teacher.locator("#teacher_comment").fill("Counts to a hundred.");

  await teacher.getByRole("button", { name: "Done: send to principal" }).click();
  await shown(teacher, /Sent to the principal\./);

  expect(await teacher.locator("#teacher_comment").inputValue()).toBe("Counts to a hundred.");
  expect(await teacher.getByText("Say more about sums.").count()).toBe(0);
});

test("at the end of the class it says so, and who is not complete", async () => {
  await forgetRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 7, to: 7 });
  const page = await openReport("formteacher", { origin, place: 35 });

  await shown(page, /^\d+ not complete:/);
  await page.getByRole("heading", { name: /not complete/ }).waitFor();
  const name = page.getByRole("heading", { name: /not complete/ }).locator("xpath=following-sibling::ul//a");
  await name.first().click();
  await page
    .getByText(/^\d+ of 35$/)
    .first()
    .waitFor();

  await goToPlace(page, 35);
  await page.getByRole("link", { name: "Whole class" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { name: `Reports of ${REPORTS_CLASS}` }).waitFor();
});

test("more sessions than the term has are refused beside the field", async () => {
  const page = await openReport("formteacher", { origin, place: 13 });
  const before = await page.getByLabel("Total Sessions").inputValue();

  await write(page.getByLabel("Total Sessions"), "399");
  await shown(page, /Refused: the term has \d+ sessions/);
  await page.getByRole("link", { name: "see Total Sessions" }).filter({ visible: true }).waitFor();
  await page.getByRole("button", { name: `Put back ${before}` }).click();

  expect(await page.getByLabel("Total Sessions").inputValue()).toBe(before);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "an administrator is asked before a subject's marks are deleted, and told what happened: $javaScript",
  async ({ javaScript }) => {
    const page = await newPage({ origin, javaScript });
    await signIn(page, "Admin", DEMO_PASSWORD);
    await page.goto("/app/term-reports");
    await page.getByRole("link", { name: new RegExp(`^${REPORTS_CLASS}`) }).click();
    await page.waitForURL(/\/term-reports\/\d+\/\d+\/\d+/);
    await goToPlace(page, javaScript ? 14 : 15);
    const dialog = page.getByRole("dialog");

    await page.getByRole("link", { name: "Change or delete Mathematics" }).click();
    await dialog.getByText(/^Every other subject has marks/).waitFor();
    await dialog.getByRole("link", { name: "Delete these marks" }).click();
    await dialog.getByText(/^Mathematics: .*End of Term/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await dialog.getByRole("link", { name: "Delete these marks" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();

    await shown(page, /^Marks deleted\.$/);
    await page.getByRole("rowheader", { name: /^Mathematics/ }).waitFor();
  },
);

test("a phrase is found by its words, and Enter takes the first", async () => {
  const page = await openReport("formteacher", { origin, place: 16 });
  await write(page.locator("#teacher_comment"), "First.");
  await saved(page);

  await page.getByRole("link", { name: "Insert a phrase" }).first().click();
  const dialog = page.getByRole("dialog");
  const words = ((await dialog.getByRole("listitem").last().textContent()) ?? "").trim();
  await page.waitForFunction(() => document.activeElement?.id === "q");
  await page.keyboard.type(words.slice(0, 30));
  await expect.poll(() => dialog.getByRole("listitem").count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });

  expect(await page.locator("#teacher_comment").inputValue()).toBe(`First. ${words}`);
});

test("without script a phrase is found by a press of a button", async () => {
  const page = await openReport("formteacher", { origin, place: 17, javaScript: false });
  await page.getByRole("link", { name: "Insert a phrase" }).first().click();
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
      [...document.querySelectorAll("main *")].filter((each) =>
        ["sticky", "fixed"].includes(getComputedStyle(each).position) && each.getClientRects().length > 0
          ? getComputedStyle(each).visibility !== "hidden"
          : false,
      ).length,
  );

  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect(bars).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
});

test("the dialog of the signature starts on Cancel, and a drawing is no file to be chosen", async () => {
  const page = await newPage({ origin });
  await signIn(page, "principal", DEMO_PASSWORD);
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
  return (await storedOf(page)).teacher_comment;
}

async function loseNetwork(): Promise<void> {
  onTestFinished(regainNetwork);
  await web.kill();
}

async function regainNetwork(): Promise<void> {
  if (await answers()) return;
  web = await startWeb({ databaseUrl, dataDir, port: Number(new URL(origin).port) });
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}
