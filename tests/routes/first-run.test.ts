import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/sign-in/first-run.tsx";
import { action as signInAction, loader as signIn } from "../../app/routes/sign-in/sign-in.tsx";
import { PERMISSIONS } from "#access/permissions.ts";
import type { CreatedSchoolAccount } from "#features/sign-in/first-run/first-run.server.ts";
import { firstRunCode } from "#runtime/first-run-code.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import {
  callRoute,
  cookiesOf,
  readFormErrors,
  getRequest,
  postForm,
  readFormReply,
  readFormValues,
  type RequestResult,
} from "#tests/support/request.ts";

const databaseUrl = await freshDatabase();

const PATH = "/first-run";
const OWN_PASSWORD = "green parrots over the hill";
const SCHOOL = {
  name: " Las Cuevas Secondary ",
  flavour: "secondary",
  address: "North Coast Road",
  motto: "",
  year: "2026",
  term: "1",
  termStart: "",
  termEnd: "",
  nextTermStart: "4 Jan 2027",
  levels: "Form 1: 1A, 1B\nForm 2: 2A",
  userName: "",
};

test("the sign-in leads to the first run, which proposes the term", async () => {
  const [door, page] = [await callRoute(signIn, getRequest("/")), await callRoute(loader, getRequest(PATH))];

  expect([door.status, door.location]).toEqual([302, PATH]);
  const [year, term] = [/^20\d\d$/, /^[123]$/].map((form) => expect.stringMatching(form) as string);
  expect(page.body).toMatchObject({ exists: false, defaults: { year, term } });
});

test.each(["", "1234-5678-9abc"])("who does not know the code makes nothing: %j", async (code) => {
  const answer = await post({ ...SCHOOL, code });

  expect(answer.status).toBe(422);
  expect(readFormValues(answer)).toMatchObject({ name: SCHOOL.name, nextTermStart: SCHOOL.nextTermStart });
  expect(readFormErrors(answer)).toEqual({ code: expect.stringContaining("not the right code") as string });
});

test.each([
  [{ name: "  " }, { name: "Enter the name of the school." }],
  [{ flavour: "" }, { flavour: "Choose primary or secondary." }],
  [{ name: "x".repeat(121) }, { name: expect.stringContaining("1 character too many") }],
  [{ address: "x".repeat(201) }, { address: expect.stringContaining("1 character too many") }],
  [{ motto: "x".repeat(1_201) }, { motto: expect.stringContaining("characters too many") }],
  [{ year: "twenty" }, { year: expect.stringContaining("like 2026") }],
  [{ term: "4" }, { term: "Choose term 1, 2 or 3." }],
  [
    { termStart: "31 Feb 2026" },
    { termStart: "There is no 31 February. Enter a date, like 7 September 2026." },
  ],
  [{ termEnd: "2026-09-01" }, { termEnd: "Enter an end date after the start of the term." }],
  [{ nextTermStart: "2026-11-01" }, { nextTermStart: "Enter a start date after the end of this term." }],
  [{ levels: "Form 1: 1A, 1A" }, { levels: "1A is listed twice. Write each class once." }],
  [{ userName: "the admin" }, { userName: expect.stringContaining("without spaces") }],
])("%j is refused beside its field, and nothing is made", async (wrong, errors) => {
  const answer = await post({ ...SCHOOL, ...wrong, code: firstRunCode() });

  expect(answer.status).toBe(422);
  expect(readFormErrors(answer)).toEqual(errors);
  expect(readFormValues(answer)).toMatchObject(filled({ ...SCHOOL, ...wrong }));
  expect(await queryDatabase(databaseUrl, "select from schools union all select from accounts")).toEqual([]);
});

