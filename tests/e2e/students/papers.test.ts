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
import { drawPicture, PDF, wordDocument } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const PREVIEW = /\/documents\/\d+\?preview/;
const LIST = "/app/students?class=";
const SIXTY = 60;

test("certificates are looked through with Next, by key and by mouse, and the record stands beside each", async () => {
  const [classId = 0] = await lastClasses();
  const page = await open("clerk", "/app");
  for (const student of await studentsOfClass(classId, 3))
    await uploadCertificate(page, student, "scan.pdf", PDF);
  await page.goto(`${LIST}${classId}`);
  await waitForHydration(page);

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

test("a row of sixty certificates is looked through with one key for each", async () => {
  const page = await open("clerk", "/app");
  const students = await currentStudents(SIXTY);
  for (const student of students) await uploadCertificate(page, student, "scan.pdf", PDF);
  const start = `/app/students/papers/birth-certificate/${students[0]?.id}`;
  await page.goto(start);
  const viewer = page.getByRole("dialog");
  const places = /^(\d+) of (\d+)$/.exec(await viewer.getByText(/^\d+ of \d+$/).innerText()) ?? [];
  const [first, of] = [Number(places[1]), Number(places[2])];
  const paths = new Set([start]);

  for (const { key, step, last } of [
    { key: "ArrowLeft", step: -1, last: 1 },
    { key: "ArrowRight", step: 1, last: of },
  ]) {
    await page.goto(start);
    await waitForHydration(page);
    for (let place = first; place !== last; place += step) {
      await page.keyboard.press(key);
      await viewer.getByText(`${place + step} of ${of}`, { exact: true }).waitFor();
      paths.add(new URL(page.url()).pathname);
    }
  }

  expect(of).toBeGreaterThanOrEqual(SIXTY);
  expect(paths.size).toBe(of);
});

test("without script Next goes on from a certificate that was deleted meanwhile, and says so over the viewer", async () => {
  const [, classId = 0] = await lastClasses();
  const page = await open("clerk", "/app", { javaScript: false });
  const students = (await studentsOfClass(classId, 3)) as [PictureOwner, PictureOwner, PictureOwner];
  for (const student of students) await uploadCertificate(page, student, "scan.pdf", PDF);
  await page.goto(`/app/students/papers/birth-certificate/${students[0].id}?class=${classId}`);
  const viewer = page.getByRole("dialog");
  const listed = viewer.getByRole("navigation", { name: /with a birth certificate$/ }).getByRole("link");
  const addresses = await listed.evaluateAll((links) =>
    links.map((link) => (link as HTMLAnchorElement).href),
  );
  const [first, second, third] = addresses.map((address) => new URL(address).pathname);
  await page.goto(`${first}?class=${classId}`);
  await queryDatabase(
    databaseUrl,
    "delete from student_documents where student_key = $1 and description = 'Birth Certificate'",
    [second?.split("/").at(-1)],
  );

  await viewer.getByRole("link", { name: "Next" }).click();
  await page.waitForURL((url) => url.pathname === third);
  await waitForMessage(
    viewer,
    "The birth certificate that you wanted to open no longer exists. This page shows the next document instead.",
  );

  expect(await violationsOn(page)).toEqual([]);
});

test("a certificate that does not load says so, and comes when it is tried again", async () => {
  const page = await open("clerk", "/app");
  const [, classId = 0] = await lastClasses();
  const [student] = (await studentsOfClass(classId, 1)) as [PictureOwner];
  await uploadCertificate(page, student, "scan.pdf", PDF);
  const letThrough = await intercept(page, PREVIEW);
  await page.goto(`/app/students/papers/birth-certificate/${student.id}`);
  const viewer = page.getByRole("dialog");
  await viewer.getByRole("alert").getByText("No connection").waitFor();
  const violations = await violationsOn(page);

  letThrough();
  await viewer.getByRole("button", { name: "Try again" }).click();

  await viewer.locator("iframe").waitFor({ state: "attached" });
  expect(violations).toEqual([]);
});

test("on a phone a photographed certificate is shown, and a Word file is offered to download", async () => {
  const [, classId = 0] = await lastClasses();
  const students = await studentsOfClass(classId, 5);
  const [pictured, written] = students.slice(1) as [PictureOwner, PictureOwner];
  const page = await open("clerk", "/app", { phone: true });
  await uploadCertificate(page, pictured, "photo.png", await drawPicture("png"));
  await uploadCertificate(page, written, "letter.docx", await wordDocument());

  await page.goto(`/app/students/papers/birth-certificate/${pictured.id}`);
  const viewer = page.getByRole("dialog");
  const picture = viewer.getByRole("img", { name: /^Birth Certificate/ });
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(300);
  const top = (await viewer.getByRole("heading", { level: 2 }).boundingBox())?.y ?? -1;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const violations = await violationsOn(page);
  await page.goto(`/app/students/papers/birth-certificate/${written.id}`);
  await viewer.getByRole("link", { name: "Download" }).filter({ visible: true }).first().waitFor();

  expect(top).toBeGreaterThanOrEqual(0);
  expect(wide).toBe(false);
  expect(violations).toEqual([]);
  expect(await viewer.getByRole("img", { name: /^Birth Certificate/ }).count()).toBe(0);
});

test("without script the documents of an employee are looked through from the record, past one that was deleted meanwhile", async () => {
  const page = await open("clerk", "/app", { javaScript: false });
  const owner = "10";
  await queryDatabase(databaseUrl, "delete from employee_documents where employee_id = $1", [owner]);
  for (const description of ["Letter of appointment", "Teaching licence", "Degree"])
    await upload(page, { category: "employee", owner, description, name: "letter.pdf", bytes: PDF });
  await page.goto(`/app/employees/${owner}/documents`);

  await page.getByRole("link", { name: "View Letter of appointment" }).click();
  const viewer = page.getByRole("dialog");
  await viewer.getByText(/^1 of 3$/).waitFor();
  const violations = await violationsOn(page);
  await queryDatabase(
    databaseUrl,
    "delete from employee_documents where employee_id = $1 and description = 'Teaching licence'",
    [owner],
  );
  await viewer.getByRole("link", { name: "Next" }).click();
  await viewer.getByText(/^2 of 2$/).waitFor();
  await waitForMessage(
    viewer,
    "The document that you wanted to open no longer exists. This page shows the next document instead.",
  );
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

/** Current students of one class, the last ones first, whom no other test uses. */
function studentsOfClass(classId: number, count: number): Promise<PictureOwner[]> {
  return queryDatabase<PictureOwner>(
    databaseUrl,
    `select s.id, s.student_id from students s
       join registrations r on r.student_key = s.id
       join schools o on o.current_term_id = r.academic_term_id
      where r.class_id = ${classId} order by s.id desc limit ${count}`,
  );
}

function currentStudents(count: number): Promise<PictureOwner[]> {
  return queryDatabase<PictureOwner>(
    databaseUrl,
    `select s.id, s.student_id from students s
       join registrations r on r.student_key = s.id
       join schools o on o.current_term_id = r.academic_term_id
      order by s.id limit ${count}`,
  );
}

async function lastClasses(): Promise<number[]> {
  const found = await queryDatabase<{ class_id: number }>(
    databaseUrl,
    `select r.class_id from registrations r join schools o on o.current_term_id = r.academic_term_id
      group by 1 having count(*) > 6 order by 1 desc limit 2`,
  );
  return found.map(({ class_id }) => class_id);
}

type PictureOwner = { id: number; student_id: string };
type Sent = {
  owner: string;
  category: "student" | "employee";
  description: string;
  name: string;
  bytes: Buffer;
};

/** Uploads a document as a script of the office does. It replaces the one that is there. */
async function upload(page: Page, { owner, category, description, name, bytes }: Sent): Promise<void> {
  await page.request.get("/sanctum/csrf-cookie");
  const cookies = await page.context().cookies();
  const token = decodeURIComponent(cookies.find(({ name: of }) => of === "XSRF-TOKEN")?.value ?? "");
  const sent = await page.request.post("/api/upload-file", {
    headers: { Origin: origin, Accept: "application/json", "X-XSRF-TOKEN": token },
    multipart: {
      id: owner,
      category,
      file_type: "document",
      file_description: description,
      file: { name, mimeType: "application/octet-stream", buffer: bytes },
    },
  });
  expect([name, sent.status()]).toEqual([name, 200]);
}

function uploadCertificate(
  page: Page,
  { student_id }: PictureOwner,
  name: string,
  bytes: Buffer,
): Promise<void> {
  return upload(page, {
    owner: student_id,
    category: "student",
    description: "Birth Certificate",
    name,
    bytes,
  });
}
