import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, waitForHydration } from "#tests/support/browser/browser.ts";
import { prepareUnsignedReports } from "#tests/support/browser/class-of-reports.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** D. Ramkissoon (`formteacher`) is its form teacher. */
const CLASS = "Std 4 R";
const SIZE = 35;
const TYPED = "Typed for this student alone.";

/** The comments that the principal changes by keyboard. Each is new, as nobody knows them by heart. */
const CHANGED: readonly { place: number; comment: string }[] = [
  { place: 1, comment: "A very good term, Anaya. Keep your place in the choir." },
  { place: 8, comment: "Come to see me about Mathematics before the new term." },
  { place: 16, comment: "Your parents and I will talk about your attendance." },
  { place: 24, comment: "The best result of the class. Well done!" },
  { place: 35, comment: "You can do better than this, and you know it." },
];

/** The pace of somebody who looks for each key: one key a second, Tab and Enter included. */
const KEY_MS = 1_000;
const TEN_MINUTES_MS = 600_000;

/** The largest number of keys: about 230 are letters of the comments, the others mostly Tab, past the fields and links. */
const MOST_KEYS = 560;

/** Five taps comment on the class and sign it; the others type a comment, undo and save again. */
const MOST_TAPS = 9;

test("the principal comments on a class of 35, changes five comments and signs all in ten minutes, by keyboard", async () => {
  await prepareUnsignedReports(databaseUrl, CLASS, 0);
  const page = await newPage({ origin });
  await signIn(page, "principal", DEMO_PASSWORD, await overviewPath());
  const steps = new Steps(page, true);

  await steps.press(page.getByRole("link", { name: "Comments by average" }));
  await steps.wait(page.getByRole("heading", { level: 1, name: `Comments for ${CLASS}` }));
  await waitForHydration(page);
  const violations = await violationsOn(page);
  for (const { place, comment } of CHANGED)
    await steps.typeByKeys(page.getByRole("textbox").nth(place - 1), comment);
  // The principal goes on before the page has loaded again, and nobody asks about comments that are saved.
  await intercept(page, /comments\.data/, (route) => {
    return route.request().method() === "GET" ? new Promise(() => {}) : route.fallback();
  });
  await steps.press(page.getByRole("button", { name: "Save selected comments" }), "Shift+Tab");
  await steps.wait(page.getByText(`${SIZE} comments saved.`));
  await steps.press(page.getByRole("status").getByRole("link", { name: "Class reports" }));
  await steps.press(page.getByRole("button", { name: `Sign ${SIZE} complete reports` }));
  await steps.press(page.getByRole("dialog").getByRole("button", { name: `Sign ${SIZE} reports` }));
  await steps.wait(page.getByText(`${SIZE} reports signed.`));

  const stored = await storedComments();
  expect(violations).toEqual([]);
  expect(stored).toHaveLength(SIZE);
  expect(stored).toEqual(expect.arrayContaining(CHANGED.map(({ comment }) => comment)));
  expect(await countSigned()).toBe(SIZE);
  expect(steps.count).toBeLessThanOrEqual(MOST_KEYS);
  expect(steps.count * KEY_MS + steps.waitedMs).toBeLessThan(TEN_MINUTES_MS);
});

test("the principal comments on a class of 35, undoes it, comments again and signs, by touch without script", async () => {
  await prepareUnsignedReports(databaseUrl, CLASS, 0);
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "principal", DEMO_PASSWORD, await overviewPath());
  const steps = new Steps(page, false);

  await steps.press(page.getByRole("link", { name: "Comments by average" }));
  await page.getByRole("heading", { level: 1, name: `Comments for ${CLASS}` }).waitFor();
  const violations = await violationsOn(page);
  const ticked = await page.getByRole("checkbox", { checked: true }).count();
  await steps.fill(page.getByRole("textbox").nth(1), TYPED);
  await steps.press(page.getByRole("button", { name: "Save selected comments" }));
  await page.getByText(`${SIZE} comments saved.`).waitFor();
  violations.push(...(await violationsOn(page)));
  const stored = await storedComments();

  await steps.press(page.getByRole("button", { name: "Undo", exact: true }));
  await page.getByText(`${SIZE} comments undone.`).waitFor();
  const undone = await storedComments();
  await steps.press(page.getByRole("button", { name: "Save selected comments" }));
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
  expect(steps.count).toBeLessThanOrEqual(MOST_TAPS);
});

/** Does each step by keyboard or by touch. Counts keys and taps, and how long the person waits for the machine. */
class Steps {
  count = 0;
  waitedMs = 0;

  private readonly page: Page;
  private readonly byKeyboard: boolean;

  constructor(page: Page, byKeyboard: boolean) {
    this.page = page;
    this.byKeyboard = byKeyboard;
  }

  /** Waits for what the page shows after a step. */
  async wait(target: Locator): Promise<void> {
    const from = Date.now();
    await target.waitFor();
    this.waitedMs += Date.now() - from;
  }

  /** Presses a link or button. With the keyboard, Tab moves the focus there, and Enter presses it. */
  async press(target: Locator, key = "Tab"): Promise<void> {
    await this.wait(target);
    if (this.byKeyboard) await this.tabTo(target, key);
    this.count += 1;
    await (this.byKeyboard ? this.page.keyboard.press("Enter") : target.click());
  }

  /** Replaces the text of a field by keyboard, letter by letter. */
  async typeByKeys(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text);
    this.count += 1 + text.length;
  }

  /** Replaces the text of a field by touch; the letters are not counted. */
  async fill(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }

  private async tabTo(target: Locator, key = "Tab"): Promise<void> {
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let keys = 0; keys < MOST_KEYS && !(await isFocused()); keys += 1) {
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

async function countSigned(): Promise<number> {
  const [found] = await queryDatabase<{ count: number }>(
    databaseUrl,
    `select count(*)::integer as count
       from registrations r
       join term_records d using (student_key, academic_term_id) ${IN_CLASS} and d.signed_by is not null`,
  );
  return found?.count ?? 0;
}
