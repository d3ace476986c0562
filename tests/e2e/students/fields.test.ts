import type { Locator } from "playwright-core";
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

type Tab = "personal" | "medical" | "family";

/** Opens a student's record; each test uses a student of its own. */
function record(studentKey: number, tab: Tab): string {
  return `/app/students/${studentKey}?view=${tab}`;
}

async function open(userName: string, path: string, options: Omit<PageOptions, "origin"> = {}) {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return { page, dialog: page.getByRole("dialog") };
}

/** Returns the field's own part: label, state, control and messages. */
function partOf(dialog: Locator, label: string): Locator {
  return dialog.locator("div:has(> div > label)", { has: dialog.page().getByLabel(label, { exact: true }) });
}

test("a field is saved when it is left, a box at once, and each says so", async () => {
  const { page, dialog } = await open("clerk", record(40, "personal"));

  await dialog.getByLabel("Nationality").fill("Grenadian");
  await dialog.getByLabel("Nationality").press("Tab");
  await waitForMessage(partOf(dialog, "Nationality"), "Saved");
  const wasTicked = await dialog.getByLabel("School Feeding").isChecked();
  await dialog.getByLabel("School Feeding").click();
  await dialog.getByLabel("School Feeding").locator("xpath=../..").getByText("Saved").waitFor();
  const violations = await violationsOn(page);
  await page.reload();

  expect(violations).toEqual([]);
  expect(await dialog.getByLabel("Nationality").inputValue()).toBe("Grenadian");
  expect(await dialog.getByLabel("School Feeding").isChecked()).toBe(!wasTicked);
});

test("what is refused stands under its field, holds back no other, and can be put back", async () => {
  const { page, dialog } = await open("clerk", record(41, "personal"));
  const phone = dialog.getByLabel("Phone (Mobile)");
  const before = await phone.inputValue();

  await phone.fill("55501");
  await phone.press("Enter");
  await waitForMessage(partOf(dialog, "Phone (Mobile)"), "7 Digits Needed");
  await dialog.getByLabel("Town").fill("Tunapuna");
  await dialog.getByLabel("Town").press("Tab");
  await waitForMessage(partOf(dialog, "Town"), "Saved");
  await dialog.getByRole("button", { name: "1 needs attention" }).click();
  const isThere = await phone.evaluate((field) => field === document.activeElement);
  const violations = await violationsOn(page);
  await dialog.getByRole("button", { name: /^Put back/ }).click();

  expect(isThere).toBe(true);
  expect(violations).toEqual([]);
  expect(await phone.inputValue()).toBe(before);
  await expect.poll(() => dialog.getByText("needs attention").count()).toBe(0);
});

test("two clerks change one field: the second sees both values and decides", async () => {
  const studentKey = 42;
  const { page, dialog } = await open("clerk", record(studentKey, "family"));
  const theirs = await open("Admin", record(studentKey, "family"));
  for (const one of [dialog, theirs.dialog]) await one.getByText("Mother's Information").click();
  await theirs.dialog.locator('[name="occupation.2"]').fill("Farmer");
  await theirs.dialog.locator('[name="occupation.2"]').press("Tab");
  await theirs.dialog.getByText("Saved", { exact: true }).waitFor();

  await dialog.locator('[name="occupation.2"]').fill("Nurse");
  await dialog.locator('[name="occupation.2"]').press("Tab");
  await waitForMessage(dialog, /Changed by Admin/);
  const violations = await violationsOn(page);
  await dialog.getByRole("button", { name: "Keep yours" }).click();
  await dialog.getByText("Saved", { exact: true }).waitFor();
  await page.reload();

  expect(violations).toEqual([]);
  expect(await dialog.locator('[name="occupation.2"]').inputValue()).toBe("Nurse");
});

