import type { Locator, Page } from "playwright-core";
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

type Way = (page: Page) => Promise<unknown>;
type Form = {
  path: string;
  /** Actions that open the form. */
  open?: Way;
  field: (page: Page) => Locator;
  /** Changes the field; by default a text is typed. */
  change?: (field: Locator) => Promise<unknown>;
  ways: readonly Way[];
};

const link =
  (name: string | RegExp): Way =>
  (page) =>
    page.getByRole("link", { name, exact: true }).first().click();
const label =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByLabel(name, { exact: true }).first();
const escape: Way = (page) => page.keyboard.press("Escape");
const back: Way = (page) => page.goBack();
const tick = (box: Locator) => box.click();

const PROFILE = "/app/employees/7";

/** One form of each kind; `tests/rules/author-field.test.ts` holds that every other form asks in the same way. */
const FORMS: Record<string, Form> = {
  "a profile, Personal": {
    path: PROFILE,
    field: label("Other Name"),
    ways: [link("Employment Information"), link("Close"), escape, back, link("Access")],
  },
  "the access of an account": {
    path: `${PROFILE}/access`,
    field: (page) => page.getByRole("checkbox").nth(1),
    change: tick,
    ways: [link("Personal Information"), link("Close"), escape, back],
  },
  "entry dates": {
    path: "/app/settings/entry-windows",
    field: (page) => page.getByRole("form", { name: "Dates for reports" }).getByLabel("From"),
    // A day is written in full when its field is left.
    change: (field) => field.fill("2099-02-01").then(() => field.blur()),
    ways: [link("Settings"), back],
  },
  "a student's record, General": {
    path: "/app/students/31",
    field: label("Other Name"),
    ways: [link("NEXT"), escape, back],
  },
  "a new student": {
    path: "/app/students/new",
    field: label("First Name"),
    ways: [link("Close"), escape, back],
  },
  "a phrase of the comment bank": {
    path: "/app/comment-bank?of=school",
    field: label("Phrase"),
    ways: [link("Main Menu"), back],
  },
};

test.each(Object.entries(FORMS))(
  "%s asks before it is left with something typed, and only then",
  async (_what, form) => {
    const page = await open(form.path);
    await form.open?.(page);
    const field = form.field(page);
    await field.waitFor({ state: "attached" });
    const before = await valueOf(field);
    await (form.change ?? ((one: Locator) => one.fill("Typed")))(field);
    const typed = await valueOf(field);

    for (const way of form.ways) {
      await way(page);
      await questionOn(page).getByRole("button", { name: "Stay here" }).click();
      await questionOn(page).waitFor({ state: "detached" });
      expect(await valueOf(field)).toBe(typed);
    }
    await form.ways[0]?.(page);
    await questionOn(page).getByRole("button", { name: "Leave without saving" }).click();
    await questionOn(page).waitFor({ state: "detached" });
    await page.goto(form.path);
    const stored = await valueOf(form.field(page));
    await waitForHydration(page);
    await form.ways[0]?.(page);
    await expect.poll(() => page.url()).not.toBe(origin + form.path);

    expect(typed).not.toBe(before);
    expect(stored).toBe(before);
  },
);

test("the question names the fields, and saves them on the way out", async () => {
  const page = await open("/app/employees/8?view=employment", { phone: true });
  const dialog = page.getByRole("dialog").first();
  const question = questionOn(page);

  await dialog.getByLabel("Department").fill("Phone");
  await dialog.getByLabel("Teacher Number").fill("T-Phone");
  await dialog
    .getByRole("navigation", { name: "Record" })
    .getByRole("link", { name: /^Personal/ })
    .click();
  const words = await question.getByRole("paragraph").innerText();
  const violations = await violationsOn(page);
  await question.getByRole("button", { name: "Save and leave" }).click();
  await dialog.getByLabel("First Name").waitFor();
  await page.goto("/app/employees/8?view=employment");

  expect(words).toMatch(
    /^2 fields in .+, Employment.*, are not saved: Department and Teacher Number\.$|^2 fields in .+ Teacher Number and Department\.$/,
  );
  expect(violations).toEqual([]);
  expect(await dialog.getByLabel("Department").inputValue()).toBe("Phone");
  expect(await dialog.getByLabel("Teacher Number").inputValue()).toBe("T-Phone");
});

