import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { violationsOn, waitForMessage } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { openReport, readStoredValues } from "#tests/support/browser/report-page.ts";
import { startProduct } from "#tests/support/server.ts";
import { markField, openSheet, rowsWithField } from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

const SHEET = { lesson: { classLabel: "Std 4 R", subject: "Spanish" }, testTitle: "End of Term" };

test("without script a mark sheet is not saved by who has signed in since, and its author sends it again", async () => {
  const page = await openSheet({ origin, javaScript: false }, { userName: "teacher", ...SHEET });
  const sheet = page.url();
  const [row = ""] = await rowsWithField(page);
  const mark = (await markField(page, row).inputValue()) === "61" ? "62" : "61";
  await markField(page, row).fill(mark);
  const marks = [await storedMark(page, { sheet, row })];

  await signInInAnotherTab(page, "Admin");
  expect(await pressed(page, "Save")).toBe(409);
  await waitForMessage(page, /Nothing was saved: .* Admin has since signed in on this browser\.$/);
  expect(await violationsOn(page)).toEqual([]);
  marks.push(await storedMark(page, { sheet, row }));
  expect(await pressed(page, "Send again")).toBe(409);
  await signInInAnotherTab(page, "teacher");
  expect(await pressed(page, "Send again")).toBe(200);

  expect(marks[1]).toBe(marks[0]);
  expect(await markField(page, row).inputValue()).toBe(mark);
  expect(await storedMark(page, { sheet, row })).toBe(mark);
});

test("without script a report waits for its author, also where the other may not even see it", async () => {
  const page = await openReport("formteacher", { origin, place: 4, javaScript: false });
  const comment = "Reads aloud well.\nCounts to a hundred.";
  await page.locator("#teacher_comment").fill(comment);

  await signInInAnotherTab(page, "clerk");
  expect(await pressed(page, "Save")).toBe(409);
  await page.getByRole("heading", { name: "Somebody else is signed in here" }).waitFor();
  await signInInAnotherTab(page, "formteacher");
  expect(await pressed(page, "Send again")).toBe(200);

  expect(await page.locator("#teacher_comment").inputValue()).toBe(comment);
  expect((await readStoredValues(page))["teacher_comment"]?.replaceAll("\r", "")).toBe(comment);
});

test("without script nobody signs by a dialog that was opened by another", async () => {
  const page = await openReport("principal", { origin, place: 5, javaScript: false });
  const studentKey = Number(new URL(page.url()).pathname.split("/").at(-1));
  await takeSignatureOff(studentKey);
  await page.goto(`${new URL(page.url()).pathname}/sign`);

  await signInInAnotherTab(page, "Admin");
  expect(await pressed(page, "Sign Report")).toBe(409);
  const signer = await signerOf(studentKey);
  await signInInAnotherTab(page, "principal");
  await pressed(page, "Send again");

  expect(signer).toBeNull();
  expect(await signerOf(studentKey)).toBe("principal");
});

/** Presses a button in the dialog if there is one: without scripts the page under it has buttons too. */
async function pressed(page: Page, name: string): Promise<number> {
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  const dialog = page.getByRole("dialog");
  const place = (await dialog.count()) > 0 ? dialog : page;
  await place.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
  const status = (await answer).status();
  await page.waitForLoadState();
  return status;
}

/** Signs another person in to the same browser: the session is theirs from then on. */
async function signInInAnotherTab(page: Page, userName: string): Promise<void> {
  const answer = await page.request.post("/app/sign-in-again", {
    data: { userName, password: DEMO_PASSWORD },
    headers: { Origin: origin },
  });
  expect(answer.status()).toBe(200);
}

async function storedMark(page: Page, { sheet, row }: { sheet: string; row: string }): Promise<string> {
  const html = await (await page.request.get(sheet)).text();
  const [field = ""] = new RegExp(`<input[^>]*name="mark\\.${row}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(field)?.[1] ?? "";
}

async function signerOf(studentKey: number): Promise<string | null> {
  const [found] = await queryDatabase<{ user_name: string | null }>(
    databaseUrl,
    `select a.user_name from term_records r left join accounts a on a.account_id = r.signed_by
      where r.student_key = $1 and r.academic_term_id = (select current_term_id from schools)`,
    [studentKey],
  );
  return found?.user_name ?? null;
}

async function takeSignatureOff(studentKey: number): Promise<void> {
  await queryDatabase(
    databaseUrl,
    `update term_records set signed_by = null, signed_at = null, signature = null
      where student_key = $1 and academic_term_id = (select current_term_id from schools)`,
    [studentKey],
  );
}
