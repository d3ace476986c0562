import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import type { RowPhase } from "#saving/client/row-phase.ts";
import { readUnsentRows } from "#tests/support/browser/unsent.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import type { Desk } from "./desk.ts";
import type { FreshMarks } from "./fresh-marks.ts";
import type { Log, Whose } from "../verdict/log.ts";
import { TYPIST } from "./shared-sheet.ts";

type Parts = { desk: Desk; log: Log; marks: FreshMarks };
export type Shown = { row: string; phase: RowPhase; value: string | null };

/** The time from the last digit to the key that leaves the field: no hand is faster. */
const HAND_MS = 60;

/** The person at the sheet, who types marks, decides conflicts and signs in again. */
export class Typist {
  private readonly parts: Parts;
  signIns = 0;
  finished = 0;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Opens the sheet, ready for typing. */
  async sitDown(): Promise<void> {
    const { desk } = this.parts;
    await desk.openSheet();
    if (desk.page.url() === desk.address) return;
    await this.fillIn(desk.page);
    await desk.openSheet();
  }

  /** Types a mark that nobody has given before, and moves to the next row. */
  async enter(row: string): Promise<void> {
    const { desk, marks } = this.parts;
    await this.pointAt(row);
    await desk.page.keyboard.insertText(marks.next());
    await sleep(HAND_MS);
    await desk.page.keyboard.press("Enter");
  }

  /** Leaves a field with a text that was never left. */
  async finish(row: string): Promise<void> {
    this.finished += 1;
    await this.pointAt(row);
    await this.parts.desk.page.keyboard.press("Enter");
  }

  /** Looks at the window again, as after a break: waiting rows are sent at once. */
  async comeBack(): Promise<void> {
    await this.parts.desk.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  }

  async rows(): Promise<Shown[]> {
    return this.parts.desk.page.locator("tr[data-phase]").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const field = row.querySelector<HTMLInputElement>("input[data-field=mark]");
        if (!field || !(row instanceof HTMLElement)) return [];
        const { phase } = row.dataset;
        return [
          { row: field.name.replace("mark.", ""), phase: phase as RowPhase, value: field.value || null },
        ];
      }),
    );
  }

  /** Counts the rows that wait in the browser's own database, whichever page put them there. */
  async keptOnDevice(): Promise<number> {
    return (await this.parts.desk.page.evaluate(readUnsentRows)).length;
  }

  /** Returns whether there was a choice to make by then. */
  async choose(row: string, whose: Whose): Promise<boolean> {
    const { desk, log } = this.parts;
    const made = await desk.page.locator(`#row-${row}`).evaluate(pressChoice, whose);
    if (made) log.add(row, { did: "chose", whose, ...made });
    return made !== null;
  }

  /** Signs in in the dialog over the sheet. */
  async signInInPlace(): Promise<void> {
    this.signIns += 1;
    const dialog = this.signInDialog();
    await dialog.locator("input[type=password]").fill(DEMO_PASSWORD);
    await dialog.locator("input[type=password]").press("Enter");
    try {
      await dialog.waitFor({ state: "hidden" });
    } catch (error) {
      const length = await dialog.locator("input[type=password]").evaluate(lengthOfValue);
      const shown = `The dialog shows "${await dialog.innerText()}" and holds ${length} characters.`;
      throw new Error(shown, { cause: error });
    }
  }

  /** Signs in in another tab of the same browser; then the sheet no longer asks. */
  async signInElsewhere(): Promise<void> {
    const { desk } = this.parts;
    this.signIns += 1;
    const tab = await desk.newTab();
    await tab.goto(new URL("/", desk.address).href);
    await this.fillIn(tab);
    await tab.close();
    await this.comeBack();
    await this.signInDialog().waitFor({ state: "hidden" });
  }

  /** Resolves once the page asks for a sign-in over the sheet. */
  isAskedToSignIn(): Promise<void> {
    return this.signInDialog().waitFor();
  }

  private signInDialog(): Locator {
    return this.parts.desk.page.locator("dialog[open]:has(input[type=password])");
  }

  private pointAt(row: string): Promise<void> {
    const field = this.parts.desk.page.locator(`input[name="mark.${row}"]`);
    return field.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.select();
    });
  }

  private async fillIn(page: Page): Promise<void> {
    const name = page.getByLabel("Username");
    if ((await name.count()) > 0 && (await name.isEditable())) {
      await name.fill(TYPIST);
      await page.getByRole("button", { name: "NEXT" }).click();
    }
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "LOGIN" }).click();
    await page.waitForURL(/\/app/);
  }
}

/** Runs in the page. */
function lengthOfValue(input: Element): number {
  return input instanceof HTMLInputElement ? input.value.length : 0;
}

/** Runs in the page: reads both values and presses the button in one step, so that the choice is about them. */
function pressChoice(row: Element, whose: Whose) {
  const buttons = [...row.querySelectorAll<HTMLButtonElement>("td.state button")];
  const [mine, theirs] = buttons.map((button) => button.querySelector("strong")?.textContent ?? "");
  const isContested = row instanceof HTMLElement && row.dataset.phase === "changed";
  if (!isContested || mine === undefined || theirs === undefined) return null;
  buttons[whose === "mine" ? 0 : 1]?.click();
  return { mine, theirs };
}
