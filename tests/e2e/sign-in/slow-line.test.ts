import { expect, test } from "vitest";
import { CountedLine } from "#tests/bench/line/counted-line.ts";
import { delayScripts, waitForHydration, newPage, signIn } from "#tests/support/browser/browser.ts";
import { findSheetAddress, waitForRowAutosave } from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** The demo school of the tests has no pictures. The place of a file that is missing is free. */
await queryDatabase(
  databaseUrl,
  `insert into files (file_name, kind, media_type, bytes, sha256, width, height)
   select md5(id::text) || '.jpg', 'picture', 'image/jpeg', 1, sha256(''), 300, 380 from students where id % 3 > 0`,
);
await queryDatabase(databaseUrl, "update students set picture = md5(id::text) || '.jpg' where id % 3 > 0");

/** The class has 35 students. */
const SHEET = { classLabel: "Std 4 R", subject: "Spanish" };
const TEST = "End of Term";
const QUIET_MS = 5_000;

test("while scripts are on their way, the name and the password are typed and sent", async () => {
  const page = await newPage({ origin });
  const release = await delayScripts(page);

  await page.goto("/");
  await page.getByLabel("Username").fill("teacher");
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/app`, { waitUntil: "commit" });

  await page.getByText("Welcome", { exact: true }).waitFor();
  release();
});

test("the sign-in page takes its scripts over after it has loaded", async () => {
  const page = await newPage({ origin });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));

  await page.goto("/", { waitUntil: "load" });
  const before = await page.locator("script[src], link[rel=modulepreload]").count();
  await waitForHydration(page);
  await page.getByRole("button", { name: "NEXT" }).click();

  await page.getByRole("alert").waitFor();
  expect(before).toBe(0);
  expect(faults).toEqual([]);
});

test("a later visit of a sheet asks for the page and for the pictures of the class in one file", async () => {
  const line = await CountedLine.to(origin);
  const page = await newPage({ origin: line.origin });
  await signIn(page, "teacher", DEMO_PASSWORD);
  const sheet = await findSheetAddress(page, SHEET, TEST);
  await openAndSettle(sheet);
  line.take();

  await openAndSettle(sheet);

  const { requests } = line.take();
  line.close();
  expect(requests.length).toBeLessThanOrEqual(3);
  expect(requests.filter((request) => request.includes("/img/"))).toEqual([
    expect.stringMatching(/^GET \/img\/classes\/\d+\/\d+\/[\w-]{16}$/),
  ]);

  async function openAndSettle(path: string): Promise<void> {
    const tab = await page.context().newPage();
    await tab.goto(path);
    await waitForRowAutosave(tab);
    await tab.waitForTimeout(QUIET_MS);
    await tab.close();
  }
});

test("without script the pictures of a class are there at once, each in its own place", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "teacher", DEMO_PASSWORD);
  const file = page.waitForResponse((answer) => answer.url().includes("/img/classes/"));

  await page.goto(await findSheetAddress(page, SHEET, TEST));

  const shown = page.locator(".joined-picture");
  expect((await file).status()).toBe(200);
  const places = await shown.evaluateAll((pictures) =>
    pictures.map((picture) => getComputedStyle(picture, "::after").backgroundPosition),
  );
  expect(places.length).toBeGreaterThan(20);
  expect(new Set(places).size).toBe(places.length);
});
