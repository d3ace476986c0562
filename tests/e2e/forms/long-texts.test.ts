import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import {
  newPage,
  signIn,
  waitForHydration,
  waitForMessage,
  waitForSessionWatch,
} from "#tests/support/browser/browser.ts";
import { goToReport } from "#tests/support/browser/report-page.ts";
import { createNextClasses, submitNextTermDates } from "#tests/support/browser/rollover-page.ts";
import { findSheetAddress } from "#tests/support/browser/sheet-page.ts";
import { drawPicture } from "#tests/support/builders/documents.ts";
import { createEmptyDatabase } from "#tests/support/commands.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";
import { listRoutesWithTextFields } from "#tests/support/browser/text-fields.ts";

const { origin, databaseUrl } = await startProduct({ worker: true });
const [known] = await queryDatabase<{
  report: string;
  class_id: number;
  subject_id: number;
  term_id: number;
  archived: number;
  teacher: number;
  criteria: string;
  past_term: number;
}>(
  databaseUrl,
  `select concat_ws('/', r.class_id, r.academic_term_id, r.student_key) as report, r.class_id,
          r.academic_term_id as term_id, (select subject_id from subjects where title = 'Spanish') as subject_id,
          (select min(student_key) from archive_registrations) as archived,
          (select employee_id from accounts where user_name = 'teacher') as teacher,
          (select max(academic_term_id) from academic_terms p where p.academic_term_id < r.academic_term_id)
            as past_term,
          (select concat(l.subject_id, '?class=', c.class_id) from lessons l
             join classes c using (class_id)
             join academic_terms y on y.academic_year_id = c.academic_year_id
            where c.assessment_type = 'Grade' and y.academic_term_id = s.current_term_id
            order by l.lesson_id limit 1) as criteria
     from registrations r
     join schools s on s.current_term_id = r.academic_term_id
     join class_teachers t on t.class_id = r.class_id
     join accounts a on a.employee_id = t.employee_id and a.user_name = 'formteacher'
    order by r.class_id, r.student_key limit 1`,
);
if (!known) throw new Error("the demo school has no report");
// The sheets of Std 4 have a column for remarks once its report card shows them.
await queryDatabase(
  databaseUrl,
  `insert into report_card_settings (form_level, from_term_id, grading, card)
   values (6, $1, $2, '{"parts": ["remarks"], "order": "attendance"}')`,
  [known.term_id, JSON.stringify(DEFAULT_GRADING)],
);
await queryDatabase(
  databaseUrl,
  `insert into comment_phrases (employee_id, phrase)
   select employee_id, 'Reads well.' from accounts where user_name = 'formteacher'`,
);
await queryDatabase(
  databaseUrl,
  "insert into school_holidays (title, from_date, to_date) values ('Founders Day', '2031-03-04', '2031-03-04')",
);
await createNextClasses(databaseUrl);

type Screen = {
  /** The file of the route, in `app/routes`. */
  route: string;
  path: string;
  /** The button that sends a form; fields without a button are saved when they are left. */
  button?: string;
  /** Opens what the address alone does not show. With `isScripted`, the screen has its fields only with scripts. */
  open?: (page: Page) => Promise<void>;
  isScripted?: boolean;
  /** Why the page shows no field for text, although its parts have one. */
  without?: string;
};

