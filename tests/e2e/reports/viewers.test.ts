import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { delayRequests, intercept } from "#tests/support/browser/intercept.ts";
import { expireSessions } from "#tests/support/builders/term-reports.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();
const [report] = await queryDatabase<{ path: string; student: number }>(
  databaseUrl,
  `select concat_ws('/', r.class_id, r.academic_term_id) as path, r.student_key as student
     from registrations r
     join schools s on s.current_term_id = r.academic_term_id
    where exists (select from lessons l where l.class_id = r.class_id)
    order by r.class_id, r.student_key limit 1`,
);
const { path = "", student = 0 } = report ?? {};

const [lesson] = await queryDatabase<{ path: string }>(
  databaseUrl,
  `select concat_ws('/', l.lesson_id, o.current_term_id) as path
     from lessons l join classes c using (class_id) join schools o on true
     join academic_terms t on t.academic_term_id = o.current_term_id and t.academic_year_id = c.academic_year_id
    where c.assessment_type is distinct from 'Grade' order by l.lesson_id limit 1`,
);

const DOCUMENT = /\/api\/(?:class-list|registration-form|report-card|mark-sheet)/;

const VIEWERS: [name: string, address: string][] = [
  ["a class list", "/app/reports/class-list/view"],
  ["a registration form, over the list", `/app/students/forms/${student}`],
  ["a registration form, over the record", `/app/students/${student}/registration-form`],
  ["a report card, over the record", `/app/students/${student}/report-cards`],
  ["a report card, over the report", `/app/term-reports/${path}/${student}/card`],
  ["the cards of a class", `/app/term-reports/${path}/sign-all/cards`],
  ["a mark sheet", `/app/mark-sheet/${lesson?.path}/1/print`],
];

test("a document that does not come says so in every viewer, and comes when it is tried again", async () => {
  const page = await open("/app");

  for (const [name, address] of VIEWERS) {
    const letThrough = await intercept(page, DOCUMENT);
    await page.goto(address);
    const viewer = page.getByRole("dialog").last();
    await viewer.getByRole("alert").getByText("No connection").waitFor();
    expect([name, await violationsOn(page)]).toEqual([name, []]);
    letThrough();
    await viewer.getByRole("button", { name: "Try again" }).click();
    await viewer.locator("iframe[src^='blob:']").waitFor({ state: "attached" });
    expect(new URL(page.url()).pathname).toBe(address);
  }
});

test("when the session has ended, the sign-in opens over a document, which then comes", async () => {
  const page = await open("/app");
  const address = "/app/reports/class-list/view";
  const letThrough = await delayRequests(page, DOCUMENT);
  await page.goto(address);
  await page.getByText(/^Loading /).waitFor();
  await expireSessions(databaseUrl, "Admin");

  letThrough();
  await signInAgain(page);

  await page.locator("iframe[src^='blob:']").waitFor({ state: "attached" });
  expect(new URL(page.url()).pathname).toBe(address);
});

test("a fault of the server is said in the document's place", async () => {
  const page = await open("/app");
  await intercept(page, DOCUMENT, (route) => route.fulfill({ status: 503, body: "" }));

  await page.goto("/app/reports/class-list/view");

  await page.getByRole("alert").getByText("Termbook is not available").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
});

test.each([
  ["a report", "/app/reports/class-list", "Download"],
  ["the list of students", "/app/students", "Export"],
])("%s that cannot be downloaded says so and leaves the page as it is", async (_name, address, words) => {
  const page = await open(address);
  const link = page.getByRole("link", { name: words, exact: true });
  const failed = page.getByRole("dialog", { name: "The file was not downloaded" });
  await link.waitFor();
  // The status arrives after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/session-monitor-")),
  );
  const before = page.url();

  await page.context().setOffline(true);
  await link.click();
  await failed.getByText("No connection.").waitFor();
  await page.context().setOffline(false);
  await Promise.all([
    page.waitForEvent("download"),
    failed.getByRole("button", { name: "Try again" }).click(),
  ]);
  const file = new URL((await link.getAttribute("href")) ?? "", origin).pathname;
  const letThrough = await intercept(page, new RegExp(file), (route) =>
    route.fulfill({ status: 500, body: "Unexpected", contentType: "text/plain" }),
  );
  await link.click();
  await failed.getByText("Something went wrong.").waitFor();
  letThrough();
  await failed.getByRole("button", { name: "Close" }).click();
  await expireSessions(databaseUrl, "Admin");
  await link.click();
  await Promise.all([page.waitForEvent("download"), signInAgain(page)]);

  await failed.waitFor({ state: "detached" });
  expect(page.url()).toBe(before);
});

async function open(address: string): Promise<Page> {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD, address);
  await waitForHydration(page);
  return page;
}

async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await again.getByRole("button", { name: "Sign in" }).click();
}
