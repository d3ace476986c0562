import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, waitForSessionWatch } from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

type Form = {
  path: string;
  /** Types or chooses something, and returns the field to check afterwards. */
  type: (page: Page) => Promise<Locator>;
  send: (page: Page) => Promise<unknown>;
  /** The message when the form was sent again after signing in. */
  done: string | RegExp;
};

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).last().click();
const pdf = { name: "certificate.pdf", mimeType: "application/pdf", buffer: PDF };

async function typed(page: Page, label: string, text: string): Promise<Locator> {
  const field = page.getByLabel(label, { exact: true }).first();
  await field.fill(text);
  return field;
}

const FORMS: Record<string, Form> = {
  "a new student, whose look-up finds it out": {
    path: "/app/students/new",
    type: async (page) => {
      await typed(page, "First Name", "Un");
      return typed(page, "Last Name", "Lost");
    },
    send: (page) => page.getByLabel("Date of Birth").focus(),
    done: "New Student",
  },
  "a document": {
    path: "/app/employees/14/documents",
    type: async (page) => {
      const file = page.getByLabel("Select file");
      await page.getByLabel("Document Type").fill("Certificate");
      await file.setInputFiles(pdf);
      return file;
    },
    send: press("Upload File"),
    done: /uploaded/i,
  },
  "a file to import": {
    path: "/app/students/import",
    type: async (page) => {
      const file = page.getByLabel("Spreadsheet");
      const buffer = Buffer.from("First Name,Last Name\nAda,Ali\n");
      await file.setInputFiles({ name: "students.csv", mimeType: "text/csv", buffer });
      return file;
    },
    send: press("Check file"),
    done: /students\.csv/,
  },
  "a phrase": {
    path: "/app/comment-bank?of=school",
    type: (page) => typed(page, "Phrase", "Unlost."),
    send: press("Add phrase"),
    done: "Phrase added.",
  },
  "the access of an account": {
    path: "/app/employees/15/access",
    type: async (page) => {
      const box = page.getByRole("checkbox").nth(1);
      await box.click();
      return box;
    },
    send: press("Update Information"),
    done: "Data Saved Succesfully.",
  },
  "General beside a lock that is opened": {
    path: "/app/students/38",
    type: (page) => typed(page, "Other Name", "Unlost"),
    send: press("Unlock"),
    done: "Serial number unlocked",
  },
};

test.each(Object.entries(FORMS))("an ended session costs nothing of %s", async (_what, form) => {
  const page = await open(form.path);
  const field = await form.type(page);
  const before = await valueOf(field);
  await page.context().clearCookies();

  await form.send(page);
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });
  const [kept, stays] = [await valueOf(field), new URL(page.url())];
  await form.send(page);
  await waitForMessage(page, form.done);

  expect(kept).toBe(before);
  expect(stays.pathname).toBe(new URL(form.path, origin).pathname);
});

test("a look-up that fails is quiet, without network and by a fault of the server", async () => {
  const page = await open("/app/students/new");
  const last = page.getByLabel("Last Name", { exact: true }).first();
  let isCut = true;
  await intercept(page, /\/students\/alike/, (route) =>
    isCut ? route.abort() : route.fulfill({ status: 500, body: "{}" }),
  );

  await typed(page, "First Name", "Un");
  for (const name of ["Lost", "Found"]) {
    const asked = page.waitForRequest(/\/students\/alike/);
    await last.fill(name);
    await page.getByLabel("Date of Birth").focus();
    await (await asked).response();
    await page.getByLabel("Other Name").fill("On");

    expect(await last.inputValue()).toBe(name);
    expect(await page.getByRole("alert").filter({ hasText: /\w/ }).count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(1);
    isCut = false;
  }
});

test("a look-up opened as a page is not empty, and nobody is led there by signing in", async () => {
  const page = await open("/app");

  for (const out of [false, true]) {
    if (out) await page.context().clearCookies();
    for (const path of [
      "/app/students/alike?first_name=Un&last_name=Lost",
      "/app/employees/user-name?first=Un&last=Lost",
    ]) {
      const answer = await page.request.get(path, { headers: { Accept: "text/html" }, maxRedirects: 0 });
      expect([path, answer.status()]).toEqual([path, out ? 401 : 200]);
      expect(out || (await answer.body()).length > 0).toBe(true);
    }
  }
});

test("the foot of a settings form does not promise that what is typed waits on the device", async () => {
  const page = await open("/app/settings/school-holidays");
  await typed(page, "Holiday", "Unlost");
  await page.context().clearCookies();

  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).getByRole("button", { name: "Not now" }).click();
  await page
    .getByText(
      "What you typed is still on this page but not saved yet. Keep the page open, sign in, then save.",
    )
    .last()
    .waitFor();

  expect(await page.getByText("is kept on this device").count()).toBe(0);
});

async function open(path: string): Promise<Page> {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD, path);
  await waitForSessionWatch(page);
  return page;
}

function valueOf(field: Locator): Promise<string> {
  return field.evaluate((one) => {
    const { type, checked, value } = one as HTMLInputElement;
    return type === "checkbox" ? String(checked) : value;
  });
}
