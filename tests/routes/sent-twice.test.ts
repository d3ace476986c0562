import { expect, test } from "vitest";
import { action as make, loader as tokens } from "../../app/routes/access-tokens.tsx";
import { action as addPhrase } from "../../app/routes/comment-bank.tsx";
import { action as addEmployee, loader as newEmployee } from "../../app/routes/employees/new.tsx";
import { action as reset, loader as askReset } from "../../app/routes/reset-password/ask.tsx";
import { action as addReason } from "../../app/routes/settings/attendance-reasons.tsx";
import { action as changeFormClasses } from "../../app/routes/settings/form-classes.tsx";
import { action as changeSubjects } from "../../app/routes/settings/subjects.tsx";
import { action as addHoliday } from "../../app/routes/settings/school-holidays.tsx";
import { action as addStudent } from "../../app/routes/students/new.tsx";
import { createAuthorToken } from "#access/author.server.ts";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postForm,
  readFormReply,
  type Fields,
  type Handler,
} from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const [teacher, other] = [await createTeacher(), await createTeacher()];

type Form = {
  path: string;
  params?: Record<string, string>;
  action: Handler;
  /** The loader of the form's page, whose form contains `once`. */
  loader?: Handler;
  fields: Fields;
  secret?: RegExp;
};

const PASSWORD = /[a-z]+-[a-z]+-[a-z]+-[2-9]{2}/g;

const FORMS: Record<string, Form> = {
  "a new employee": {
    path: "/app/employees/new",
    action: addEmployee,
    loader: newEmployee,
    fields: { firstName: "Resend", lastName: "Resendson", gender: "F", userName: "" },
    secret: PASSWORD,
  },
  "a reset password": {
    path: `/app/reset-password/${teacher.employeeId}`,
    params: { who: String(teacher.employeeId) },
    action: reset,
    loader: askReset,
    fields: {},
    secret: PASSWORD,
  },
  "several reset passwords": {
    path: `/app/reset-password/several?reset-${teacher.employeeId}=on&reset-${other.employeeId}=on`,
    params: { who: "several" },
    action: reset,
    loader: askReset,
    fields: {},
    secret: PASSWORD,
  },
  "an access token": {
    path: "/app/access-tokens",
    action: make,
    loader: tokens,
    fields: { intent: "make", name: "Marks", lastDay: "2027-01-31", mayWrite: "no" },
    secret: /termbook_[\w-]{43}/g,
  },
  "a new student": {
    path: "/app/students/new",
    action: addStudent,
    fields: {
      record: "general",
      first_name: "Twice",
      last_name: "Sent",
      date_of_birth: "2017-02-03",
      gender: "F",
      birth_certificate_pin: "TWICE-1",
    },
  },
  "a holiday": {
    path: "/app/settings/school-holidays",
    action: addHoliday,
    fields: { intent: "add", title: "Sent twice", from: "2031-05-05", to: "" },
  },
  "a form class": {
    path: "/app/settings/form-classes",
    action: changeFormClasses,
    fields: { intent: "add", level: "1", name: "Twice" },
  },
  "a reason": {
    path: "/app/settings/attendance-reasons",
    action: addReason,
    fields: { title: "Sent twice" },
  },
  "a subject": {
    path: "/app/settings/subjects?edit=new",
    action: changeSubjects,
    fields: { title: "Sent twice", abbr: "Twice" },
  },
  "a phrase": {
    path: "/app/comment-bank?tab=school",
    action: addPhrase,
    fields: { intent: "add", phrase: "Sent twice." },
  },
};

test.each(Object.entries(FORMS))(
  "%s that is sent twice is made once, one after the other",
  async (_, form) => {
    const fields = await fieldsOf(form);
    const before = await counts();

    const first = await send(form, fields);
    const once = await counts();
    const second = await send(form, fields);

    expect(first.status).toBeLessThan(400);
    expect(once).not.toEqual(before);
    expect(await counts()).toEqual(once);
    if (form.secret) expect([second.status, secretsIn(second, form)]).toEqual([200, secretsIn(first, form)]);
    if (form.secret) expect(secretsIn(first, form)).not.toEqual([]);
  },
);

test.each(Object.entries(FORMS).filter(([, { secret }]) => secret))(
  "%s that is sent by a double click is made once, and both answers show it",
  async (_, form) => {
    const fields = { ...(await fieldsOf(form)), ...("name" in form.fields ? { name: "Other" } : {}) };
    const input = "firstName" in fields ? { ...fields, firstName: "Double" } : fields;

    const both = await Promise.all([send(form, input), send(form, input)]);

    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = both.map((answer) => secretsIn(answer, form));
    expect(one).toEqual(two);
  },
);

test("a colleague of the same name is added once it is said that it is somebody else", async () => {
  const form = FORMS["a new employee"] as Form;
  const named = { ...form.fields, firstName: "Name", lastName: "Sake" };
  const first = await send(form, { ...(await fieldsOf(form)), ...named });

  const result = await send(form, { ...(await fieldsOf(form)), ...named });
  const another = await send(form, { ...(await fieldsOf(form)), ...named, another: "on" });

  expect([first.status, result.status, another.status]).toEqual([200, 422, 200]);
  expect(readFormErrors(result)).toEqual({
    another:
      "Name Sake (n.sake) is already in the list. If this is a different person, select the box below.",
  });
  expect(readFormReply(another).result).toMatchObject({ userName: "n.sake2" });
});

test("a form of another person makes a secret of its own", async () => {
  const form = FORMS["a new employee"] as Form;
  const fields = { ...(await fieldsOf(form)), firstName: "Whose", lastName: "Form" };
  const mine = await send(form, fields);

  const theirs = await callRoute(
    form.action,
    postForm(form.path, { ...fields, author: createAuthorToken(clerk) }, clerk),
  );

  expect([mine.status, theirs.status]).toEqual([200, 422]);
});

async function fieldsOf({ path, params, loader, fields }: Form): Promise<Fields> {
  const author = createAuthorToken(admin);
  if (!loader) return { author, ...fields };
  const page = (await callRoute(loader, getRequest(path, admin), params)).body as {
    once: string;
    people?: { id: number; asOf: number }[];
  };
  const ticks = (page.people ?? []).map(({ id, asOf }) => [`reset-${id}`, String(asOf)]);
  return { author, once: page.once, ...fields, ...Object.fromEntries(ticks) };
}

function send({ action, path, params }: Form, fields: Fields) {
  return callRoute(action, postForm(path, fields, admin), params);
}

function secretsIn({ body }: { body: unknown }, { secret }: Form): string[] {
  return secret ? [...new Set(JSON.stringify(body).match(secret) ?? [])] : [];
}

function counts() {
  return queryRow(
    `select (select count(*) from employees) as employees, (select count(*) from accounts) as accounts,
            (select count(*) from access_tokens) as tokens, (select count(*) from students) as students,
            (select count(*) from school_holidays) as holidays, (select count(*) from form_classes) as form_classes,
            (select count(*) from attendance_reasons) as reasons, (select count(*) from subjects) as subjects, (select count(*) from comment_phrases) as phrases,
            (select count(*) from security_events where kind = 'password-reset') as resets`,
    [],
    noTransaction,
  );
}
