import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { asApplicationRole } from "#tests/support/postgres/postgres-server.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct, startWeb, type WebProcess } from "#tests/support/server.ts";

/** `npm run test:faults` sets this to a whole school, and kills the server during the uploads too. */
const PICTURES = Number(process.env["PICTURES"] ?? 45);
const KILLED_AT = process.env["PICTURES"] ? [0.25, 0.5, 0.75] : [];
const LONGEST = PICTURES * 500 + 60_000;

const product = await startProduct({ flavour: process.env["PICTURES"] ? "secondary" : "primary" });
const { origin, databaseUrl, dataDir } = product;
const PLACE = "/app/students/pictures";

type Drawn = { id: number; student_id: string };

/** Draws a picture per student, each in a colour of its own. */
async function drawn(count: number, after: number) {
  const students = await queryDatabase<Drawn>(
    databaseUrl,
    `select id, student_id from students where student_status_id = 1 and id > $1 order by id limit ${count}`,
    [after],
  );
  const files = await Promise.all(
    students.map(async ({ id, student_id }, index) => ({
      name: `${student_id}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { width: 900, height: 1200, channels: 3, background: colourOf(index) },
      })
        .jpeg()
        .toBuffer(),
      id,
    })),
  );
  return files;
}

/** The colours of any two of 1,250 differ by at least 4. */
function colourOf(index: number) {
  return { r: 40 + 4 * (index % 50), g: 40 + 8 * Math.floor(index / 50), b: 128 };
}

/** Reads the colour of a student's picture as the product shows it. */
async function shownColour(page: Page, studentKey: number): Promise<{ r: number; g: number }> {
  const [student] = await queryDatabase<{ picture: string }>(
    databaseUrl,
    "select picture from students where id = $1",
    [studentKey],
  );
  const answer = await page.request.get(`${origin}/img/students/${student?.picture}`);
  const { channels } = await sharp(await answer.body()).stats();
  return { r: Math.round(channels[0]?.mean ?? 0), g: Math.round(channels[1]?.mean ?? 0) };
}

async function open(javaScript: boolean) {
  const page = await newPage({ origin, javaScript, phone: !javaScript });
  await signIn(page, "Admin", DEMO_PASSWORD, PLACE);
  return page;
}

test(
  "pictures go on after a cut connection and a killed server, and each child has the right one",
  { timeout: 2 * LONGEST },
  async () => {
    const page = await open(true);
    const files = await drawn(PICTURES, 0);
    expect(files.length).toBeGreaterThan(PICTURES * 0.95);
    const stray = { ...files[0], name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: Buffer.from("x") };
    const isThere = await intercept(page, /\/files$/);

    await page.getByLabel("Pictures or a ZIP").setInputFiles([...files, stray]);
    await page.getByRole("button", { name: "Send files and check the matches" }).click();
    await page.getByText("No connection, or the server did not answer").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    let web = await killed(product.web);
    isThere();
    for (const share of KILLED_AT) {
      await expect.poll(filesThere, { timeout: LONGEST }).toBeGreaterThan(share * files.length);
      web = await killed(web);
      expect(await filesThere()).toBeLessThan(files.length);
    }

    await page.getByRole("heading", { name: "Matched", exact: true }).waitFor({ timeout: LONGEST });
    await page.getByText("Refused: not a complete JPEG, PNG or WebP picture").waitFor();
    // The preview shows the faces as a page of photographs: one class a line would be five screens.
    if (!process.env["PICTURES"])
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_000);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: `Save ${files.length.toLocaleString("en")} pictures` }).click();
    await page.getByRole("heading", { name: "Saved", exact: true }).waitFor({ timeout: LONGEST });
    const wrong = [];
    for (const [place, { id }] of files.entries()) {
      const [found, meant] = [await shownColour(page, id), colourOf(place)];
      if (Math.abs(found.r - meant.r) > 2 || Math.abs(found.g - meant.g) > 2)
        wrong.push({ id, found, meant });
    }
    expect(wrong).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
  },
);

async function killed(web: WebProcess): Promise<WebProcess> {
  await web.kill();
  const port = Number(origin.split(":").at(-1));
  return startWeb({ databaseUrl: asApplicationRole(databaseUrl), dataDir, port });
}

async function filesThere(): Promise<number> {
  return (await queryDatabase(databaseUrl, "select 1 from picture_upload_files", [])).length;
}

test("without script pictures are sent as one form, one is given to a student, saved and taken back", async () => {
  const page = await open(false);
  const [first, second] = await drawn(2, 100);
  if (!first || !second) throw new Error("the demo school has students");

  await page.getByRole("button", { name: "Send files and check the matches" }).click();
  await page.getByText("select a file", { exact: false }).waitFor();
  await page.getByLabel("Pictures or a ZIP").setInputFiles([first, { ...second, name: "DSC_0001.jpg" }]);
  await page.getByRole("button", { name: "Send files and check the matches" }).click();
  await page.getByRole("link", { name: "Choose the student for DSC_0001.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose the student" });
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel("Student").selectOption(String(second.id));
  await dialog.getByRole("button", { name: "Choose student" }).click();
  await page.getByRole("button", { name: "Save 2 pictures" }).click();

  await page.getByText("Saved, student chosen by hand").waitFor();
  expect((await shownColour(page, second.id)).r).toBeGreaterThan(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await page.getByRole("button", { name: "Save 2 pictures" }).waitFor();

  await page.getByRole("link", { name: "Discard upload" }).click();
  const question = page.getByRole("dialog", { name: "Discard this upload?" });
  await question.getByText(/^2 files, sent /).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole("button", { name: "Discard upload" }).click();
  await page.getByText("The upload was discarded.").waitFor();
});
