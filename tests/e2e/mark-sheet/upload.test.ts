import { expect, test } from "vitest";
import { originOf, violationsOn, type PageOptions } from "#tests/support/browser/browser.ts";
import {
  deleteSheetMarks,
  openSheet,
  rowsWithField,
  readStoredMark,
  type Lesson,
} from "#tests/support/browser/sheet-page.ts";
import { fillMarks } from "#tests/support/builders/fill-marks.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** D. Ramkissoon is the class's form teacher, and C. Pierre shares its Mathematics. */
const SHARED: Lesson = { classLabel: "Std 4 R", subject: "Mathematics" };

test.each<[string, Omit<PageOptions, "origin">]>([
  ["without script", { javaScript: false }],
  ["on a phone", { phone: true }],
])("marks go home in a spreadsheet and come back while a colleague enters one, %s", async (_how, how) => {
  await deleteSheetMarks(databaseUrl, SHARED, 2);
  const [mine, theirs] = [await open("teacher", how), await open("formteacher", { javaScript: false })];
  const sheet = mine.url();
  const [first = "", second = "", third = ""] = await rowsWithField(theirs);
  // Without script, leaving the sheet saves it.
  const role = how.javaScript === false ? "button" : "link";
  await mine.getByRole(role, { name: "Spreadsheet" }).filter({ visible: true }).click();
  const download = mine.getByRole("link", { name: "Download spreadsheet" });
  const address = await download.getAttribute("href");
  expect(await violationsOn(mine)).toEqual([]);
  const file = await (await mine.request.get(`${originOf(mine)}${address}`)).body();
  await theirs.locator(`input[name='mark.${first}']`).fill("9");
  await theirs.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("1 saved").waitFor();

  const buffer = fillMarks(file, ["7", "8", "Abs", "9999"]);
  await mine.getByLabel("Spreadsheet").setInputFiles({ name: "maths.xlsx", mimeType: "", buffer });
  await mine.getByRole("button", { name: "Check file" }).click();

  await mine.getByText("maths.xlsx · Nothing is saved yet").waitFor();
  await mine.getByText(/^Changed by .* from blank to 9$/).waitFor();
  expect(await mine.getByText(/^Refused: The mark must be from 0 to/).count()).toBe(1);
  expect(await violationsOn(mine)).toEqual([]);
  expect(await mine.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  if (how.javaScript !== false) {
    await mine.getByRole("link", { name: "Choose another file" }).click();
    await mine.getByRole("dialog").getByText("You have not saved 2 marks of maths.xlsx.").waitFor();
    await mine.getByRole("button", { name: "Stay here" }).click();
  }
  await mine.getByRole("radio", { name: /^Needs a decision/ }).check();
  expect(await mine.locator("tbody tr").filter({ visible: true }).count()).toBe(1);
  await mine.getByRole("radio", { name: /Use your file/ }).check();
  await mine
    .getByRole("button", { name: how.javaScript === false ? "Save 2 marks" : "Save 3 marks" })
    .click();

  await mine
    .getByText(/^3 marks saved\. 1 refused row was left as it is: \w+/)
    .first()
    .waitFor();
  expect(await Promise.all([first, second, third].map((row) => readStoredMark(theirs, row, sheet)))).toEqual([
    "7",
    "8",
    "",
  ]);
});

test("without script the marks of all subjects of a class come back in one file", async () => {
  await deleteSheetMarks(databaseUrl, SHARED, 2);
  const page = await open("formteacher", { javaScript: false });
  const sheet = page.url();
  const rows = await rowsWithField(page);
  await page.getByRole("button", { name: "Spreadsheet" }).filter({ visible: true }).click();
  await page.getByRole("link", { name: "All your subjects in this class" }).click();
  await page.getByRole("heading", { name: "Upload marks of all subjects, Std 4 R" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const address = await page.getByRole("link", { name: "Download spreadsheet" }).getAttribute("href");
  const file = await (await page.request.get(`${originOf(page)}${address}`)).body();

  const buffer = fillMarks(file, ["7", "Abs", "9999"], "xlsx", "Mathematics");
  await page.getByLabel("Spreadsheet").setInputFiles({ name: "class.xlsx", mimeType: "", buffer });
  await page.getByRole("button", { name: "Check file" }).click();

  await page.getByText("2 changed, 1 refused").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("button", { name: "Save 2 marks" }).click();
  await page
    .getByText(/^2 marks saved\. 1 refused row was left as it is: \w+/)
    .first()
    .waitFor();
  expect(await readStoredMark(page, rows[0] ?? "", sheet)).toBe("7");
});

function open(userName: string, how: Omit<PageOptions, "origin">) {
  return openSheet({ origin, ...how }, { userName, lesson: SHARED, testTitle: "Interim Test" });
}
