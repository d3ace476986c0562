import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { drawPicture, PDF } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const BIRTH = "Birth Certificate";
const JPEG = "image/jpeg";

/** Red at the left, blue at the right, four times as wide as it is high. */
async function redAndBlue() {
  const side = { width: 800, height: 400, channels: 3 } as const;
  const red = await sharp({ create: { ...side, background: "red" } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { ...side, width: 1600, background: "blue" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name: "class.jpg", mimeType: JPEG, buffer };
}

test("on a phone a birth certificate is uploaded under General, sent again and deleted", async () => {
  const student = 31;
  await queryDatabase(databaseUrl, "delete from student_documents where student_key = $1", [student]);
  const page = await open("clerk", `/app/students/${student}`, { phone: true });
  const slot = page.getByRole("region", { name: "Documents" }).getByRole("listitem").first();
  const dialog = page.getByRole("dialog", { name: "Documents Uploaded" });
  const listed = dialog.getByRole("listitem").filter({ hasText: BIRTH });
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });

  await slot.getByText("None yet").waitFor();
  await slot.getByRole("link", { name: `Upload ${BIRTH}` }).click();
  await dialog.locator("input[type=file]:focus").and(dialog.getByLabel(BIRTH)).waitFor();
  await dialog.getByLabel(BIRTH).setInputFiles(file("program.pdf", Buffer.from("MZ")));
  await dialog.getByRole("button", { name: "Upload File" }).first().click();
  await waitForMessage(dialog, "not a PDF, JPEG, PNG or Word file");
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel(BIRTH).setInputFiles(file("certificate.pdf", PDF));
  await dialog.getByRole("button", { name: "Upload File" }).first().click();
  await waitForMessage(listed, "certificate.pdf");
  await listed.getByText("Resubmit File").click();
  await listed.getByLabel("Select file").setInputFiles(file("newer.pdf", PDF));
  await listed.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(listed, "newer.pdf");
  await dialog.getByRole("link", { name: "Close" }).click();
  await slot.getByRole("link", { name: `Download ${BIRTH}` }).waitFor();
  expect(await slot.innerText()).toMatch(/PDF, \d+ \w+ \d{4}/);
  expect(await violationsOn(page)).toEqual([]);
  await slot.getByRole("link", { name: `Replace ${BIRTH}` }).click();
  await listed.getByRole("link", { name: `Delete File, ${BIRTH}` }).click();
  await page
    .getByRole("dialog", { name: `Delete ${BIRTH}?` })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await waitForMessage(page, `${BIRTH} deleted.`);
  await dialog.getByRole("link", { name: "Close" }).click();

  await slot.getByText("None yet").waitFor();
});

test("an admin chooses which part of a picture is kept, by sliders", async () => {
  const page = await open("Admin", "/app/students/33/picture");
  const dialog = pictureDialog(page);

  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type))
    .toBe("file");
  await dialog.getByLabel("Picture", { exact: true }).setInputFiles(await redAndBlue());
  await dialog.getByLabel("Move left or right").fill("1");
  expect(await dialog.getByRole("button", { name: "Save Picture" }).getAttribute("class")).toContain(
    "button-primary",
  );
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save Picture" }).first().click();
  await waitForMessage(page, "Data Saved Succesfully.");

  const { size, colour } = await savedPicture(page);
  expect(size).toEqual([300, 380]);
  expect(colour).toBe("blue");
});

test("the same by pulling the picture, no further than to its edge", async () => {
  const page = await open("Admin", "/app/students/34/picture");
  const dialog = pictureDialog(page);

  await dialog.getByLabel("Picture", { exact: true }).setInputFiles(await redAndBlue());
  const kept = dialog.locator("canvas");
  await kept.waitFor();
  const { x, y, width, height } = (await kept.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 4 * width, y + height / 2, { steps: 12 });
  await page.mouse.up();
  expect(await dialog.getByLabel("Move left or right").inputValue()).toBe("0");
  await dialog.getByRole("button", { name: "Save Picture" }).first().click();
  await waitForMessage(page, "Data Saved Succesfully.");

  expect((await savedPicture(page)).colour).toBe("red");
});

