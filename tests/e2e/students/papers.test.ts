import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  violationsOn,
  waitForHydration,
  waitForMessage,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { drawPicture, wordDocument } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const PREVIEW = /\/documents\/\d+\?preview/;
const LIST = "/app/students?class=";

test("sixty certificates are looked through with Next, by key and by mouse, and the record stands beside each", async () => {
  const classId = await classWithCertificates();
  const page = await open("clerk", `${LIST}${classId}`);

  await page
    .getByRole("link", { name: /^Birth cert\., / })
    .first()
    .click();
  const viewer = page.getByRole("dialog");
  await viewer.getByText(/^1 of \d+$/).waitFor();
  const title = viewer.getByRole("heading", { level: 2 });
  const names = [await title.innerText()];
  await viewer.locator("iframe").waitFor({ state: "attached" });
  const violations = await violationsOn(page);
  await page.keyboard.press("ArrowRight");
  await viewer.getByText(/^2 of \d+$/).waitFor();
  names.push(await title.innerText());
  await viewer.getByRole("link", { name: "Next" }).click();
  await viewer.getByText(/^3 of \d+$/).waitFor();
  names.push(await title.innerText());
  await page.keyboard.press("ArrowLeft");
  await viewer.getByText(/^2 of \d+$/).waitFor();
  const back = await title.innerText();
  const frame = await viewer.locator("iframe").getAttribute("src");
  const facts = await viewer.getByRole("region", { name: "In the record" }).innerText();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });

  expect(new Set(names).size).toBe(3);
  expect(back).toBe(names[1]);
  expect(frame).toMatch(PREVIEW);
  expect(facts).toContain("Birth Certificate Pin");
  expect(violations).toEqual([]);
  expect(new URL(page.url()).search).toBe(`?class=${classId}`);
});

test("a certificate that does not load says so, and comes when it is tried again", async () => {
  const page = await open("clerk", "/app");
  const [student] = await withCertificate(1);
  const letThrough = await intercept(page, PREVIEW);
  await page.goto(`/app/students/papers/birth-certificate/${student}`);
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("alert").getByText("No connection").waitFor();
  const violations = await violationsOn(page);

  letThrough();
  await viewer.getByRole("button", { name: "Try again" }).click();

  await viewer.locator("iframe").waitFor({ state: "attached" });
  expect(violations).toEqual([]);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "on a phone a photographed certificate is shown, and a Word file is offered to download, $javaScript",
  async ({ javaScript }) => {
    const [pictured, written] = (await withCertificate(4)).slice(javaScript ? 0 : 2) as [number, number];
    const page = await open("clerk", "/app", { phone: true, javaScript });
    await upload(page, pictured, { name: "photo.png", buffer: await drawPicture("png") });
    await upload(page, written, { name: "letter.docx", buffer: await wordDocument() });

    await page.goto(`/app/students/papers/birth-certificate/${pictured}`);
    const viewer = page.getByRole("dialog");
    const picture = viewer.getByRole("img", { name: /^Birth Certificate/ });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(300);
    const top = (await viewer.getByRole("heading", { level: 2 }).boundingBox())?.y ?? -1;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const violations = await violationsOn(page);
    await page.goto(`/app/students/papers/birth-certificate/${written}`);
    await viewer.getByRole("link", { name: "Download" }).filter({ visible: true }).first().waitFor();

    expect(top).toBeGreaterThanOrEqual(0);
    expect(wide).toBe(false);
    expect(violations).toEqual([]);
    expect(await viewer.getByRole("img", { name: /^Birth Certificate/ }).count()).toBe(0);
  },
);

test("the documents of an employee are looked through from the record, and closing leads back to it", async () => {
  const [known] = await queryDatabase<{ employee_id: number }>(
    databaseUrl,
    "select employee_id from employee_documents group by employee_id order by count(*) desc, employee_id limit 1",
  );
  const page = await open("clerk", `/app/employees/${known?.employee_id}/documents`);

  await page
    .getByRole("link", { name: /^View / })
    .first()
    .click();
  const viewer = page.getByRole("dialog");
  await viewer.getByText(/^1 of \d+$/).waitFor();
  const violations = await violationsOn(page);
  await viewer.getByRole("link", { name: "Close" }).click();

  await page.getByRole("heading", { name: "Documents Uploaded" }).waitFor();
  expect(violations).toEqual([]);
});

async function open(
  userName: string,
  path: string,
  options: Omit<PageOptions, "origin"> = {},
): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

async function classWithCertificates(): Promise<number> {
  const [found] = await queryDatabase<{ class_id: number }>(
    databaseUrl,
    `select r.class_id from registrations r
       join schools s on s.current_term_id = r.academic_term_id
       join student_documents d on d.student_key = r.student_key and d.description = 'Birth Certificate'
      group by 1 having count(*) > 3 order by 1 limit 1`,
  );
  return found?.class_id ?? 0;
}

/** Returns current students who have a certificate, the last ones first, whom no other test uses. */
async function withCertificate(count: number): Promise<number[]> {
  const found = await queryDatabase<{ id: number }>(
    databaseUrl,
    `select s.id from students s
       join student_documents d on d.student_key = s.id and d.description = 'Birth Certificate'
      where s.student_status_id = 1 order by s.id desc limit ${count}`,
  );
  return found.map(({ id }) => id);
}

async function upload(page: Page, student: number, file: { name: string; buffer: Buffer }): Promise<void> {
  await page.goto(`/app/students/${student}/documents`);
  const dialog = page.getByRole("dialog", { name: "Documents Uploaded" });
  const listed = dialog.getByRole("listitem").filter({ hasText: "Birth Certificate" });
  await listed.getByText("Resubmit File").click();
  await listed.getByLabel("Select file").setInputFiles({ ...file, mimeType: "application/octet-stream" });
  await listed.getByRole("button", { name: "Upload File" }).click();
  await waitForMessage(listed, file.name);
}
