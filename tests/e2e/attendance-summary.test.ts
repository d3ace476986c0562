import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { TODAY } from "#tests/support/builders/school.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const SUMMARY = "/app/attendance-summary";
/** The demo school's today: most classes have marked their morning. */
const FRIDAY = `${SUMMARY}?date=2026-06-26`;
const THURSDAY = `${SUMMARY}?date=2026-06-25`;

test("without script the principal looks at a day, the day before and a level's term", async () => {
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "principal", DEMO_PASSWORD);

  await page.getByRole("link", { name: /Attendance Summary/ }).click();
  await waitForMessage(page, /^(There is no school today|Today, as of)/);
  await page.locator("summary", { hasText: "choose another day" }).click();
  await page.getByLabel("Another day").fill("2026-06-26");
  await page.getByRole("button", { name: "Show" }).click();
  await waitForMessage(page, "Fri 26 Jun 2026");
  await waitForMessage(page, /in \d of 14 classes/);
  await page.getByRole("heading", { name: "No register yet" }).waitFor();
  await waitForMessage(page, "Last register Thu 25 Jun");
  await page.getByRole("link", { name: "Previous school day" }).click();
  await waitForMessage(page, "Thu 25 Jun 2026");
  await waitForMessage(page, "every class is marked");
  await page.getByRole("link", { name: "Standard 4, day by day" }).click();
  await page.getByRole("heading", { name: "This term: Standard 4" }).waitFor();
  await page.getByText("Percentages by day").click();
  await page.getByRole("link", { name: /^\d+%, Wed 24 Jun$/ }).click();
  await waitForMessage(page, "Wed 24 Jun 2026");

  expect(new URL(page.url()).search).toBe("?date=2026-06-24&level=6");
});

