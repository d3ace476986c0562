import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

test("the principal picks a report, a period and a class; the viewer shows it and leads on and back", async () => {
  const page = await openAt("principal", "/app");

  await page.getByRole("link", { name: /Print\/View Reports/ }).click();
  await page.getByRole("link", { name: /^Class Lists(?! with)/ }).click();
  await page.getByRole("heading", { name: "Class Lists" }).waitFor();
  await choosePeriod(page, "2025-2026, Term 1");
  await page.getByRole("radio", { name: /^Std 4 C/ }).check();
  await page.getByText("Std 4 C", { exact: false }).and(page.locator("p[aria-live] *")).first().waitFor();
  await page.getByRole("link", { name: "Open" }).click();

  const viewer = page.getByRole("dialog", { name: "Class List, Std 4 C" });
  await viewer.getByText(/2025-2026, Term 1 · A\. Chin Fook/).waitFor();
  expect(
    await viewer.getByRole("link", { name: "Open PDF", includeHidden: true }).getAttribute("href"),
  ).toMatch(/^\/api\/class-list\/Std%204\/\d+\/202520261$/);
  expect(await violationsOn(page)).toEqual([]);
  await viewer.getByRole("link", { name: "Next Class" }).click();
  await page.getByRole("dialog", { name: "Class List, Std 4 R" }).waitFor();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.getByRole("radio", { name: /^Std 4 R/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("Academic period").inputValue()).toBe("202520261");
  await expect.poll(() => page.locator(":focus").textContent()).toBe("Open");
  await page.getByRole("link", { name: "Class Mark Sheets" }).click();
  await page.getByRole("heading", { name: "Class Mark Sheets" }).waitFor();
  expect(await page.getByRole("radio", { name: /^Std 4 R/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("Academic period").inputValue()).toBe("202520261");
});

test("without script a document that fails says why in the viewer, and comes when it is tried again", async () => {
  const page = await openAt("principal", "/app/reports", { javaScript: false });
  await page.route(
    /\/api\/class-list\//,
    async (route) => {
      await queryDatabase(
        databaseUrl,
        "update classes set form_class_id = 'Std 5' where form_class_id = '1st Year'",
      );
      await route.fallback();
    },
    { times: 1 },
  );

  await page.goto("/app/reports/class-list/view");
  const place = page.getByRole("dialog").frameLocator("iframe");
  await place.getByText("Not found").waitFor();
  await place
    .getByText("This class no longer exists, or you cannot open it. Choose another class.")
    .waitFor();
  await queryDatabase(
    databaseUrl,
    "update classes set form_class_id = '1st Year' where form_class_id = 'Std 5' and label like '1st Year%'",
  );

  const [answer] = await Promise.all([
    page.waitForResponse(/\/api\/class-list\//),
    place.getByRole("link", { name: "Try again" }).click(),
  ]);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});

test("without script the choices are a form, and the document opens as a page", async () => {
  const page = await openAt("principal", "/app/reports/class-list", { javaScript: false });

  await page.getByLabel("Academic period").selectOption({ label: "2025-2026, Term 1" });
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/period=202520261/);
  await page.getByRole("radio", { name: /^Std 4 C/ }).check();
  await page.getByRole("radio", { name: "Word" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Open" }).click(),
  ]);

  expect(new URL(download.url()).pathname).toMatch(/^\/api\/class-list\/Std%204\/\d+\/202520261$/);
  expect(download.suggestedFilename()).toBe("Class list Std 4 C Term 1 2025-2026.docx");
  await page.goto("/app/reports/class-list/document?for=class-999999");
  await page.getByRole("alert").filter({ hasText: "Your choice is not available" }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

test("without script one student is found by a part of the name", async () => {
  const path = "/app/reports/marksheet-subject-choice-student";
  const page = await openAt("formteacher", path, { javaScript: false });
  const [, second] = await page.getByRole("radio", { name: /, / }).all();
  const label = (await second?.locator("..").textContent()) ?? "";
  const name = label.slice(0, label.indexOf("Std"));

  await page.getByLabel("Student", { exact: true }).fill(name.toLowerCase());
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/search=/);
  await page.getByRole("radio", { name: /, / }).nth(1).waitFor({ state: "detached" });
  await page.getByRole("radio", { name }).check();

  expect(await violationsOn(page)).toEqual([]);
});

test("a level of cards leads to a run of them, and a kind of the school closes all", async () => {
  const page = await openAt("Admin", "/app/reports");

  await page.getByRole("radio", { name: "Std 5", exact: true }).check();
  await page.getByRole("link", { name: /^Make \d+ cards$/ }).click();
  await page.waitForURL(/\/app\/reports\/batches\/new\?kind=report-card&term=\d+&level=\d$/);
  await page.goto("/app/reports/employee-information/view");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Close" }).click();

  await page.waitForURL(/\/app$/);
});

test("on a phone nothing on the screens of documents and of the report card is in anybody's way", async () => {
  const page = await openAt("Admin", "/app/reports", { phone: true });
  const kinds = ["", "/marksheet-class", "/age-statistics", "/merit-list", "/transcript", "/batches"];
  const reports = [...kinds, "/report-card-class?search=ali"].map((kind) => `/app/reports${kind}`);
  const run = `${PATHS.newBatch}?kind=report-card&term=202520263`;

  for (const path of [...reports, run, "/app/settings/report-card?level=6"]) {
    await page.goto(path);
    expect(await violationsOn(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

/** Chooses another period, which replaces the whole choice at once. */
async function choosePeriod(page: Page, label: string): Promise<void> {
  const former = page.url();
  await page.getByLabel("Academic period").selectOption({ label });
  await page.waitForURL((url) => url.href !== former);
}

type Options = { javaScript?: boolean; phone?: boolean };

async function openAt(who: string, path: string, options: Options = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, who, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}