test("what cannot be saved on the way out keeps the page, and is asked about again", async () => {
  const page = await open("/app/employees/9?view=employment");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Email (MOE)").fill("nonsense@");

  await dialog.getByRole("link", { name: "Close" }).click();
  await questionOn(page).getByRole("button", { name: "Save and leave" }).click();
  await waitForMessage(dialog, "Invalid e-mail.");
  const kept = await dialog.getByLabel("Email (MOE)").inputValue();
  await dialog.getByRole("link", { name: "Close" }).click();
  await questionOn(page).waitFor();

  expect(kept).toBe("nonsense@");
});

test("a form whose save came to no answer is still asked about", async () => {
  const page = await open("/app/employees/10?view=employment");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Department").fill("Unlost");
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Update Information" }).click();
  await page.getByRole("alert").filter({ hasText: "The server did not answer" }).waitFor();

  await dialog.getByRole("link", { name: "Personal Information" }).click();
  await questionOn(page).getByRole("button", { name: "Stay here" }).click();

  expect(await dialog.getByLabel("Department").inputValue()).toBe("Unlost");
});

test("documents beside a profile leave what is typed in it as it is", async () => {
  const page = await open("/app/employees/11?view=employment");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Department").fill("Kept");

  await dialog.getByRole("link", { name: "Add/View Documents" }).click();
  await dialog.getByRole("region", { name: "Documents Uploaded" }).waitFor();
  const beside = await dialog.getByLabel("Department").inputValue();
  await dialog.getByRole("link", { name: "Close documents" }).first().click();
  await dialog.getByRole("link", { name: "Add/View Documents" }).waitFor();

  expect([beside, await dialog.getByLabel("Department").inputValue()]).toEqual(["Kept", "Kept"]);
});

test("Escape closes an open list first, then the dialog", async () => {
  const page = await open("/app/employees/12?view=employment");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Choose Teacher Class").click();
  const box = dialog.getByRole("checkbox", { name: "Std 5" });
  await box.focus();

  await page.keyboard.press("Escape");
  await box.waitFor({ state: "hidden" });
  const isOpen = await dialog.isVisible();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  expect(isOpen).toBe(true);
});

test("Sign Out asks too, and two Escapes in a row lose nothing", async () => {
  const page = await open("/app/employees/13?view=employment");
  const dialog = page.getByRole("dialog").first();
  const department = dialog.getByLabel("Department");
  await department.fill("Typed");

  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await expect.poll(() => dialog.evaluate((one) => one.matches(":modal"))).toBe(true);
  const kept = await department.inputValue();
  if ((await questionOn(page).count()) > 0)
    await questionOn(page).getByRole("button", { name: "Stay here" }).click();
  await page.goto("/app/settings/school-holidays");
  await page.getByLabel("Holiday", { exact: true }).fill("Typed");
  await page.getByRole("link", { name: "Sign Out" }).click();
  await questionOn(page).waitFor();

  expect(kept).toBe("Typed");
});

async function open(path: string, look: { phone?: boolean } = {}): Promise<Page> {
  const page = await newPage({ origin, ...look });
  // The page has an entry of history to go back to, and the browser's own question where a test leaves it.
  await signIn(page, "Admin", DEMO_PASSWORD, listUnder(path));
  await waitForHydration(page);
  page.on("dialog", (question) => void question.accept());
  await page.evaluate((to) => window.__remixRouter.navigate(to), path);
  await expect.poll(() => page.url()).toBe(origin + path);
  return page;
}

function listUnder(path: string): string {
  return /^\/app\/[a-z-]+/.exec(path)?.[0] === path ? "/app" : path.replace(/\/[^/]+$/, "");
}

function questionOn(page: Page): Locator {
  return page.getByRole("dialog", { name: "Save your changes?" });
}

function valueOf(field: Locator): Promise<string> {
  return field.evaluate((one) => {
    const { type, checked, value } = one as HTMLInputElement;
    return type === "checkbox" || type === "radio" ? String(checked) : value;
  });
}
