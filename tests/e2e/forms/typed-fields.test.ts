import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  dropText,
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { delayScripts } from "#tests/support/browser/intercept.ts";
import { openReport } from "#tests/support/browser/report-page.ts";
import { buildMarkFields, openSheet } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

async function open(userName: string, path: string, options: Omit<PageOptions, "origin"> = {}) {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

/** Pastes as from the clipboard: the browser inserts the text, and cuts it if the field says so. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => element.select());
  await field.page().keyboard.insertText(text);
}

test("a phone number, typed or pasted in any way, is stored as its seven digits", async () => {
  const page = await open("clerk", "/app/students/60?view=personal");
  const phone = page.getByLabel("Phone (Mobile)", { exact: true });
  await phone.fill("");
  expect(await phone.getAttribute("placeholder")).toBe("Enter 7 Digits only");

  for (const { typed, by, field } of [
    { typed: "868-765-4321", by: "keys", field: "7654321" },
    { typed: "1 868 555 0127", by: "paste", field: "5550127" },
    { typed: "+1 (868) 555-0128", by: "paste", field: "5550128" },
    { typed: "555-0129", by: "keys", field: "5550129" },
  ]) {
    if (by === "paste") await paste(phone, typed);
    else {
      await phone.fill("");
      await page.keyboard.type(typed);
    }
    await page.keyboard.press("Tab");
    await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
    const left = await phone.inputValue();
    await page.reload();
    await waitForHydration(page);

    expect([typed, left, await phone.inputValue()]).toEqual([typed, field, field]);
  }
});

test("without script a longer number is refused and stays as it was typed", async () => {
  const page = await open("clerk", "/app/students/61?view=personal", { javaScript: false });
  const phone = page.getByLabel("Phone (Mobile)", { exact: true });

  await paste(phone, "04125550127");
  await page.getByRole("button", { name: "Update Student" }).click();
  await waitForMessage(page, "7 Digits Needed");

  expect(await phone.inputValue()).toBe("04125550127");
  expect(await phone.getAttribute("placeholder")).toBe("Enter 7 Digits only");
});

const LONG = "Sangre Grande ".repeat(100).trim();

test("a report's comment takes 400 characters of a paste or a drop, and says what it left out", async () => {
  const page = await openReport("formteacher", { origin, place: 7 });
  const comment = page.getByLabel("Teacher’s Comments").or(page.getByLabel("Teacher's Comments")).first();
  const told = "Only 400 of the 450 characters fit: the rest was left out";
  const text = "x".repeat(450);

  await comment.fill("");
  await comment.evaluate((element: HTMLTextAreaElement, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData: data }));
  }, text);
  await page.keyboard.insertText(text);
  await waitForMessage(page, told);
  expect((await comment.inputValue()).length).toBe(400);

  await comment.fill("");
  await dropText(comment, "y".repeat(450));
  await expect.poll(() => comment.inputValue()).toBe("y".repeat(400));
  await waitForMessage(page, told);
});

test("a dropped phone number is stored by its seven digits, and a dropped long text is refused as it is", async () => {
  const page = await open("clerk", "/app/students/64?view=personal");
  const phone = page.getByLabel("Phone (Mobile)", { exact: true });
  const address = page.getByLabel("Home Address", { exact: true });

  await phone.fill("");
  await dropText(phone, "1 868 555 0136");
  await page.keyboard.press("Tab");
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  expect(await phone.inputValue()).toBe("5550136");

  await address.fill("");
  await dropText(address, LONG);
  await page.keyboard.press("Tab");
  await waitForMessage(page, /\d[\d,]* characters too many: use at most \d+/);
  expect(await address.inputValue()).toBe(LONG);
});

test("a list that is gone through by arrows is saved once, with what stands there when it is left", async () => {
  const page = await open("clerk", "/app/students/63?view=personal");
  const list = page.getByLabel("Blood Group", { exact: true });
  await list.selectOption({ index: 0 });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/save")) sent.push(String(request.postData()));
  });

  await list.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
  const [during, wanted] = [sent.length, await list.inputValue()];
  await page.keyboard.press("Tab");
  await expect.poll(() => sent.filter((body) => body.includes("blood_group")).length).toBeGreaterThan(0);

  expect(during).toBe(0);
  expect(sent.every((body) => body.includes(wanted))).toBe(true);
});

test("a lesson's class is chosen by keyboard: nothing is sent on the way, and Enter keeps the focus", async () => {
  const page = await open("Admin", "/app/employees");
  await page.goto("/app/employees?tab=timetable");
  await page
    .getByRole("link", { name: /^Timetable/ })
    .nth(2)
    .click();
  const dialog = page.getByRole("dialog");
  await waitForHydration(page);
  const list = dialog.getByRole("combobox", { name: "Class", exact: true }).first();
  const before = await list.inputValue();
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });

  await list.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const [during, wanted] = [posts, await list.inputValue()];
  await page.keyboard.press("Enter");
  await expect.poll(() => posts).toBe(1);
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLSelectElement;
      return `${field.getAttribute("aria-label")} ${field.value}`;
    });

  expect(during).toBe(0);
  expect(wanted).not.toBe(before);
  await expect.poll(focused).toBe(`Class ${wanted}`);
});

test.each([
  { path: "/app/attendance-summary?date=2026-06-25", userName: "principal" },
  { path: "/app/attendance-register", userName: "formteacher" },
])("a day is typed to its end on $path", async ({ path, userName }) => {
  const page = await open(userName, path);
  await page.locator("summary", { hasText: "choose another day" }).click();
  const field = page.getByLabel("Another day");
  const before = page.url();

  await field.fill("");
  await page.keyboard.type("24062026");
  const [during, typed] = [page.url(), await field.inputValue()];
  await page.keyboard.press("Enter");

  expect([during, typed]).toEqual([before, "24062026"]);
  await waitForMessage(page, /Wed 24 Jun 2026/);
});

test("a field of a dialog that is in use when the scripts arrive keeps the focus and the cursor", async () => {
  const page = await open("clerk", "/app/employees/6");
  const arrive = await delayScripts(page);
  await page.goto("/app/employees/7", { waitUntil: "commit" });
  const field = page.getByRole("dialog").getByLabel("Other Name");
  await field.fill("Mari");

  await page.keyboard.press("Home");
  arrive();
  await page.locator("dialog:modal").waitFor();
  await page.keyboard.type("Anne-");

  expect(await field.inputValue()).toBe("Anne-Mari");
});

test("a field that is being corrected when the scripts arrive is not left for the list of errors", async () => {
  const page = await open("Admin", "/app/settings/school-holidays");
  const arrive = await delayScripts(page);
  await page.goto("/app/settings/school-holidays", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByRole("alert").first().waitFor();

  await page.getByLabel("First day").fill("7 Sep");
  arrive();
  await waitForHydration(page);
  await page.keyboard.type(" 2026");

  expect(await page.getByLabel("First day").inputValue()).toBe("7 Sep 2026");
});

test("an empty name is told without network", async () => {
  const page = await open("clerk", "/app/employees/new");
  await page.context().setOffline(true);

  await page.getByRole("button", { name: "Add Employee" }).click();
  await page.getByRole("link", { name: "First Name: Required" }).waitFor();
  await page.context().setOffline(false);

  expect(await page.locator("#new-employee-lastName-error").innerText()).toBe("Required");
});

/** Imitates a translating browser: every text node becomes an element with the words in another language. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, textarea, option, svg")) continue;
      const font = document.createElement("font");
      font.append(`~${text.data}`);
      text.replaceWith(font);
    }
  });
}

test("on a translated mark sheet the state of a mark is what is stored", async () => {
  const lesson = { classLabel: "Std 4 R", subject: "Mathematics" };
  const sheet = { userName: "teacher", lesson, testTitle: "End of Term" };
  const page = await openSheet({ origin }, sheet);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const mark = buildMarkFields(page).first();
  const row = page.locator(`#${await mark.evaluate((field) => field.closest("tr")?.id)}`);
  const state = row.locator("[id^=state-]");

  const other = (await mark.inputValue()) === "41" ? "42" : "41";
  await translate(page);
  await mark.fill(other);
  await mark.press("Enter");
  await expect.poll(() => state.innerText()).toBe("Saved");
  await row.locator("button[data-field=attendance]").click();
  await row.locator("button[data-field=attendance]").getByText("Abs", { exact: true }).waitFor();

  expect(faults).toEqual([]);
});