/** Every screen with fields for text, by the user who opens it. A test compares them with the routes. */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  clerk: [
    ...["personal", "medical", "family"].map((tab) => ({
      route: "students/record",
      path: `/app/students/62?view=${tab}`,
    })),
    { route: "students/record", path: "/app/students/62?view=general", button: "Update Student" },
    { route: "students/new", path: "/app/students/new", button: "Add another" },
    { route: "students/list", path: "/app/students" },
    { route: "students/attendance", path: "/app/students/62/attendance" },
    {
      route: "students/documents",
      path: "/app/students/62/documents",
      without: "the types of a student's documents are fixed",
    },
    { route: "students/duplicates", path: "/app/students/duplicates" },
    { route: "employees/new", path: "/app/employees/new", button: "Add Employee" },
    { route: "employees/profile", path: "/app/employees/7", button: "Update Information" },
    {
      route: "employees/profile",
      path: "/app/employees/7?view=employment",
      button: "Update Information",
    },
    {
      route: "employees/profile",
      path: "/app/employees/7?view=qualifications",
      button: "Update Information",
    },
    { route: "employees/documents", path: "/app/employees/7/documents" },
    { route: "employees/timetable", path: "/app/employees/6/timetable", isScripted: true },
    { route: "employees/substitute", path: "/app/employees/6/timetable/substitute" },
    { route: "employees/list", path: "/app/employees" },
    { route: "employees/own-documents", path: "/app/profile/documents" },
    { route: "subjects/list", path: "/app/subjects" },
    { route: "subjects/subject", path: `/app/subjects/${known.subject_id}` },
    { route: "subjects/add", path: `/app/subjects/${known.subject_id}/add` },
    { route: "profile", path: "/app/profile", button: "Update Information" },
    { route: "access-tokens", path: "/app/access-tokens" },
    { route: "attendance-summary/summary", path: "/app/attendance-summary?date=2026-06-25" },
    { route: "reset-password/list", path: "/app/reset-password" },
    { route: "password", path: "/app/password" },
    { route: "marks-archive/list", path: "/app/marks-archive" },
    { route: "marks-archive/sheet", path: `/app/marks-archive/${known.archived}` },
  ],
  Admin: [
    { route: "students/student-id", path: "/app/students/62/student-id" },
    {
      route: "attendance-summary/call",
      path: "/app/attendance-summary?date=2026-06-25",
      open: openFirst(/^Record a call/),
    },
    { route: "settings/school-holidays", path: "/app/settings/school-holidays", button: "Add holiday" },
    { route: "settings/holiday", path: "/app/settings/school-holidays", open: openFirst(/^Change: /) },
    {
      route: "settings/attendance-reasons",
      path: "/app/settings/attendance-reasons",
      button: "Add reason",
    },
    {
      route: "settings/attendance-reason",
      path: "/app/settings/attendance-reasons",
      open: openFirst(/^Change: /),
    },
    { route: "settings/form-classes", path: "/app/settings/form-classes", button: "Add form class" },
    { route: "settings/subjects", path: "/app/settings/subjects?edit=new" },
    { route: "settings/report-card", path: "/app/settings/report-card" },
    { route: "settings/current-term", path: "/app/settings/current-term?do=advance" },
    { route: "settings/entry-windows", path: "/app/settings/entry-windows" },
    {
      route: "settings/past-terms",
      path: `/app/settings/past-terms?term=${known.past_term}&for=student`,
    },
    {
      route: "settings/assessments/assessments",
      path: `/app/settings/assessments?class=${known.class_id}&term=${known.term_id}`,
    },
    { route: "settings/assessments/several", path: "/app/settings/assessments/classes?level=6" },
    { route: "settings/rollover/rollover", path: "/app/settings/current-term", open: openRehearsal },
    { route: "students/pictures/file", path: "/app/students/pictures", open: openUpload, isScripted: true },
    { route: "api-description/call", path: "/app/api", open: openFirst(/student-data-family/) },
    { route: "security-events", path: "/app/security-events" },
    { route: "reports/print", path: "/app/reports/report-card-class" },
    { route: "reports/print", path: "/app/reports/age-statistics" },
    { route: "mark-sheet/start", path: "/app/mark-sheet" },
    { route: "mark-sheet/teacher", path: `/app/mark-sheet/teachers/${known.teacher}` },
    {
      route: "settings/assessments/criteria",
      path: `/app/settings/assessments/criteria/${known.criteria}&term=${known.term_id}`,
    },
  ],
  teacher: [
    { route: "mark-sheet/sheet", path: "/app/mark-sheet", open: openSheet },
    ...["Find a student", "Paste from a spreadsheet", "Fill down"].map((task) => ({
      route: "mark-sheet/sheet",
      path: "/app/mark-sheet",
      open: (page: Page) => openTask(page, task),
      isScripted: true,
    })),
  ],
  formteacher: [
    {
      route: "attendance-register/register",
      path: `/app/attendance-register/${known.class_id}/2026-06-25/1`,
    },
    { route: "comment-bank", path: "/app/comment-bank" },
    { route: "comment-bank-phrase", path: "/app/comment-bank", open: openFirst(/^Change: /) },
    { route: "term-reports/report", path: `/app/term-reports/${known.report}` },
    { route: "term-reports/search", path: `/app/term-reports/${known.report}/search` },
    { route: "term-reports/phrases", path: `/app/term-reports/${known.report}/phrases/teacher_comment` },
  ],
  principal: [
    { route: "overview/overview", path: "/app/overview" },
    { route: "term-reports/comments", path: `/app/term-reports/${known.class_id}/${known.term_id}/comments` },
    { route: "term-reports/send-back", path: "/app/term-reports", open: openSendBack },
    { route: "term-reports/take-back", path: "/app/term-reports", open: openTakeBack },
    { route: "app", path: "/app/profile", open: endSession, isScripted: true },
  ],
  nobody: [
    { route: "sign-in/sign-in", path: "/" },
    { route: "sign-in/sign-in", path: "/", open: openPassword },
  ],
};

