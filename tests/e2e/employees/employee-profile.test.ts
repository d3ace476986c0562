import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  violationsOn,
  type PageOptions,
  waitForMessage,
} from "#tests/support/browser/browser.ts";
import { drawPicture, PDF } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const TEACHER = "/app/employees/6";
const TABS = ["", "?view=employment", "?view=qualifications", "/documents", "/access"];

test("the clerk updates a tab of a profile, and that tab alone is saved", async () => {
  const page = await open("clerk", TEACHER);
  const dialog = page.getByRole("dialog");
  const name = "Solange";

  for (const ofAdmins of ["Access", "Change Picture"])
    expect(await page.getByRole("link", { name: ofAdmins }).count()).toBe(0);
  await dialog.getByLabel("Other Name").fill(name);
  await update(page);
  await dialog.getByRole("link", { name: "Employment" }).click();
  await dialog.getByLabel("Teacher Number").waitFor();
  const opening = dialog.getByLabel("Choose Teacher Class");
  const box = dialog.getByRole("checkbox", { name: "Std 5" });
  const chosen = dialog.getByRole("listitem").filter({ hasText: "Std 5" });
  await opening.click();
  await box.check();
  await dialog.getByLabel("Teacher Number").fill(`T-${name}`);
  await update(page);
  await page.reload();

  expect(await dialog.getByLabel("Teacher Number").inputValue()).toBe(`T-${name}`);
  expect(await chosen.count()).toBe(1);
  await dialog.getByRole("button", { name: "Remove Std 5" }).click();
  await update(page);
  await page.reload();
  await opening.waitFor();
  expect(await chosen.count()).toBe(0);
});

test("without script, what is refused stands under its field, and what was typed stays", async () => {
  const page = await open("clerk", TEACHER, { javaScript: false });
  const dialog = page.getByRole("dialog");

  await dialog.getByLabel("First Name").fill("");
  await dialog.getByLabel("Date of Birth").fill("1931-05-05");
  await dialog.getByRole("button", { name: "Update Information" }).click();
  await waitForMessage(dialog, "An Error Occured");

  expect(await dialog.locator("#first_name-state").innerText()).toContain("Required");
  expect(await dialog.locator("#date_of_birth-state").innerText()).toContain("between 1 Jan 1950 and");
  expect(await dialog.getByLabel("Date of Birth").inputValue()).toBe("5 May 1931");
  expect(await violationsOn(page)).toEqual([]);
});

test("two people change one field: the second sees both values and decides", async () => {
  const mine = await open("clerk", TEACHER);
  const theirs = await open("Admin", TEACHER);
  const name = "Theirs";
  await theirs.getByRole("dialog").getByLabel("Other Name").fill(name);
  await update(theirs);

  const dialog = mine.getByRole("dialog");
  await dialog.getByLabel("Other Name").fill("Mine");
  await dialog.getByRole("button", { name: "Update Information" }).click();
  await waitForMessage(dialog, "Choose which value to keep");
  const told = await dialog.locator("#other_name-state").innerText();
  const violations = await violationsOn(mine);
  await dialog.getByRole("radio", { name: /Take theirs/ }).check();
  await update(mine);

  expect(told).toContain(`to ${name}`);
  expect(violations).toEqual([]);
  expect(await dialog.getByLabel("Other Name").inputValue()).toBe(name);
});

test("a save is told by its own answer, and shows what is stored before anything is loaded again", async () => {
  const page = await open("clerk", "/app/employees/10");
  const dialog = page.getByRole("dialog");
  await page.route("**/*.data*", (route) =>
    route.request().method() === "GET" ? undefined : route.continue(),
  );

  await dialog.getByLabel("Other Name").fill("  Joy ");
  await dialog.getByRole("button", { name: "Update Information" }).click();
  await waitForMessage(page, "Data Saved Succesfully.");

  await expect.poll(() => dialog.getByLabel("Other Name").inputValue()).toBe("Joy");
});

/** Lists what scrolls sideways: the page, a dialog over it, or a scrolling part of it. */
function tooWide(): string[] {
  const scrolled = [...document.querySelectorAll("html, dialog, .record-body")];
  return scrolled.filter((one) => one.scrollWidth > one.clientWidth).map(({ tagName }) => tagName);
}

test("on the narrowest phone no tab has a fault that a machine sees or is wider than the page", async () => {
  const page = await open("Admin", TEACHER, { viewport: { width: 320, height: 640 }, phone: true });

  for (const path of TABS.map((tab) => TEACHER + tab)) {
    await page.goto(path);
    await page.getByRole("dialog").getByRole("heading", { level: 2 }).waitFor();
    expect([path, await violationsOn(page), await page.evaluate(tooWide)]).toEqual([path, [], []]);
  }
});