test("without script a call is noted and its note changed", async () => {
  await queryDatabase(databaseUrl, "delete from absence_calls");
  const page = await openSummary("Admin", { javaScript: false, path: THURSDAY });
  const row = page
    .getByRole("listitem")
    .filter({ hasText: /days, since/ })
    .first();
  const words = "Grandmother has him";

  await row.getByRole("link", { name: /^Record a call/ }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("No answer");
  await page.getByRole("button", { name: "Save call" }).click();
  await row.getByText("No answer").waitFor();
  await row.getByRole("link", { name: /^Change/ }).click();
  const kept = await page.getByRole("textbox", { name: "Note" }).inputValue();
  await page.getByRole("textbox", { name: "Note" }).fill(words);
  await page.getByRole("button", { name: "Save call" }).click();
  await row.getByText(words).waitFor();

  expect(kept).toBe("No answer");
  expect(await row.locator("a[href^='tel:+1868']").count()).toBe(1);
});

test("a call that comes to no answer stays in its form", async () => {
  await queryDatabase(databaseUrl, "delete from absence_calls");
  const page = await openSummary("principal", { path: THURSDAY });

  await page
    .getByRole("link", { name: /^Record a call/ })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Note" }).fill("Back on Monday");
  const reconnect = await intercept(page, /\/call/);
  await page.getByRole("button", { name: "Save call" }).click();
  await page.getByText("The server did not answer").waitFor();
  const typed = await page.getByRole("textbox", { name: "Note" }).inputValue();
  reconnect();
  await page.getByRole("button", { name: "Save call" }).click();

  await waitForMessage(page, /Back on Monday/);
  expect(typed).toBe("Back on Monday");
});

test("the drawing is there without a library; who asks for it points at days", async () => {
  const page = await openSummary("principal", { path: FRIDAY });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const libraries = () => requests.filter((url) => /\/charts-/.test(url));

  await page.getByRole("img", { name: /^The percentage present/ }).waitFor();
  await page.locator(".level-table .bar svg").first().waitFor();
  const before = await loadedScripts(page);
  await page.getByRole("button", { name: "Explore the chart" }).click();
  await page.locator(".recharts-surface").hover({ position: { x: 300, y: 60 } });
  await waitForMessage(page, /% present, \d+% on average on this weekday$/);

  expect(before.filter((name) => /\/charts-/.test(name))).toEqual([]);
  expect(new Set(libraries()).size).toBe(1);
});

test("a student's term opens from the call list and closes to it", async () => {
  const page = await openSummary("principal", { path: THURSDAY });
  const name = page
    .getByRole("listitem")
    .filter({ hasText: /days, since/ })
    .first()
    .getByRole("link")
    .first();

  await name.click();
  await page
    .getByRole("dialog")
    .getByText(/Thu 25 Jun: absent/)
    .first()
    .waitFor({ state: "attached" });
  const found = await violationsOn(page);
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  expect(found).toEqual([]);
  expect(new URL(page.url()).search).toBe("?date=2026-06-25");
});

test("View Attendance opens over the list and over the record, on a phone", async () => {
  const page = await openSummary("clerk", { phone: true, path: "/app/students?search=std+4" });

  await page.getByText("More", { exact: true }).first().click();
  await page
    .getByRole("link", { name: /^View Attendance/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("dialog", { name: /^Attendance, / }).waitFor();
  await page.getByRole("table", { name: /^P means present, A absent/ }).waitFor();
  await page.getByRole("link", { name: "Previous school day" }).click();
  await page.waitForURL(/date=/);
  const found = await violationsOn(page);
  const sideways = await sidewaysOf(page);
  await page.getByRole("link", { name: "Close" }).filter({ visible: true }).click();
  await page.waitForURL(/\/app\/students\?search=std\+4$/);
  await page.getByRole("link", { name: /, /, exact: false }).and(page.locator(".row-name")).first().click();
  await page.getByRole("link", { name: "View Attendance" }).click();
  await page.getByRole("dialog", { name: /^Attendance, / }).waitFor();
  await page.getByRole("link", { name: "Close" }).filter({ visible: true }).last().click();
  await page.waitForURL(/\/app\/students\/\d+\?search=std\+4$/);

  expect({ found, sideways }).toEqual({ found: [], sideways: 0 });
});

test("nothing on the summary is in anybody's way on the narrowest phone", async () => {
  const page = await newPage({ origin, phone: true, viewport: { width: 320, height: 800 } });
  await signIn(page, "principal", DEMO_PASSWORD, FRIDAY);

  for (const path of [FRIDAY, `${SUMMARY}?date=2026-06-19&level=3`, `${SUMMARY}?date=2026-06-27`]) {
    await page.goto(path);
    await page.getByText("Percentages by day").click();
    expect({ path, found: await violationsOn(page), sideways: await sidewaysOf(page) }).toEqual({
      path,
      found: [],
      sideways: 0,
    });
  }
});

test("a student's days say who left early, on a phone, under forced colours and to a screen reader", async () => {
  await queryDatabase(databaseUrl, LEFT_EARLY);
  const page = await newPage({ origin, phone: true });
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/students?search=std+4");
  await waitForHydration(page);

  await page.getByText("More", { exact: true }).first().click();
  await page
    .getByRole("link", { name: /^View Attendance/ })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole("dialog", { name: /^Attendance, / });
  await dialog.getByText(/, left early once/).waitFor();
  const day = dialog.getByRole("cell", {
    name: /Thu 25 Jun: present in the morning, left early in the afternoon, 1:15 dentist/,
  });
  const found = await violationsOn(page);

  expect(await day.innerText()).toMatch(/^P E/);
  expect(found).toEqual([]);
  expect(await sidewaysOf(page)).toBe(0);
});

/** This test comes last, because it makes the real today a school day of the demo's last term. */
test("today's summary comes again by itself, and stays as it is while no answer comes", async () => {
  await queryDatabase(
    databaseUrl,
    `update academic_terms set term_end = ${TODAY} + 7, next_term_start = ${TODAY} + 14
                                where academic_term_id = (select current_term_id from schools)`,
  );
  await queryDatabase(databaseUrl, `insert into opened_days (day) values (${TODAY})`);
  const [page, plain] = [await newPage({ origin }), await newPage({ origin, javaScript: false })];
  await page.clock.install();
  await signIn(page, "principal", DEMO_PASSWORD, SUMMARY);
  await signIn(plain, "principal", DEMO_PASSWORD, SUMMARY);
  await waitForMessage(page, /^Today, as of/);
  await waitForMessage(page, "in 14 of 14 classes");
  await waitForHydration(page);
  const again = await plain
    .locator("noscript meta, meta[http-equiv=refresh]")
    .first()
    .getAttribute("content");

  let unanswered = 0;
  const reconnect = await intercept(page, /refresh=1/, (route) => (++unanswered, route.abort()));
  await queryDatabase(databaseUrl, MARKED_TODAY);
  await page.clock.runFor(130_000);
  await expect.poll(() => unanswered).toBeGreaterThan(0);
  await waitForMessage(page, "in 14 of 14 classes");
  reconnect();

  const marked = page.getByText("in 13 of 14 classes");
  await expect.poll(() => page.clock.runFor(130_000).then(() => marked.count())).toBeGreaterThan(0);
  expect(again).toBe("120;url=/app/attendance-summary?refresh=1");
});

/** Marks this morning's register for a class of the demo. */
const MARKED_TODAY = `
  with marked as (
    insert into attendance_registers (class_id, day, session, marked_by)
    select min(c.class_id), ${TODAY}, 1, (select min(account_id) from accounts)
      from schools o
      join academic_terms y on y.academic_term_id = o.current_term_id
      join classes c using (academic_year_id)
    returning class_id, day, session
  )
  insert into attendance_entries (student_key, day, session, class_id, state)
  select r.student_key, m.day, m.session, m.class_id, 'P'
    from marked m
   cross join schools o
    join registrations r on r.class_id = m.class_id and r.academic_term_id = o.current_term_id`;

/** SQL: on the demo's last Thursday every student left early, in the afternoon. */
const LEFT_EARLY = `
  update attendance_entries
     set state = case session when 1 then 'P' else 'E' end, reason = null,
         note = case session when 1 then '' else '1:15 dentist' end
   where day = '2026-06-25'`;

type Options = { javaScript?: boolean; phone?: boolean; path: string };

async function openSummary(user: string, { path, ...options }: Options): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

function loadedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
