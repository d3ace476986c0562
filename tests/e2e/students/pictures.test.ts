import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { asApplication } from "#tests/support/postgres/postgres-server.ts";
import { answerOf } from "#tests/support/postgres/answer-of.ts";
import { startProduct, startWeb } from "#tests/support/server.ts";

const product = await startProduct();
const { origin, databaseUrl, dataDir } = product;
const PLACE = "/app/students/pictures";

type Drawn = { id: number; student_id: string };

/** Students with a picture each, of a colour of its own. */
async function drawn(count: number, after: number) {
  const students = await answerOf<Drawn>(
    databaseUrl,
    `select id, student_id from students where student_status_id = 1 and id > $1 order by id limit ${count}`,
    [after],
  );
  const files = await Promise.all(
    students.map(async ({ id, student_id }, place) => ({
      name: `${student_id}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: { width: 900, height: 1200, channels: 3, background: colourOf(place) },
      })
        .jpeg()
        .toBuffer(),
      id,
    })),
  );
  return files;
}

function colourOf(place: number) {
  return { r: 40 + 4 * place, g: 220 - 4 * place, b: 128 };
}

/** The picture of each student as the product shows it: the red of its middle. */
async function shownRed(page: Page, studentKey: number): Promise<number> {
  const [student] = await answerOf<{ picture: string }>(
    databaseUrl,
    "select picture from students where id = $1",
    [studentKey],
  );
  const answer = await page.request.get(`${origin}/img/students/${student?.picture}`);
  const { channels } = await sharp(await answer.body()).stats();
  return Math.round(channels[0]?.mean ?? 0);
}

async function open(javaScript: boolean) {
  const page = await newPage({ origin, javaScript, phone: !javaScript });
  await signIn(page, "Admin", DEMO_PASSWORD, PLACE);
  return page;
}

test("pictures go on after a cut connection and a killed server, and each child has the right one", async () => {
  const page = await open(true);
  const files = await drawn(45, 0);
  const stray = { ...files[0], name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: Buffer.from("x") };
  const isThere = await intercept(page, /\/files$/);

  await page.getByLabel("Pictures or a ZIP").setInputFiles([...files, stray]);
  await page.getByRole("button", { name: "Send and look at the matches" }).click();
  await page.getByText("The connection is gone").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await product.web.kill();
  isThere();
  await startWeb({
    databaseUrl: asApplication(databaseUrl),
    dataDir,
    port: Number(origin.split(":").at(-1)),
  });

  await page.getByRole("heading", { name: "Matched", exact: true }).waitFor();
  await page.getByText("Refused: not a whole JPEG, PNG or WebP picture").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Save 45 pictures" }).click();
  await page.getByRole("heading", { name: "Saved", exact: true }).waitFor();
  for (const [place, { id }] of files.entries()) {
    expect(Math.abs((await shownRed(page, id)) - colourOf(place).r)).toBeLessThan(3);
  }
  expect(await violationsOn(page)).toEqual([]);
});

test("without script pictures are sent as one form, one is given to a student, saved and taken back", async () => {
  const page = await open(false);
  const [first, second] = await drawn(2, 100);
  if (!first || !second) throw new Error("the demo school has students");

  await page.getByRole("button", { name: "Send and look at the matches" }).click();
  await page.getByText("select a file", { exact: false }).waitFor();
  await page.getByLabel("Pictures or a ZIP").setInputFiles([first, { ...second, name: "DSC_0001.jpg" }]);
  await page.getByRole("button", { name: "Send and look at the matches" }).click();
  await page.getByRole("link", { name: "Choose the student for DSC_0001.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "Whose picture is it?" });
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel("Student").selectOption(String(second.id));
  await dialog.getByRole("button", { name: "Choose" }).click();
  await page.getByRole("button", { name: "Save 2 pictures" }).click();

  await page.getByText("Saved, chosen by you").waitFor();
  expect(await shownRed(page, second.id)).toBeGreaterThan(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await page.getByRole("button", { name: "Save 2 pictures" }).waitFor();

  await page.getByRole("link", { name: "Throw away" }).click();
  const question = page.getByRole("dialog", { name: "Throw away this upload?" });
  await question.getByText(/^2 files, sent /).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole("button", { name: "Throw away" }).click();
  await page.getByText("The upload was thrown away.").waitFor();
});
