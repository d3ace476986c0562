import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script the office adds a student, who has all tabs from then on", async () => {
  const page = await open("clerk", "/app/students?search=ali", { javaScript: false });
  const dialog = page.getByRole("dialog");
  const first = "Zane";

  await page.getByRole("link", { name: "Add New Student" }).click();
  await dialog.getByLabel("First Name").fill(first);
  await dialog.getByLabel("Last Name").fill("Test-Ali");
  await dialog.getByLabel("Date of Birth").fill("2016-11-08");
  await dialog.getByRole("radio", { name: "M" }).check();
  await dialog.getByRole("button", { name: "Add New Student" }).click();
  await waitForMessage(dialog, "Please fill out the missing fields.");
  const refused = await dialog.locator("#birth_certificate_pin-state").innerText();
  const violations = await violationsOn(page);
  await dialog.getByLabel("Birth Certificate Pin").fill(`20161108-${first}`);
  await dialog.getByLabel("Class", { exact: true }).selectOption("Std 2");
  await choose(dialog.getByLabel("Teachers"));
  await dialog.getByRole("button", { name: "Add New Student" }).click();
  await waitForMessage(page, `${first} Test-Ali added`);

  expect(refused).toContain("Required");
  expect(violations).toEqual([]);
  expect(await dialog.getByLabel("First Name").inputValue()).toBe(first);
  expect(await dialog.getByRole("radio", { name: "M" }).isChecked()).toBe(true);
  expect(await dialog.getByRole("navigation", { name: "Record" }).getByRole("link").count()).toBe(4);
  await waitForMessage(dialog, /^Std 2 \w, /);
  expect(new URL(page.url()).search).toBe("?search=ali");
});

test("without script two clerks change one field: the second sees both values and decides", async () => {
  const [path, theirName] = ["/app/students/30", "Theirs"];
  const mine = await open("clerk", path, { javaScript: false });
  const theirs = await open("Admin", path);
  await theirs.getByRole("dialog").getByLabel("Other Name").fill(theirName);
  await update(theirs);

  const dialog = mine.getByRole("dialog");
  await dialog.getByLabel("Other Name").fill("Mine");
  await dialog.getByRole("button", { name: "Update Student" }).click();
  await waitForMessage(dialog, "Choose which value to keep");
  const violations = await violationsOn(mine);
  await dialog.getByRole("radio", { name: /Take theirs/ }).check();
  await update(mine);

  expect(violations).toEqual([]);
  expect(await dialog.getByLabel("Other Name").inputValue()).toBe(theirName);
});

