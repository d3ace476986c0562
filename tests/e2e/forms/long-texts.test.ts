import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, startSession, waitForHydration, waitForMessage } from "#tests/support/browser/browser.ts";
import { findSheetAddress, waitForRowAutosave } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

type Screen = {
  path: string | ((page: Page) => Promise<string>);
  /** Selectors of the fields. */
  fields: readonly string[];
  /** Sends the form, whose answer says which texts are too long. Other fields are saved when they are left. */
  button?: string;
};

/**
 * A field of each kind, by the user who opens it. Without scripts nothing can cut a text, so
 * `tests/routes/long-texts.test.ts` tries every field of every page without a browser. `typed-fields.test.ts` has phone
 * numbers and the comments of reports.
 */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  clerk: [
    { path: "/app/students/62?view=personal", fields: ["[name='address_home.62']", "[name='town.62']"] },
    {
      path: "/app/employees/new",
      fields: ["[name=firstName]", "[name=lastName]", "[name=userName]"],
      button: "Add Employee",
    },
    { path: "/app/employees", fields: ["#search"] },
    { path: "/app/employees/6/timetable", fields: ["#teacher-class"] },
  ],
  Admin: [
    {
      path: "/app/settings/school-holidays",
      fields: ["[name=title]", "[name=from]"],
      button: "Add holiday",
    },
  ],
  teacher: [
    {
      path: (page) =>
        findSheetAddress(page, { classLabel: "Std 4 R", subject: "Mathematics" }, "End of Term"),
      fields: ["input[name^='mark.']"],
    },
  ],
  formteacher: [{ path: "/app/comment-bank", fields: ["textarea"] }],
};

const LONG = "Sangre Grande ".repeat(100).trim();
const FIGURES = "12".repeat(100);
const TOO_LONG = /\d[\d,]* characters too many: use at most \d+/;

test.each(Object.keys(SCREENS))(
  "a long text, pasted and typed on, stays whole in each kind of field, %s",
  async (user) => {
    const page = await newPage({ origin });
    page.on("dialog", (question) => void question.accept());
    await startSession(page, user, DEMO_PASSWORD);

    for (const { path, fields, button } of SCREENS[user] ?? []) {
      await page.goto(typeof path === "string" ? path : await path(page));
      await (user === "teacher" ? waitForRowAutosave(page) : waitForHydration(page));
      for (const selector of fields) {
        const { text, pasted, typed } = await fillWithLongText(page, page.locator(selector).first());
        expect([selector, pasted, typed]).toEqual([selector, text, `${text}123`]);
      }
      if (!button) continue;
      await page.getByRole("button", { name: button }).first().click();
      await waitForMessage(page, TOO_LONG);
    }
  },
);

/** Pastes a text as the browser does, and types three characters at its end. */
async function fillWithLongText(page: Page, field: Locator) {
  const mode = await field.getAttribute("inputmode");
  const isOfFigures = mode === "decimal" && (await field.getAttribute("data-date")) === null;
  const text = isOfFigures ? FIGURES : LONG;
  await field.focus();
  await field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => element.select());
  await page.keyboard.insertText(text);
  const pasted = await field.inputValue();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("123");
  return { text, pasted, typed: await field.inputValue() };
}