test("without script a document is uploaded, sent again and deleted; what is no document says so", async () => {
  const page = await open("clerk", "/app/employees/7/documents", { javaScript: false });
  const panel = page.getByRole("region", { name: "Documents Uploaded" });
  const type = "Plain licence";
  const file = (name: string, text: Buffer) => ({ name, mimeType: "application/pdf", buffer: text });
  const slot = panel.locator("form", { has: page.getByLabel("Document Type") });
  const listed = panel.getByRole("listitem").filter({ hasText: type });

  await slot.getByLabel("Document Type").fill(type);
  await slot.getByLabel("Select file").setInputFiles(file("program.pdf", Buffer.from("MZ")));
  await slot.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(slot, "not a PDF, JPEG, PNG or Word file");
  expect(await slot.getByLabel("Document Type").inputValue()).toBe(type);
  expect(await violationsOn(page)).toEqual([]);
  await slot.getByLabel("Select file").setInputFiles(file("licence.pdf", PDF));
  await slot.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(listed, "licence.pdf");
  await listed.getByText("Resubmit File").click();
  await listed.getByLabel("Select file").setInputFiles(file("newer.pdf", PDF));
  await listed.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(listed, "newer.pdf");
  await expect.poll(() => listed.count()).toBe(1);
  await listed.getByRole("link", { name: `Delete File, ${type}` }).click();
  const question = page.getByRole("dialog", { name: `Delete ${type}?` });
  await waitForMessage(question, "deleted for good");
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole("link", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await listed.getByRole("link", { name: `Delete File, ${type}` }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await waitForMessage(page, `${type} deleted.`);
  await expect.poll(() => listed.count()).toBe(0);
});

test("on a phone all that can be done with a document stands in one line", async () => {
  const page = await newPage({ origin, phone: true, javaScript: false });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/employees/2/documents");
  const panel = page.getByRole("region", { name: "Documents Uploaded" });
  const document = panel.getByRole("listitem").first();
  const pdf = { name: "licence.pdf", mimeType: "application/pdf", buffer: PDF };
  await panel.getByLabel("Document Type").fill("Licence");
  await panel.getByLabel("Select file").setInputFiles(pdf);
  await panel.getByRole("button", { name: "Upload File" }).click();
  await document.waitFor();

  const tops = await Promise.all(
    ["Download", "Delete File", "Resubmit File"].map(async (act) => {
      const box = await document.getByText(act, { exact: true }).boundingBox();
      return Math.round(box?.y ?? 0);
    }),
  );

  expect(new Set(tops).size).toBe(1);
});

test("on a phone without script the record stays a white page under what is said of it", async () => {
  const page = await open("clerk", "/app/employees/10", { javaScript: false, phone: true });
  const ground = () =>
    page.locator(".record-body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const before = await ground();

  await update(page);
  await waitForMessage(page, "Data Saved Succesfully.");

  expect(await ground()).toBe(before);
});

test("a file that is being sent shows how far it is, and can be stopped", async () => {
  const page = await open("clerk", "/app/employees/7/documents");
  const panel = page.getByRole("region", { name: "Documents Uploaded" });
  await page.route("**/documents/upload", () => undefined);

  await panel.getByLabel("Document Type").fill("Large");
  await panel
    .getByLabel("Select file")
    .last()
    .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: PDF });
  await panel.getByRole("button", { name: "Upload File" }).last().click();
  await panel.getByRole("progressbar", { name: "Sending" }).waitFor();
  await panel.getByRole("button", { name: "Stop" }).click();

  await panel.getByRole("progressbar").waitFor({ state: "detached" });
  expect(await panel.getByLabel("Document Type").inputValue()).toBe("Large");
});

test("an admin gives a permission, sees who did, and changes the picture", async () => {
  const path = "/app/employees/8";
  const page = await open("Admin", `${path}/access`);
  const dialog = page.getByRole("dialog");

  await dialog.getByRole("checkbox", { name: /^Settings/ }).check();
  expect(await violationsOn(page)).toEqual([]);
  await update(page);
  await waitForMessage(dialog, "Settings given");
  expect(await dialog.getByRole("checkbox", { name: /^Settings/ }).isChecked()).toBe(true);

  await page.goto(`${path}/picture`);
  const picture = { name: "me.png", mimeType: "image/png", buffer: await drawPicture("png") };
  await dialog.getByLabel("Picture", { exact: true }).setInputFiles(picture);
  await dialog.getByRole("button", { name: "Save Picture" }).first().click();
  await waitForMessage(page, "Data Saved Succesfully.");
  expect(await dialog.locator("img").first().getAttribute("src")).toMatch(/^\/img\/employees\//);
});

test("without script, on a phone, a teacher keeps their own record beside their password, and reads their employment", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "teacher", DEMO_PASSWORD, "/app/profile");

  await page.getByLabel("Other Name").fill("Mia");
  expect(await violationsOn(page)).toEqual([]);
  await update(page);
  expect(await page.getByLabel("Other Name").inputValue()).toBe("Mia");

  await page.goto("/app/profile/documents?view=employment");
  await waitForMessage(page, "You cannot change this tab because");
  expect(await page.getByRole("button", { name: "Update Information" }).count()).toBe(0);
  expect(await page.getByRole("region", { name: "Documents Uploaded" }).count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
});

async function open(
  userName: string,
  path: string,
  options: Omit<PageOptions, "origin"> = {},
): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await page.getByRole("dialog").getByRole("button", { name: "Update Information" }).waitFor();
  return page;
}

/** Waits for the response first, because the message may still be the previous one. */
async function update(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Update Information" }).click(),
  ]);
  await waitForMessage(page, "Data Saved Succesfully.");
}