test("PREV and NEXT walk the list as it was searched, on the same tab", async () => {
  const page = await open("clerk", "/app/students?search=joseph&sort=-name");
  const dialog = page.getByRole("dialog");
  const names = await page.locator(".row-name").allInnerTexts();

  await page.locator(".row-name").first().click();
  await waitForMessage(dialog, /^1 of \d+$/);
  await dialog.getByRole("link", { name: "Family" }).click();
  await waitForMessage(dialog, "Opening this tab is recorded");
  await dialog.getByRole("link", { name: "NEXT" }).click();
  await waitForMessage(dialog, /^2 of \d+$/);
  const second = await dialog.getByRole("heading", { level: 2 }).innerText();
  await waitForMessage(dialog, "Opening this tab is recorded");
  await dialog.getByRole("link", { name: "PREV" }).click();
  await waitForMessage(dialog, /^1 of \d+$/);
  await dialog.getByRole("link", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  const [lastName] = (names[1] ?? "").split(",");
  expect(second).toContain(lastName);
  expect(new URL(page.url()).search).toBe("?search=joseph&sort=-name");
});

test("what is typed in General stays while a lock is opened and an ID changed; what was refused is asked about too", async () => {
  const page = await open("Admin", "/app/students/35");
  const dialog = page.getByRole("dialog").first();
  const change = page.getByRole("dialog", { name: "Change Student ID" });
  const typed = dialog.getByLabel("Other Name");
  await waitForHydration(page);
  await typed.fill("Kept");

  await dialog.getByRole("button", { name: "Unlock" }).click();
  await dialog.getByLabel("Serial Number").fill("9035");
  await dialog.getByRole("link", { name: "Change", exact: true }).click();
  await change.getByLabel("Student ID").fill("NEW-35");
  await change.getByRole("button", { name: "Change ID" }).click();
  await change.waitFor({ state: "detached" });
  await waitForMessage(dialog, "NEW-35");
  const kept = await typed.inputValue();
  await update(page);
  const saved = [await typed.inputValue(), await dialog.getByLabel("Serial Number").inputValue()];
  await dialog.getByLabel("Birth Certificate Pin").fill("");
  await dialog.getByRole("button", { name: "Update Student" }).click();
  await waitForMessage(dialog, "Please fill out the missing fields.");
  await dialog.getByRole("link", { name: "NEXT" }).click();
  await page.getByRole("dialog", { name: "Save your changes?" }).waitFor();

  expect([kept, ...saved]).toEqual(["Kept", "Kept", "9035"]);
});

test("without script an administrator changes an ID, opens the lock and shows a card", async () => {
  const page = await open("Admin", "/app/students/33", { javaScript: false });
  const dialog = page.getByRole("dialog").first();
  const change = page.getByRole("dialog", { name: "Change Student ID" });

  await dialog.getByRole("link", { name: "Change", exact: true }).click();
  await change.getByLabel("Student ID").fill("../x");
  await change.getByRole("button", { name: "Change ID" }).click();
  await waitForMessage(change, "use only letters, digits, - and / in an ID");
  const violations = await violationsOn(page);
  await change.getByLabel("Student ID").fill("NEW-2");
  await change.getByRole("button", { name: "Change ID" }).click();
  await waitForMessage(page, /^Student ID changed to NEW-/);
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await dialog.getByLabel("Serial Number").fill("9002");
  await update(page);
  await dialog.getByRole("button", { name: "Lock", exact: true }).click();
  await dialog.getByRole("button", { name: "Unlock" }).waitFor();
  await dialog.getByRole("link", { name: "Report Cards" }).click();
  await page.getByRole("dialog", { name: /^Report Card, / }).waitFor();

  expect(violations).toEqual([]);
  expect(await dialog.getByText("9002", { exact: true }).count()).toBe(1);
  expect(
    await page.getByRole("link", { name: "Open PDF", includeHidden: true }).getAttribute("href"),
  ).toContain("/api/report-card?");
});

test("a form teacher reads what a class needs, and nothing of another's", async () => {
  const page = await newPage({ origin });
  await signIn(page, "formteacher", DEMO_PASSWORD, "/app/students");
  await page.locator(".row-name").first().click();
  const dialog = page.getByRole("dialog");

  await waitForMessage(dialog, "Read only.");
  const tabs = await dialog.getByRole("navigation", { name: "Record" }).getByRole("link").allInnerTexts();

  expect(tabs).toEqual(["General Info", "Medical Info", "Family Info"]);
  expect(await dialog.getByRole("button", { name: "Update Student" }).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  const path = new URL(page.url()).pathname;
  expect((await page.goto(`${path}?view=personal`))?.status()).toBe(404);
});

/** Lists what scrolls sideways: the page, a dialog over it, or a scrolling part of it. */
function tooWide(): string[] {
  const scrolled = [...document.querySelectorAll("html, dialog, .record-plate, .record-body")];
  return scrolled.filter((one) => one.scrollWidth > one.clientWidth).map(({ tagName }) => tagName);
}

test("a registration form opens over the list and over the record, and closing leads back", async () => {
  const page = await open("clerk", "/app/students/forms/34?sort=class");
  const viewer = page.getByRole("dialog", { name: /^Registration Form, / });
  const word = viewer.getByRole("link", { name: "Word" });
  const answer = await page.request.get((await word.getAttribute("href")) ?? "");
  await viewer.getByRole("link", { name: "Close" }).click();
  await page.waitForURL((url) => url.pathname === "/app/students" && url.search === "?sort=class");

  await page.goto("/app/students/34?sort=class");
  await page.getByRole("link", { name: "Reg. Form" }).click();
  await viewer.waitFor();
  await viewer.getByRole("link", { name: "Close" }).click();
  await page.waitForURL((url) => url.pathname === "/app/students/34" && url.search === "?sort=class");

  expect(answer.headers()["content-disposition"]).toMatch(/^attachment; .*\.docx/);
});

test("nothing is wider than the narrowest phone, and no machine sees a fault on a phone", async () => {
  const page = await open("Admin", "/app/students/34", {
    phone: true,
    viewport: { width: 320, height: 640 },
  });
  const paths = [
    "/app/students/34",
    "/app/students/new",
    "/app/students/34/student-id",
    "/app/students/34/report-cards",
    "/app/students/34/registration-form",
  ];

  for (const path of paths) {
    await page.goto(path);
    await page.getByRole("dialog").first().waitFor();
    expect([path, await page.evaluate(tooWide)]).toEqual([path, []]);
    expect([path, await violationsOn(page)]).toEqual([path, []]);
  }
});

async function open(user: string, path: string, options: Omit<PageOptions, "origin"> = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  return page;
}

/** Chooses the first possible option. */
async function choose(list: ReturnType<Page["getByLabel"]>): Promise<void> {
  const values = await list
    .locator("option")
    .evaluateAll((options) =>
      options
        .filter((option) => option.textContent?.match(/^Std 2:|^\w\. /))
        .map((option) => (option as HTMLOptionElement).value),
    );
  await list.selectOption(values[0] ?? "");
}

/** Waits for the response first, because the message may still be the previous one. */
async function update(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Update Student" }).click(),
  ]);
  await waitForMessage(page, "Student updated");
}
