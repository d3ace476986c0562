import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, waitForHydration, waitForMessage } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();
const [known] = await queryDatabase<{
  report: string;
  class_id: number;
  subject_id: number;
  term_id: number;
}>(
  databaseUrl,
  `select concat_ws('/', r.class_id, r.academic_term_id, r.student_key) as report, r.class_id,
          r.academic_term_id as term_id, (select min(subject_id) from subjects) as subject_id
     from registrations r
     join schools s on s.current_term_id = r.academic_term_id
     join class_teachers t on t.class_id = r.class_id
     join accounts a on a.employee_id = t.employee_id and a.user_name = 'formteacher'
    order by r.class_id, r.student_key limit 1`,
);
if (!known) throw new Error("the demo school has no report");

type Screen = {
  path: string;
  /** The button that sends a form; fields without a button are saved when they are left. */
  button?: string;
};

/** Every screen with fields for text, by the user who opens it. `tests/rules/house.test.ts` allows no other length. */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  clerk: [
    ...["personal", "medical", "family"].map((tab) => ({ path: `/app/students/62?view=${tab}` })),
    { path: "/app/students/62?view=general", button: "Update Student" },
    { path: "/app/students/new", button: "Add another" },
    { path: "/app/students" },
    { path: "/app/students/import" },
    { path: "/app/employees/new", button: "Add Employee" },
    { path: "/app/employees/7", button: "Update Information" },
    { path: "/app/employees/7?view=employment", button: "Update Information" },
    { path: "/app/employees/7?view=qualifications", button: "Update Information" },
    { path: "/app/employees/7/documents" },
    { path: "/app/employees/6/timetable/substitute" },
    { path: "/app/employees" },
    { path: "/app/subjects" },
    { path: `/app/subjects/${known.subject_id}/add` },
    { path: "/app/profile", button: "Update Information" },
    { path: "/app/access-tokens" },
    { path: "/app/attendance-summary?date=2026-06-25" },
    { path: "/app/reset-password" },
    { path: "/app/password" },
    { path: "/app/students/62/documents" },
    { path: "/app/students/duplicates" },
  ],
  Admin: [
    { path: "/app/students/62/student-id" },
    { path: "/app/attendance-summary/62/call?date=2026-06-25" },
    { path: "/app/settings/school-holidays", button: "Add holiday" },
    { path: "/app/settings/attendance-reasons", button: "Add reason" },
    { path: "/app/settings/form-classes", button: "Add form class" },
    { path: "/app/settings/subjects?edit=new" },
    { path: "/app/settings/report-card" },
    { path: "/app/settings/current-term" },
    { path: "/app/settings/entry-windows" },
    { path: "/app/settings/past-terms" },
    { path: "/app/settings/next-year" },
    { path: `/app/settings/assessments?class=${known.class_id}&term=${known.term_id}` },
    { path: "/app/settings/assessments/classes" },
    { path: "/app/api" },
    { path: "/app/security-events" },
    { path: "/app/late-board" },
    { path: "/app/reports/batches/new" },
  ],
  formteacher: [
    { path: "/app/comment-bank" },
    { path: `/app/term-reports/${known.report}/search` },
    { path: `/app/term-reports/${known.report}/phrases/teacher_comment` },
    { path: `/app/term-reports/${known.class_id}/${known.term_id}/comments` },
  ],
  principal: [{ path: `/app/term-reports/${known.report}/send-back` }],
};

/** The screens that show a text field only with data or a choice that the walk does not make. */
const WITHOUT_FIELDS =
  /add$|phrases|comments|send-back|entry-windows|past-terms|next-year|import$|security-events|62\/call|\/api$|62\/documents|duplicates|late-board|batches\/new/;
const LONG = "Sangre Grande ".repeat(100).trim();
const TEXT_FIELDS =
  "input:is(:not([type]), [type=text], [type=search], [type=email], [type=tel], [type=password]), textarea";
const TOO_LONG = /\d[\d,]* characters too many: use at most \d+/;

/** Without script a field could cut a text only at a length of its own: tests/routes/long-texts.test.ts. */
test.each(Object.keys(SCREENS))(
  "no field cuts a long text, pasted or typed, without saying so, %s",
  async (user) => {
    const page = await newPage({ origin });
    await signIn(page, user, DEMO_PASSWORD, "/app");
    page.on("dialog", (question) => void question.accept());

    for (const { path, button } of SCREENS[user] ?? []) {
      await page.goto(path);
      await waitForHydration(page);
      const shown = page
        .locator((await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "main")
        .last();
      await shown
        .locator("details")
        .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
      const cut: string[] = [];
      const ofRows = new Set<string>();
      let walked = 0;
      for (const field of await shown.locator(TEXT_FIELDS).all()) {
        const name = (await field.getAttribute("name")) ?? "";
        // The fields of a table differ only by the numbers of their rows, so one row is enough.
        const kind = name.replaceAll(/\d+/g, "#");
        if (ofRows.has(kind) || !(await isTypedIn(field))) continue;
        if (kind !== name) ofRows.add(kind);
        walked += 1;
        const lost = await lostIn(page, field);
        if (lost) cut.push(`${name}: ${lost}`);
      }
      if (button) {
        await page.getByRole("button", { name: button }).first().click();
        await waitForMessage(page, TOO_LONG);
      }

      expect([path, walked > 0 || WITHOUT_FIELDS.test(path), cut]).toEqual([path, true, []]);
    }
  },
);

/** A combobox only searches its list, and a mark or date that is none is refused as it stands. */
async function isTypedIn(field: Locator): Promise<boolean> {
  if (!(await field.isVisible()) || !(await field.isEditable())) return false;
  return (await field.getAttribute("role")) !== "combobox";
}

/** Says what is missing of a text that was pasted, and then typed on; null if everything stands there. */
async function lostIn(page: Page, field: Locator): Promise<string | null> {
  await field.focus();
  await field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => element.select());
  await page.keyboard.insertText(LONG);
  const pasted = await field.inputValue();
  if (pasted !== LONG) return `${pasted.length} of ${LONG.length} pasted`;
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("123");
  const typed = await field.inputValue();
  return typed === `${LONG}123` ? null : `typed to ${typed.length} of ${LONG.length + 3}`;
}
