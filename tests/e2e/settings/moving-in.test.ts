import { utils, write } from "@e965/xlsx";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn, waitForMessage } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct({ worker: true });

async function subjects(title: string): Promise<number> {
  return (await queryDatabase(databaseUrl, "select 1 from subjects where title = $1", [title])).length;
}

async function importSubject(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: "Data import" }).click();
  await page.getByRole("heading", { name: "Data import" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("link", { name: "Import subjects" }).click();
  const text = ["Subject,Abbreviation", `${title},SEW`, "Knitting,"].join("\r\n");
  const file = { name: "subjects.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Spreadsheet").setInputFiles([file]);
  await page.getByRole("button", { name: "Check file" }).click();
  await waitForMessage(page, "fill in this cell");
  expect(await violationsOn(page)).toEqual([]);
  expect(await subjects(title)).toBe(0);
  await page.getByRole("button", { name: "Import 1 subject" }).click();
  await waitForMessage(page, "1 subject imported: 1 created, 0 changed. 1 row was not imported.");
}

test("an administrator imports a list and takes it back", async () => {
  const page = await newPage({ origin });
  const title = "Sewing";
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");

  await importSubject(page, title);
  expect(await subjects(title)).toBe(1);
  await page.getByRole("button", { name: "Undo import" }).click();

  await waitForMessage(page, "Undone: all records are the same as before the import");
  expect(await subjects(title)).toBe(0);
});

/** A small school: a subject, a teacher and a student, with a row that is refused and a sheet that is not read. */
function schoolWorkbook(subject: string, lastName: string): Buffer {
  const book = utils.book_new();
  for (const [name, cells] of Object.entries({
    Subjects: [
      ["Subject", "Abbreviation"],
      [subject, "SUB"],
      ["Knitting", ""],
    ],
    Employees: [
      ["First Name", "Last Name"],
      ["Akilah", lastName],
    ],
    Students: [
      ["Student ID", "First Name", "Last Name", "Birth Certificate Pin", "Class"],
      [`N-${lastName}`, "Anya", lastName, `PIN-${lastName}`, ""],
    ],
    Fees: [["Name"], ["Ali"]],
  }))
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}

test("without script, on a phone, an administrator imports a school of one workbook and takes it back", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  const [subject, lastName] = ["Carving", "Sylvester"];
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings/import");
  await page.getByRole("link", { name: "Import a school" }).click();
  const buffer = schoolWorkbook(subject, lastName);
  await page.getByLabel("Spreadsheet").setInputFiles([{ name: "school.xlsx", mimeType: "", buffer }]);
  await page.getByRole("button", { name: "Check file" }).click();

  await waitForMessage(page, "Sheets that are not in the template were not read: Fees.");
  const checked = await violationsOn(page);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect([checked, sideways, await subjects(subject)]).toEqual([[], 0, 0]);
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await waitForMessage(page, "3 rows imported: 3 created, 0 changed. 1 row was not imported.");
  expect(await subjects(subject)).toBe(1);
  await page.getByRole("button", { name: "Undo import" }).click();

  await waitForMessage(page, "Undone: all records are the same as before the import");
  expect(await subjects(subject)).toBe(0);
});

test("without script a form class that was forgotten is added and deleted again", async () => {
  const page = await newPage({ origin, javaScript: false });
  const name = "Std 3 Red";
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings");
  await page.getByRole("link", { name: "Form Classes" }).click();
  await page.getByLabel("Level").selectOption("Standard 3");

  await page.getByRole("button", { name: "Add form class" }).click();
  await page.getByRole("link", { name: "Enter the name of the form class" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("Form class", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add form class" }).click();
  await waitForMessage(page, `${name} added.`);
  const row = page.getByRole("listitem").filter({ hasText: name });
  await row.getByText("No students").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await row.getByRole("button", { name: `Delete ${name}` }).click();

  await waitForMessage(page, `${name} deleted.`);
  await expect.poll(() => row.count()).toBe(0);
});