/** The school's first page is opened by a test of its own. */
const FIRST_RUN: Screen = { route: "sign-in/first-run", path: "/first-run" };

const LONG = "Sangre Grande ".repeat(100).trim();
const FIGURES = "12".repeat(100);
const TEXT_FIELDS =
  "input:is(:not([type]), [type=text], [type=search], [type=email], [type=tel], [type=password]), textarea";
const TOO_LONG = /\d[\d,]* characters too many: use at most \d+/;
/** Says that a part was left out, that a field is full, or which characters a field takes. */
const SAID = /the rest was left out|The limit is \d+ characters|(?:numbers|letter|\b[A-Z\d]) only\b/i;

test("every page with a field for text is in the list", () => {
  const walked = [...Object.values(SCREENS).flat(), FIRST_RUN].map(({ route }) => `app/routes/${route}.tsx`);

  expect([...new Set(walked)].toSorted()).toEqual(listRoutesWithTextFields());
});

test.each(Object.keys(SCREENS).flatMap((user) => [true, false].map((javaScript) => ({ user, javaScript }))))(
  "no field cuts a long text, pasted or typed, without saying so, $user, $javaScript",
  { timeout: 300_000 },
  async ({ user, javaScript }) => {
    const page = await newPage({ origin, javaScript });
    page.on("dialog", (question) => void question.accept());

    if (user !== "nobody") await signIn(page, user, DEMO_PASSWORD);
    for (const screen of SCREENS[user] ?? []) {
      if (screen.isScripted && !javaScript) continue;
      await page.goto(screen.path);
      expect([screen.path, ...(await walk(page, screen, javaScript))]).toEqual([screen.path, true, []]);
    }
  },
);

test.each([true, false])("no field of a school's first page cuts a long text, %s", async (javaScript) => {
  const empty = await createEmptyDatabase({ migrated: true });
  const product = await startProduct({ databaseUrl: empty });
  const page = await newPage({ origin: product.origin, javaScript });

  await page.goto("/");

  expect(await walk(page, FIRST_RUN, javaScript)).toEqual([true, []]);
});

