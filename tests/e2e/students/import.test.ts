import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct({ worker: true });
const PLACE = "/app/students/import";
const HEAD = "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class,Phone (Mobile)";

async function sent(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
  await page.getByLabel("Spreadsheet").setInputFiles([file]);
  await page.getByRole("button", { name: "Check file" }).click();
}

async function countOf(pins: readonly string[]): Promise<number> {
  const sql = "select 1 from students where birth_certificate_pin = any ($1)";
  return (await queryDatabase(databaseUrl, sql, [pins])).length;
}

type Here = { student_id: string; first_name: string; last_name: string; born: string };

async function somebody(): Promise<Here> {
  const [found] = await queryDatabase<Here>(
    databaseUrl,
    `select student_id, first_name, last_name, date_of_birth::text as born from students
      where student_status_id = 1 and date_of_birth is not null order by id limit 1`,
    [],
  );
  if (!found) throw new Error("the demo school has students");
  return found;
}

test("a clerk sends a list, looks at what it would do, decides, imports and takes it back", async () => {
  const page = await newPage({ origin });
  const here = await somebody();
  await signIn(page, "clerk", DEMO_PASSWORD, PLACE);
  expect(await violationsOn(page)).toEqual([]);

  await sent(page, "intake.csv", [
    HEAD,
    `${here.student_id},,,,,,868 555-0139`,
    ",Farah,Abdool,991902033317,3/2/2019,,",
    `,${here.first_name},${here.last_name},991902033318,${here.born},,`,
    ",Vidya,Teelucksingh,,,Std 7,555-12",
  ]);
  await page
    .getByRole("link", { name: /not imported$/ })
    .first()
    .click();
  await waitForMessage(page, "7 Digits Needed, ‘555-12’");
  await page.getByText("Farah").waitFor({ state: "detached" });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download refused rows" }).click();
  expect((await download).suggestedFilename()).toBe("Refused rows.csv");
  await page.getByRole("link", { name: "1 row to decide" }).click();
  await waitForMessage(page, `May be ${here.student_id}`);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Add a new student, row 4" }).click();
  await page.getByRole("button", { name: "Import 3 students" }).click();

  await waitForMessage(page, "3 students imported: 2 created, 1 changed. 1 row was not imported.");
  expect(await countOf(["991902033317", "991902033318"])).toBe(2);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo import" }).click();
  await waitForMessage(page, "Undone: all records are the same as before the import");
  expect(await countOf(["991902033317", "991902033318"])).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

test("on a phone without script a wrong file is refused with why, and a right one imported", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, PLACE);

  await page.getByRole("button", { name: "Check file" }).click();
  await waitForMessage(page, "select a file");
  await sent(page, "names.csv", ["First Name,Last Name"]);
  await waitForMessage(page, "The file has no rows below the column names.");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("link", { name: "Choose another file" }).click();
  await page.getByRole("heading", { name: "Earlier imports" }).waitFor();
  await sent(page, "nobody.csv", [HEAD, ",Nobody,,,,,"]);
  await waitForMessage(page, "Importing this file would change nothing.");
  await page.getByRole("link", { name: "Choose another file" }).click();
  await page.getByRole("heading", { name: "Earlier imports" }).waitFor();
  await sent(page, "intake.csv", [HEAD, ",Keron,Ottley,991907210048,21 Jul 2019,,", ",Nobody,,,,,"]);
  await waitForMessage(page, "Born 21 Jul 2019, PIN 991907210048");
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 1 student" }).click();

  await waitForMessage(page, "1 student imported: 1 created, 0 changed. 1 row was not imported.");
  expect(await countOf(["991907210048"])).toBe(1);
});