test("without network a field waits in the page and says so; a link, Escape and Back name it; it is sent by itself", async () => {
  const { page, dialog } = await open("clerk", record(44, "medical"));
  const question = page.getByRole("dialog", { name: "Save your changes?" });
  const reconnect = await intercept(page, "**/save");

  await dialog.getByLabel("Allergies").fill("Shellfish");
  await dialog.getByLabel("Allergies").press("Tab");
  await waitForMessage(dialog, "1 waiting on this page");
  await dialog.getByRole("link", { name: "Family Info" }).click();
  await question.getByText(/^1 field in .+ is not saved: Allergies\.$/).waitFor();
  await question.getByRole("button", { name: "Stay here" }).click();
  const stays = page.url();
  await dialog.getByLabel("Other Health Conditions").fill("Migraine");
  await dialog.getByLabel("Other Health Conditions").press("Tab");
  await waitForMessage(dialog, "2 waiting on this page");
  await page.keyboard.press("Escape");
  await question
    .getByText(/^2 fields in .+ are not saved: Allergies and Other Health Conditions\.$/)
    .waitFor();
  await question.getByRole("button", { name: "Stay here" }).click();
  reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitForMessage(partOf(dialog, "Allergies"), "Saved");

  expect(stays).toContain("view=medical");
});

test("after the session has ended nothing of the child is in the browser's stores, and what was typed is saved after signing in again", async () => {
  const { page, dialog } = await open("clerk", record(45, "medical"));
  const name = await dialog.getByRole("heading", { level: 2 }).innerText();
  await page.context().clearCookies();

  await dialog.getByLabel("Allergies").fill("Penicillin");
  await dialog.getByLabel("Allergies").press("Tab");
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.waitFor();
  const stored = await page.evaluate(everythingStored);
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await waitForMessage(partOf(dialog, "Allergies"), "Saved");

  expect(stored).toContain("history.state");
  for (const secret of ["Penicillin", name, "asthma"]) expect(stored).not.toContain(secret);
});

test("without script the tab family is one form; what is refused is kept", async () => {
  const { page, dialog } = await open("clerk", record(46, "family"), { javaScript: false });
  const [employer, phone] = [
    dialog.locator('[name="employer.1"]'),
    dialog.locator('[name="phone_mobile.1"]'),
  ];
  await dialog.getByText("Father's Information").click();

  await employer.fill("Arima Corporation");
  await phone.fill("12");
  await dialog.getByRole("button", { name: "Update Student" }).click();
  await waitForMessage(page, "An error has occured");
  const violations = await violationsOn(page);
  const kept = await phone.inputValue();
  await page.goto(record(46, "family"));

  expect(violations).toEqual([]);
  expect(kept).toBe("12");
  expect(await employer.inputValue()).toBe("Arima Corporation");
});

test("no tab is wider than the narrowest phone, on which a number is called by one press", async () => {
  const { page, dialog } = await open("Admin", record(48, "personal"), {
    viewport: { width: 320, height: 640 },
  });
  for (const tab of ["personal", "medical", "family"] as const) {
    await page.goto(record(48, tab));
    await dialog.getByRole("heading", { level: 2 }).waitFor();
    expect(await page.evaluate(tooWide)).toEqual([]);
  }
  await waitForHydration(page);
  const violations = await violationsOn(page);

  expect(violations).toEqual([]);
  expect(await dialog.getByRole("link", { name: /^Call 555/ }).count()).toBeGreaterThan(0);
});

/** Lists what scrolls sideways. */
function tooWide(): string[] {
  const scrolled = [...document.querySelectorAll("html, dialog, .record-body")];
  return scrolled.filter((one) => one.scrollWidth > one.clientWidth).map(({ tagName }) => tagName);
}

/** Runs in the page: returns everything that the browser stores beyond the page, as one text. */
async function everythingStored(): Promise<string> {
  const kept: unknown[] = [["history.state", history.state], { ...localStorage }, { ...sessionStorage }];
  for (const { name = "" } of await indexedDB.databases()) kept.push(name, await rowsIn(name));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept.push(request.url, await (await cache.match(request))?.text());
    }
  }
  return JSON.stringify(kept);

  async function rowsIn(name: string): Promise<unknown[]> {
    const opened = await answerOf(indexedDB.open(name));
    const names = [...opened.objectStoreNames];
    const stores = names.map((store) => opened.transaction(store).objectStore(store));
    const rows = await Promise.all(stores.map((store) => answerOf<unknown[]>(store.getAll())));
    opened.close();
    return rows;
  }

  function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("the browser's database does not answer"));
    });
  }
}