/** Types and pastes into every field of a screen. Returns whether it has any, and what they lost. */
async function walk(
  page: Page,
  { button, open, without }: Screen,
  javaScript: boolean,
): Promise<[boolean, string[]]> {
  if (javaScript) await waitForHydration(page);
  await open?.(page);
  const shown = page
    .locator((await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "main")
    .last();
  await shown
    .locator("details")
    .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  if (without) {
    await shown.waitFor();
    return [(await shown.locator(TEXT_FIELDS).count()) === 0, []];
  }
  await shown.locator(TEXT_FIELDS).first().waitFor({ state: "attached" });
  const cut: string[] = [];
  const ofRows = new Set<string>();
  let walked = 0;
  for (const field of await shown.locator(TEXT_FIELDS).all()) {
    const name = (await field.getAttribute("name")) ?? (await field.getAttribute("id")) ?? "";
    // The fields of a table differ only by the numbers of their rows, so one row is enough.
    const kind = name.replaceAll(/\d+/g, "#");
    if (ofRows.has(kind) || !(await field.isVisible()) || !(await field.isEditable())) continue;
    if (kind !== name) ofRows.add(kind);
    walked += 1;
    const before = await field.inputValue();
    const lost = await lostIn(page, field);
    if (lost) cut.push(`${name}: ${lost}`);
    if (!button) await field.fill(before);
  }
  if (button) {
    await page.getByRole("button", { name: button }).first().click();
    await waitForMessage(page, TOO_LONG);
  }
  return [walked > 0, cut];
}

/** Says what is missing of a text that was pasted, and then typed on; null if it is all there or its loss is said. */
async function lostIn(page: Page, field: Locator): Promise<string | null> {
  const isOfFigures = ["numeric", "decimal"].includes((await field.getAttribute("inputmode")) ?? "");
  const text = isOfFigures && (await field.getAttribute("data-date")) === null ? FIGURES : LONG;
  await field.focus();
  await field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => element.select());
  const isTaken = await field.evaluate((element, pastedText) => {
    const data = new DataTransfer();
    data.setData("text/plain", pastedText);
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
    return !element.dispatchEvent(paste);
  }, text);
  if (!isTaken) await page.keyboard.insertText(text);
  const pasted = await field.inputValue();
  if (pasted !== text && !(await isSaid(field))) return `${pasted.length} of ${text.length} pasted`;
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("123");
  const typed = await field.inputValue();
  if (typed === `${pasted}123` || (await isSaid(field))) return null;
  return `typed to ${typed.length} of ${pasted.length + 3}`;
}

/** Tells whether the words that belong to a field say why it has not all of the text. */
function isSaid(field: Locator): Promise<boolean> {
  const said = field.evaluate((element) => {
    const ids = (element.getAttribute("aria-describedby") ?? "").split(" ");
    const row = element.closest("tr, li, [data-field-row]");
    const near = [...ids.map((id) => document.getElementById(id)), row, row?.nextElementSibling];
    return near.map((one) => one?.textContent ?? "").join("\n");
  });
  return said.then((words) => SAID.test(words));
}

function openFirst(name: RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const before = page.url();
    await page.getByRole("link", { name }).first().click();
    await page.waitForURL((url) => url.href !== before);
  };
}

async function openSheet(page: Page): Promise<void> {
  const lesson = { classLabel: "Std 4 R", subject: "Mathematics" };
  await page.goto(await findSheetAddress(page, lesson, "End of Term"));
  await page.locator("input[name^='remark.']").first().waitFor();
}

async function openTask(page: Page, task: string): Promise<void> {
  await openSheet(page);
  await waitForHydration(page);
  if (task !== "Find a student") await page.getByRole("button", { name: "Fill or paste" }).first().click();
  await page.getByRole("button", { name: task }).first().click();
  await page.locator("dialog[open]").last().locator(TEXT_FIELDS).first().waitFor();
}

async function openSendBack(page: Page): Promise<void> {
  await goToReport(page, 17);
  await page.getByRole("link", { name: "Send back" }).click();
  await page.getByRole("dialog").getByLabel("Reason").waitFor();
}

async function openTakeBack(page: Page): Promise<void> {
  await goToReport(page, 28);
  const report = page.url();
  const sign = page.getByRole("link", { name: /^Sign (Report|again)/ });
  const takeBack = page.getByRole("link", { name: "Take back signature" });
  await sign.or(takeBack).first().waitFor();
  if ((await takeBack.count()) === 0) {
    await sign.click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign Report" }).click();
    await takeBack.waitFor();
  }
  await page.goto(`${report}/take-back`);
}

async function openRehearsal(page: Page): Promise<void> {
  await submitNextTermDates(page);
  await page.waitForURL(/\/turn\/\d+/);
  await page.getByRole("link", { name: "From a list" }).click();
}

async function openUpload(page: Page): Promise<void> {
  const file = { name: "DSC_0001.png", mimeType: "image/png", buffer: await drawPicture("png") };
  await page.getByLabel("Pictures or a ZIP").setInputFiles(file);
  await page.getByRole("button", { name: "Send and check the matches" }).click();
  await openFirst(/^Choose the student for/)(page);
}

async function openPassword(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("teacher");
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
}

/** Lets the session end, so that the sign-in opens over the page. */
async function endSession(page: Page): Promise<void> {
  await waitForSessionWatch(page);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
}