test("without script a picture is sent as it is, and what is none says so", async () => {
  const page = await open("Admin", "/app/students/35/picture", { javaScript: false });
  const dialog = pictureDialog(page);
  const field = dialog.getByLabel("Picture", { exact: true });
  const save = dialog.getByRole("button", { name: "Save Picture" }).first();

  await field.setInputFiles({ name: "me.jpg", mimeType: JPEG, buffer: Buffer.from("no picture") });
  await save.click();
  await waitForMessage(dialog, "not a complete JPEG, PNG or WebP picture");
  expect(await violationsOn(page)).toEqual([]);
  await field.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await drawPicture("png") });
  await save.click();
  await waitForMessage(page, "Data Saved Succesfully.");

  expect((await savedPicture(page)).size).toEqual([300, 380]);
});

test("what the browser cannot read is sent as it is, for the server to judge", async () => {
  const page = await open("Admin", "/app/students/36/picture");
  const dialog = pictureDialog(page);

  await dialog
    .getByLabel("Picture", { exact: true })
    .setInputFiles({ name: "me.jpg", mimeType: JPEG, buffer: Buffer.from("no picture") });
  await dialog.getByRole("button", { name: "Save Picture" }).first().click();

  await waitForMessage(dialog, "not a complete JPEG, PNG or WebP picture");
  expect(await dialog.locator("canvas").count()).toBe(0);
});

test.each([
  ["formteacher", ["Birth Certificate", "Immunization Card"]],
  ["principal", ["Birth Certificate"]],
])("%s reads %j and adds nothing", async (userName, types) => {
  const [child] = await queryDatabase<{ student_key: number }>(
    databaseUrl,
    `select r.student_key
       from accounts a
       join class_teachers t using (employee_id)
       join schools o on true
       join registrations r on r.class_id = t.class_id and r.academic_term_id = o.current_term_id
      where a.user_name = 'formteacher'
      order by r.student_key
      limit 1`,
  );
  const page = await open(userName, `/app/students/${child?.student_key ?? 0}`);
  const slots = page.getByRole("region", { name: "Documents" }).getByRole("listitem");
  await slots.first().waitFor();

  const seen = await slots.evaluateAll((items) => items.map((item) => item.querySelector("p")?.textContent));
  expect(seen).toEqual(types);
  for (const name of [/^Upload/, /^Replace/, /Picture$/])
    expect(await page.getByRole("link", { name }).count()).toBe(0);
});

test("neither documents nor a picture are wider than the narrowest phone", async () => {
  const page = await open("Admin", "/app/students/37/documents", {
    phone: true,
    viewport: { width: 320, height: 640 },
  });
  await page.getByRole("dialog", { name: "Documents Uploaded" }).waitFor();
  expect(await page.evaluate(tooWide)).toEqual([]);

  await page.goto("/app/students/37/picture");
  await pictureDialog(page)
    .getByLabel("Picture", { exact: true })
    .setInputFiles(await redAndBlue());
  await pictureDialog(page).locator("canvas").waitFor();

  expect(await page.evaluate(tooWide)).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
});

/** Lists what scrolls sideways: the page, a dialog over it, or a scrolling part of it. */
function tooWide(): string[] {
  const scrolled = [...document.querySelectorAll("html, dialog, .record-body")];
  return scrolled.filter((one) => one.scrollWidth > one.clientWidth).map(({ tagName }) => tagName);
}

function pictureDialog(page: Page): Locator {
  return page.getByRole("dialog", { name: "Add/Change Picture" });
}

/** Reads the picture in the head of the record: its size, and the colour of its middle. */
async function savedPicture(page: Page) {
  const image = page.getByRole("dialog").locator("img").first();
  const src = (await image.getAttribute("src")) ?? "";
  const picture = sharp(await (await page.request.get(src)).body());
  const { width, height } = await picture.metadata();
  const [red = 0, , blue = 0] = await picture
    .extract({ left: 150, top: 190, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return { size: [width, height], colour: red > blue ? "red" : "blue" };
}

async function open(
  userName: string,
  path: string,
  options: Omit<PageOptions, "origin"> = {},
): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await page.getByRole("dialog").first().waitFor();
  return page;
}
