import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { findRowWhere, markField, sheetRowLocator } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const REASON = "Three scripts were added up wrongly.";

/** Without script, on a phone. */
const LOOK = { origin, javaScript: false, phone: true };

test("a past term is opened for a class, its teacher corrects a mark, the principal signs again, and it is closed", async () => {
  const { termId, label, classId } = await pastTerm();
  await openPastTerm({ termId, label, classId });
  const corrected = await correctMark(termId);
  await signAgain(`/app/term-reports/${classId}/${termId}/${corrected.student}`, corrected);
  await closePastTerm();

  const page = await newPage(LOOK);
  await signIn(page, "teacher", DEMO_PASSWORD, corrected.sheet);
  await page.getByText(/is over. You can read and print its marks/).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
});

async function openPastTerm({ termId, label, classId }: Past): Promise<void> {
  const page = await newPage(LOOK);
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/entry-windows");
  await page.getByRole("link", { name: /^Past terms/ }).click();
  await page.getByText("No past term is open for correction.").waitFor();
  await page.getByLabel("Term", { exact: true }).selectOption(String(termId));
  await page.getByRole("button", { name: "Show" }).first().click();
  await page.getByLabel("Class").selectOption(String(classId));
  await page.getByRole("button", { name: "Show" }).last().click();
  await page.getByText(/^\S.* \(form teacher at the time\), /).waitFor();
  await page.getByText(/^Stays in /).waitFor();

  await page.getByRole("button", { name: `Open ${label} for ` }).click();
  await page
    .getByRole("link", { name: "Enter the reason. It appears in the history and on the printed card." })
    .waitFor();
  await page.getByLabel("Until", { exact: true }).fill(inDays(5));
  await page.getByLabel("Reason", { exact: true }).fill(REASON);
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: `Open ${label} for ` }).click();
  await page.getByText("Nothing corrected").waitFor();
  expect(await violationsOn(page)).toEqual([]);
}

type Corrected = { student: string; sheet: string; subject: string; before: string };

/** Opens the past sheet in the teacher's usual way, and changes the first mark. */
async function correctMark(termId: number): Promise<Corrected> {
  const page = await newPage(LOOK);
  await signIn(page, "teacher", DEMO_PASSWORD, `/app/mark-sheet?term=${termId}`);
  await page.getByText(/^Open for correction: Std 4 R/).waitFor();
  await page
    .getByRole("link", { name: /Std 4 R/ })
    .first()
    .click();
  await page.getByRole("link", { name: /End of Term/ }).click();
  await page.getByText(/This mark sheet is open for correction until/).waitFor();
  const student = await findRowWhere(page, (value) => value !== "" && value !== "13");
  const before = await markField(page, student).inputValue();
  await markField(page, student).fill("13");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await sheetRowLocator(page, student).getByText("Saved").first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  return { student, sheet: new URL(page.url()).pathname, subject: heading.split(",")[0] ?? "", before };
}

/** Reads the corrected report as the principal, and signs it again. */
async function signAgain(report: string, { subject, before }: Corrected): Promise<void> {
  const page = await newPage(LOOK);
  await signIn(page, "principal", DEMO_PASSWORD, report);
  const row = page.getByRole("row", { name: new RegExp(`^${subject}`) });
  await row.getByText(/^Corrected by /).waitFor();
  expect(await row.locator("del").first().textContent()).toContain(before);
  await page.getByText("Waiting to be signed again").waitFor();
  await page.getByRole("heading", { name: "History of this report" }).waitFor();
  await page.getByText(REASON).first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  // Without script the way to the question is a button, which saves the comment first.
  await page.getByRole("button", { name: "Sign again" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Report" }).click();
  await page.getByText("Report Signed Successfully.").first().waitFor();
  expect(await page.getByText("Waiting to be signed again").count()).toBe(0);
}

async function closePastTerm(): Promise<void> {
  const page = await newPage(LOOK);
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/past-terms");
  await page.getByText("1 mark corrected, 1 report signed").first().waitFor();
  await page.getByRole("button", { name: /^Close: / }).click();
  await page.getByText("No past term is open for correction.").waitFor();
}

type Past = { termId: number; label: string; classId: number };

/** Returns the past term before the current one, and the class of the demo teacher's lesson, whose reports are signed. */
async function pastTerm(): Promise<Past> {
  const [found] = await queryDatabase<{ term_id: number; class_id: number }>(
    databaseUrl,
    `select max(y.academic_term_id) as term_id, min(c.class_id) as class_id
       from schools o
       join academic_terms y on y.academic_term_id < o.current_term_id and y.academic_year_id is not null
       join classes c on c.academic_year_id = y.academic_year_id and c.label = 'Std 4 R'`,
  );
  if (!found) throw new Error("the demo school has no past term");
  const text = String(found.term_id);
  return {
    termId: found.term_id,
    classId: found.class_id,
    label: `${text.slice(0, 4)}-${text.slice(4, 8)}, Term ${text.slice(8)}`,
  };
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
