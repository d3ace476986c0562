import { afterAll, expect, inject, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { crawl, patternOf } from "#tests/attacks/crawl.ts";
import { openAttackedSite } from "#tests/attacks/site.ts";
import { formOf } from "#tests/fuzz/entries.ts";
import { multipart, multipartOf } from "#tests/fuzz/requests.ts";
import { School } from "#tests/fuzz/school.ts";
import { post, requestFrom, type SiteResponse } from "#tests/server/site.ts";
import { createHoliday } from "#tests/support/builders/attendance.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { addCoTeacher, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { rehearsed } from "#tests/features/rollover/rollover-scenario.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { isTypedIn, listForms, type Control, type PageForm } from "#tests/support/pages/page-forms.ts";
import { allRoutes } from "#tests/support/routes.ts";
import { listRoutesWithTextFields } from "#tests/support/pages/text-fields.ts";

const LONG = "Sangre Grande ".repeat(100).trim();
const TOO_LONG = /\d[\d,]* characters? too many: use at most \d|\btoo long\b/;
/** Parameters of an address that open another part of a page, with other fields. */
const PARTS = ["view", "edit", "do", "for", "of", "levels", "outcomes"];
const PATIENT_MS = 240_000;
const MOST_REDIRECTS = 3;
/** A field for text, also one that only scripts read and that is in no form. */
const TEXT_CONTROL = /<textarea|<input(?=[^>]*\stype="(?:text|search|email|tel|password)")/;

/** Routes whose fields this school or a page without scripts does not have. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "app/routes/api-description/call.tsx": "a call is tried with scripts only, and sends whatever is typed",
  "app/routes/app.tsx": "the sign-in over a page needs scripts, and sends the fields of the sign-in page",
  "app/routes/employees/timetable.tsx": "the class is chosen from a list; with scripts the list is searched",
  "app/routes/marks-archive/list.tsx":
    "only a secondary school has an archive; its search is that of the students",
  "app/routes/marks-archive/sheet.tsx":
    "only a secondary school has an archive; its fields are those of marks",
  "app/routes/sign-in/first-run.tsx": "tests/routes/first-run.test.ts",
  "app/routes/students/documents.tsx": "the types of a student's documents are fixed",
  "app/routes/students/pictures/file.tsx":
    "the student is chosen from a list; with scripts the list is searched",
  "app/routes/term-reports/take-back.tsx": "a signed report has the field that a report to send back has",
};

const databaseUrl = await freshDatabase();
const school = await School.open(inject("postgres").serverUrl, databaseUrl);
afterAll(() => school.close());
const site = await openAttackedSite();
const office = await createTeacher({ permissions: [1, 2, 3, 4, 6, 7, 8, 9, 10] });
const [{ class_id: classId } = { class_id: 0 }] = await queryRows<{ class_id: number }>(
  "select class_id from classes where form_class_id = 'Std 1' order by class_id limit 1",
  [],
  noTransaction,
);
await addCoTeacher({ classId }, office);
await createHoliday("Labour Day", "2026-06-19");
await transaction(TEST, async (t) => {
  await runQuery("update lessons set employee_id = $1", [office.employeeId], t);
  await runQuery(
    "insert into comment_phrases (employee_id, phrase) select $1, 'Reads well ' || n from generate_series(1, 8) n",
    [office.employeeId],
    t,
  );
});

const rollover = await rehearsed(office);

const pages = new Map<string, string>();
await crawl(site, office.cookie, { kindOf: kindOfPage, onPage: (path, html) => pages.set(path, html) });
for (const path of ["/", ...(await addressesWithoutLinks())])
  pages.set(path, (await requestFrom(site, path, { headers: headersFor(path) })).body);

test("no field of a page has a length at which the browser would cut a text", () => {
  const limited = [...pages].flatMap(([path, html]) =>
    listForms(html, path).flatMap(({ controls }) =>
      controls.filter(({ isLimited }) => isLimited).map(({ name }) => `${path} ${name}`),
    ),
  );

  expect(limited).toEqual([]);
});

test("every page with a field for text was opened", { timeout: PATIENT_MS }, () => {
  const files = new Map(allRoutes().map(({ pattern, file }) => [pattern, file]));
  const opened = [...pages].flatMap(([path, html]) =>
    TEXT_CONTROL.test(innermost(html)) ? files.get(patternOf(path) ?? "") : [],
  );

  const missing = listRoutesWithTextFields().filter((file) => !opened.includes(file));

  expect(missing).toEqual(Object.keys(ELSEWHERE));
});

test(
  "a text that is longer than its field takes is shown whole again, or its length is said",
  { timeout: PATIENT_MS },
  async () => {
    const faults: string[] = [];
    const tried = new Set<string>();
    for (const [path, html] of pages)
      for (const form of listForms(html, path))
        for (const field of form.controls.filter(
          (control) => isTypedIn(control) && !isDayOfPage(form, control),
        )) {
          const name = `${form.method} ${patternOf(form.action)} ${field.name.replaceAll(/\d+/g, "#")}`;
          if (tried.has(name)) continue;
          tried.add(name);
          const response = await send(form, field);
          if (!isKept(response, field)) faults.push(`${name} on ${path}: ${response.status}`);
        }

    expect(tried.size).toBeGreaterThan(120);
    expect(faults).toEqual([]);
  },
);

/** Lists addresses that the crawl does not reach, because it opens one page of each kind. */
async function addressesWithoutLinks(): Promise<string[]> {
  const [student] = await queryRows<{ class_id: number; student_key: number }>(
    `select class_id, student_key from registrations where class_id = $1 and academic_term_id = $2
      order by student_key limit 1`,
    [classId, TERM_IDS[2]],
    noTransaction,
  );
  const [lesson] = await queryRows<{ subject_id: number }>(
    "select subject_id from lessons where by_choice order by lesson_id limit 1",
    [],
    noTransaction,
  );
  const ofClass = `/app/term-reports/${classId}/${TERM_IDS[2]}`;
  const report = `${ofClass}/${student?.student_key}`;
  const calls = pages.get("/app/api") ?? "";
  return [
    ...["search", "send-back", "take-back", "phrases/teacher_comment"].map((part) => `${report}/${part}`),
    `${ofClass}/comments`,
    `/app/attendance-summary/${student?.student_key}/call?date=2026-06-01`,
    `/app/mark-sheet/teachers/${office.employeeId}?search=a`,
    `/app/subjects/${lesson?.subject_id}`,
    `/app/subjects/${lesson?.subject_id}/add`,
    `/app/settings/assessments?term=${TERM_IDS[2]}&class=${classId}`,
    "/app/settings/assessments/classes?levels=3",
    `/app/settings/turn/${rollover.rollover_id}`,
    /"(\/app\/api\/[^"]*student[-_]data[-_]family[^"]*)"/.exec(calls)?.[1] ?? "/app/api",
  ];
}

/** A password is never sent back, so that a refusal is enough. */
function isKept({ status, body }: SiteResponse, { type }: Control): boolean {
  return body.includes(LONG) || TOO_LONG.test(body) || (type === "password" && status >= 400);
}

/** A page that shows a day names it. What is no day leads to the usual one. */
function isDayOfPage({ method }: PageForm, { name }: Control): boolean {
  return method === "get" && name === "date";
}

/** Sends a form as a browser without script does, with the long text in one field, and follows the redirects. */
async function send(
  { action, method, takesFile, controls }: PageForm,
  field: Control,
): Promise<SiteResponse> {
  const button = controls.find(({ type }) => type === "submit");
  const entries = controls
    .filter((control) => control.name && (control.type !== "submit" || control === button))
    .map((control) => [control.name, control === field ? LONG : control.value] as const);
  const headers = headersFor(action);
  if (method === "get") return follow(`${action.split("?")[0]}?${formOf(entries)}`);
  const response = await post(site, action, {
    headers: {
      ...headers,
      "Content-Type": takesFile ? multipart() : "application/x-www-form-urlencoded",
    },
    body: takesFile
      ? multipartOf(entries, { bytes: PDF.toString("latin1"), fileName: "a.pdf" })
      : formOf(entries),
  });
  return response.headers.location ? follow(response.headers.location) : response;
}

async function follow(address: string): Promise<SiteResponse> {
  const headers = headersFor(address);
  let response = await requestFrom(site, address, { headers });
  for (let count = 0; response.headers.location && count < MOST_REDIRECTS; count += 1)
    response = await requestFrom(site, response.headers.location, { headers });
  return response;
}

/** The sign-in is a visitor's. */
function headersFor(address: string) {
  return address.startsWith("/app") ? { Cookie: office.cookie } : {};
}

/** Pages with the same pattern, parameters and words in them have the same fields. */
function kindOfPage(path: string): string | undefined {
  const pattern = patternOf(path);
  const query = [...new URLSearchParams(path.split("?")[1])]
    .filter(([name]) => PARTS.includes(name))
    .map(([name, value]) => (/\d/.test(value) ? name : `${name}=${value}`));
  return pattern && [pattern, ...query.toSorted()].join(" ");
}

/** Returns the dialog that is open over a page, or the page. */
function innermost(html: string): string {
  return html.slice(Math.max(0, html.lastIndexOf("<dialog")));
}
