import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { newPage, signIn, waitForMessage } from "#tests/support/browser/browser.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct, temporaryDirectory } from "#tests/support/server.ts";

/** The directory in which the product receives files, until they are stored or rejected. */
const received = await temporaryDirectory();
const { origin, databaseUrl, dataDir } = await startProduct({ settings: { TMPDIR: received } });

/** The time for a busy machine. */
const SOON = { timeout: 20_000 };

test("a document without a file, without a type, or too large says why beside its field, and nothing is stored", async () => {
  const page = await open("clerk", `/app/employees/${await employeeOf("teacher")}/documents`);
  const slot = lastSlot(page);
  const before = await stored();

  await slot.getByLabel("Document Type").fill("Teaching licence");
  await slot.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(slot, "Please select a file!");
  const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024), PDF]);
  await slot.getByLabel("Select file").setInputFiles({ ...pdf("large.pdf"), buffer: large });
  await slot.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(slot, "larger than 10 MB");
  expect(await slot.getByLabel("Document Type").inputValue()).toBe("Teaching licence");
  await slot.getByLabel("Document Type").fill("");
  await slot.getByLabel("Select file").setInputFiles(pdf("licence.pdf"));
  await slot.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(slot, "Please enter a Document Type");

  expect(await stored()).toEqual(before);
});

test("without script a file with a hostile name is kept under a harmless one", async () => {
  const path = `/app/employees/${await employeeOf("teacher")}/documents`;
  const page = await open("clerk", path, { javaScript: false });

  for (const [given, shown] of [
    ["../x.pdf", "x.pdf"],
    [`${"n".repeat(250)}.pdf`, `${"n".repeat(116)}.pdf`],
  ] as const) {
    const type = `Named ${shown.slice(0, 10)}`;
    const listed = page.getByRole("listitem").filter({ hasText: type });
    await lastSlot(page).getByLabel("Document Type").fill(type);
    await lastSlot(page).getByLabel("Select file").setInputFiles(pdf(given));
    await lastSlot(page).getByRole("button", { name: "Upload File" }).click();
    await listed.getByText(`${shown}, `, { exact: false }).waitFor();
    expect(await listed.locator("p").nth(1).innerText()).toMatch(new RegExp(`^${shown}, `));
  }

  const names = await filesOnDisk();
  expect(names.filter((name) => !/^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]+$/.test(name))).toEqual([]);
});

test("an upload that is cut off at its half leaves nothing behind", async () => {
  const employeeId = await employeeOf("teacher");
  const page = await open("clerk", `/app/employees/${employeeId}/documents`);
  const before = await stored();

  const cut = await sendHalf(page, `/app/employees/${employeeId}/documents/upload`);
  await expect.poll(beingReceived, SOON).toHaveLength(1);
  cut();
  await expect.poll(beingReceived, SOON).toEqual([]);

  expect(await stored()).toEqual(before);
});

test("where the network breaks the panel says so, and keeps what was typed", async () => {
  const page = await open("clerk", `/app/employees/${await employeeOf("teacher")}/documents`);
  await page.route("**/documents/upload", (route) => route.abort("connectionreset"));

  await lastSlot(page).getByLabel("Document Type").fill("Teaching licence");
  await lastSlot(page).getByLabel("Select file").setInputFiles(pdf("licence.pdf"));
  await lastSlot(page).getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(lastSlot(page), "Could not upload the file!");

  expect(await lastSlot(page).getByLabel("Document Type").inputValue()).toBe("Teaching licence");
  expect(await lastSlot(page).getByLabel("Select file").inputValue()).toMatch(/licence\.pdf$/);
});

test("who is retired is out at the next request, and the record stays readable", async () => {
  const { userName, employeeId, name } = await plainColleague();
  const theirs = await open(userName, "/app");
  const clerk = await open("clerk", `/app/employees/${employeeId}/delete`);

  await clerk.getByLabel("Status").selectOption({ label: "Retired" });
  await clerk.getByRole("button", { name: "Delete" }).click();
  await waitForMessage(clerk, `${name} deleted`);
  await theirs.goto("/app/profile");
  await theirs.getByLabel("Username").waitFor();
  const admin = await open("Admin", `/app/employees/${employeeId}`);

  await admin.getByRole("dialog").getByRole("heading", { name }).waitFor();
  await admin
    .getByRole("dialog")
    .getByText(/Retired/)
    .waitFor();
  await admin.goto(`/app/employees/${employeeId}/access`);
  await waitForMessage(admin, "Changes to access");
});

async function open(userName: string, path: string, options: { javaScript?: boolean } = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  return page;
}

function lastSlot(page: Page) {
  const panel = page.getByRole("region", { name: "Documents Uploaded" });
  return panel.locator("form", { has: page.getByLabel("Document Type") }).last();
}

function pdf(name: string) {
  return { name, mimeType: "application/pdf", buffer: PDF };
}

/** Sends half of an upload and returns a function that cuts the connection. */
async function sendHalf(page: Page, path: string): Promise<() => void> {
  const cookies = await page.context().cookies();
  const boundary = "a-boundary-of-the-tests";
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const half = `${part('name="description"')}Cut off\r\n${part('name="file"; filename="a.pdf"')}${PDF.toString("latin1")}`;
  const sent = httpRequest(new URL(path, origin), {
    method: "POST",
    headers: {
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      Origin: origin,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": String(2 * half.length),
    },
  });
  sent.on("error", () => undefined);
  sent.write(half);
  return () => void sent.destroy();
}

async function beingReceived(): Promise<string[]> {
  return (await readdir(received)).filter((name) => name.startsWith("termbook-upload-"));
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(`${dataDir}/files`, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function stored() {
  const [rows] = await queryDatabase(
    databaseUrl,
    `select (select count(*) from employees)::integer as employees,
            (select count(*) from accounts)::integer as accounts,
            (select count(*) from employee_documents)::integer as documents,
            (select count(*) from files)::integer as files`,
  );
  return { rows, onDisk: (await filesOnDisk()).length, beingReceived: await beingReceived() };
}

async function employeeOf(userName: string): Promise<number> {
  const [found] = await queryDatabase(databaseUrl, "select employee_id from accounts where user_name = $1", [
    userName,
  ]);
  return Number(found?.["employee_id"]);
}

/** Finds a colleague whom no other test of this file uses. */
async function plainColleague() {
  const [found] = await queryDatabase(
    databaseUrl,
    `select a.user_name, e.employee_id, e.first_name || ' ' || e.last_name as name
       from accounts a join employees e using (employee_id)
      where e.employee_status_id = 1 and a.user_name like '%.%' and not a.password_reset
      order by e.employee_id desc
     limit 1`,
  );
  return {
    userName: String(found?.["user_name"]),
    employeeId: Number(found?.["employee_id"]),
    name: String(found?.["name"]),
  };
}
