import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, waitForHydration } from "#tests/support/browser/browser.ts";
import { prepareUnsignedReports } from "#tests/support/browser/class-of-reports.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** D. Ramkissoon (`formteacher`) is its form teacher. */
const CLASS = "Std 4 R";
const SIZE = 35;
const TYPED = "Typed for this student alone.";
/** The largest number of keys or taps. Most are Tab, past the 70 links of the overview to the button that signs. */
const MOST_STEPS = 150;

/** Five taps comment on the class and sign it; the others type a comment, undo and save again. */
const MOST_TAPS = 9;

test.each([
  { javaScript: true, phone: false },
  { javaScript: false, phone: true },
])(
  "the principal comments on a class of 35, undoes it, comments again and signs, $javaScript",
  async ({ javaScript, phone }) => {
    await prepareUnsignedReports(databaseUrl, CLASS, 0);
    const page = await newPage({ origin, javaScript, phone });
    await signIn(page, "principal", DEMO_PASSWORD, await overviewPath());
    const steps = new Steps(page, javaScript);

    await steps.press(page.getByRole("link", { name: "Comments by average" }));
    await page.getByRole("heading", { level: 1, name: `Comments for ${CLASS}` }).waitFor();
    if (javaScript) await waitForHydration(page);
    const violations = await violationsOn(page);
    const ticked = await page.getByRole("checkbox", { checked: true }).count();
    await steps.type(page.getByRole("textbox").nth(1), TYPED);
    await steps.press(page.getByRole("button", { name: "Save ticked comments" }));
    await page.getByText(`${SIZE} comments saved.`).waitFor();
    violations.push(...(await violationsOn(page)));
    const stored = await storedComments();

    await steps.press(page.getByRole("button", { name: "Undo", exact: true }));
    await page.getByText(`${SIZE} comments undone.`).waitFor();
    const undone = await storedComments();
    await steps.press(page.getByRole("button", { name: "Save ticked comments" }));
    await steps.press(page.getByRole("status").getByRole("link", { name: "Class reports" }));
    await steps.press(page.getByRole("button", { name: `Sign ${SIZE} complete reports` }));
    await steps.press(page.getByRole("dialog").getByRole("button", { name: `Sign ${SIZE} reports` }));
    await page.getByText(`${SIZE} reports signed.`).waitFor();

    expect(violations).toEqual([]);
    expect(ticked).toBe(SIZE);
    expect(stored).toHaveLength(SIZE);
    expect(stored).toContain(TYPED);
    expect(undone).toEqual([]);
    expect(await storedComments()).toHaveLength(SIZE);
    expect(steps.count).toBeLessThanOrEqual(javaScript ? MOST_STEPS : MOST_TAPS);
  },
);

/** Does each step by keyboard, as far as there is a script, and otherwise by touch; counts keys and taps. */
class Steps {
  count = 0;

  private readonly page: Page;
  private readonly byKeyboard: boolean;

  constructor(page: Page, byKeyboard: boolean) {
    this.page = page;
    this.byKeyboard = byKeyboard;
  }

  /** Presses a link or button. With the keyboard, Tab moves the focus there, and Enter presses it. */
  async press(target: Locator): Promise<void> {
    await target.waitFor();
    if (this.byKeyboard) await this.tabTo(target);
    this.count += 1;
    await (this.byKeyboard ? this.page.keyboard.press("Enter") : target.click());
  }

  /** Replaces the text of a field. The typed letters are not counted, because they are the person's own. */
  async type(target: Locator, text: string): Promise<void> {
    if (this.byKeyboard) await this.tabTo(target);
    this.count += 1;
    await target.fill(text);
    // The button is before the fields, so the way back to it is counted as well.
    if (this.byKeyboard) await this.tabTo(this.page.getByRole("button", { name: /^Save/ }), "Shift+Tab");
  }

  private async tabTo(target: Locator, key = "Tab"): Promise<void> {
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let keys = 0; keys < MOST_STEPS && !(await isFocused()); keys += 1) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
    expect(await isFocused()).toBe(true);
  }
}

const IN_CLASS = `
  join classes c using (class_id)
  join schools o on o.current_term_id = r.academic_term_id
 where c.label = '${CLASS}'`;

async function overviewPath(): Promise<string> {
  const [found] = await queryDatabase<{ path: string }>(
    databaseUrl,
    `select '/app/term-reports/' || r.class_id || '/' || r.academic_term_id || '/sign-all' as path
       from registrations r ${IN_CLASS} limit 1`,
  );
  return found?.path ?? "";
}

async function storedComments(): Promise<string[]> {
  const stored = await queryDatabase<{ principal_comment: string }>(
    databaseUrl,
    `select principal_comment
       from registrations r
       join term_records d using (student_key, academic_term_id) ${IN_CLASS} and principal_comment <> ''`,
  );
  return stored.map(({ principal_comment }) => principal_comment);
}