test("two who make it at once make one school, whose administrator signs in and chooses a password", async () => {
  const code = firstRunCode().toUpperCase().replaceAll("-", " ");
  const answers = await Promise.all([post({ ...SCHOOL, code }), post({ ...SCHOOL, code })]);
  const [made, late] = answers.toSorted((one, other) => one.status - other.status);
  const account = accountIn(made);
  const { userName = "", password = "" } = account ?? {};

  const signedIn = await callRoute(
    signInAction,
    postForm("/?index", { intent: "password", userName, password }),
  );
  const own = { intent: "reset", newPassword: OWN_PASSWORD, confirmPassword: OWN_PASSWORD };
  const chosen = await callRoute(signInAction, postForm("/?index", own, { cookie: cookiesOf(signedIn) }));

  expect(made?.status).toBe(200);
  expect([late?.status, late?.location]).toEqual([302, PATH]);
  expect(account).toMatchObject({ schoolName: "Las Cuevas Secondary", userName: "Admin" });
  expect([signedIn.status, signedIn.location]).toEqual([302, "/?next=%2Fapp"]);
  expect([chosen.status, chosen.location]).toEqual([302, "/app"]);
  expect(
    await queryDatabase(databaseUrl, "select name, flavour, address, motto, current_term_id from schools"),
  ).toEqual([
    {
      name: "Las Cuevas Secondary",
      flavour: "secondary",
      address: "North Coast Road",
      motto: "",
      current_term_id: 202620271,
    },
  ]);
});

test("the school has its term, classes and lists, and its administrator may do everything", async () => {
  const [term] = await queryDatabase(
    databaseUrl,
    `select term_start::text, term_end::text, next_term_start::text, total_sessions, assessment_type from academic_terms`,
  );
  const classes = await queryDatabase<{ label: string; form_level: number }>(
    databaseUrl,
    "select label, form_level from classes join form_classes using (form_class_id) order by position",
  );
  const [counts] = await queryDatabase(
    databaseUrl,
    `select (select count(*)::integer from subjects) as subjects,
            (select count(*)::integer from religions) as religions,
            (select count(*)::integer from ethnic_groups) as ethnic_groups,
            (select array_agg(title order by from_date) from school_holidays) as holidays,
            (select array_agg(user_permission_id order by user_permission_id) from account_permissions) as permissions`,
  );
  const [event] = await queryDatabase(
    databaseUrl,
    "select kind, detail from security_events where kind = 'school-made'",
  );

  expect(term).toEqual({
    term_start: "2026-09-07",
    term_end: "2026-12-11",
    next_term_start: "2027-01-04",
    total_sessions: 138,
    assessment_type: "Mid Term",
  });
  expect(classes).toEqual([
    { label: "1A", form_level: 1 },
    { label: "1B", form_level: 1 },
    { label: "2A", form_level: 2 },
  ]);
  expect(counts).toMatchObject({
    subjects: 29,
    religions: 12,
    ethnic_groups: 7,
    holidays: ["Republic Day"],
    permissions: Object.values(PERMISSIONS).toSorted((one, other) => one - other),
  });
  expect(event).toEqual({ kind: "school-made", detail: "Las Cuevas Secondary" });
});

test("a subject that is added later takes none of the ids of the list", async () => {
  const [added] = await queryDatabase<{ subject_id: number }>(
    databaseUrl,
    "insert into subjects (title, abbr) values ('Steel Pan', 'Pan') returning subject_id",
  );

  expect(added?.subject_id).toBeGreaterThan(53);
});

test("where there is a school the first run says so, after a form too", async () => {
  const [page, sent] = [
    await callRoute(loader, getRequest(PATH)),
    await post({ ...SCHOOL, code: firstRunCode() }),
  ];

  expect(page.body).toMatchObject({ exists: true });
  expect([sent.status, sent.location]).toEqual([302, PATH]);
});

function post(fields: Record<string, string>): Promise<RequestResult> {
  return callRoute(action, postForm(PATH, fields));
}

function accountIn(answer: RequestResult | undefined): CreatedSchoolAccount | undefined {
  return answer && (readFormReply(answer).result as CreatedSchoolAccount | undefined);
}

/** Returns the fields that are not empty, because a reply does not list empty ones. */
function filled(typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
}
