import { beforeEach, expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const formTeacher = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", formTeacher });
const ali = await createClass({ formClassId: "Std 2", label: "Std 2 Ali", formTeacher });
const other = await createClass({ formClassId: "Std 2", label: "Std 2 Other" });

const PATH = "/api/term-reports";
const TERM = TERM_IDS[2];

beforeEach(() => transaction(TEST, (t) => runQuery("delete from postings", [], t)));

test("the first posting holds the listed classes back, later ones post them", async () => {
  const first = await post({ form_classes_not_posted: ["Std 1"], posted: 1 });

  expect(first.status).toBe(200);
  expect(first.body).toEqual([
    row(null, 1),
    { ...row(std1, 0), form_class_id: "Std 1", employee_id: formTeacher.employeeId },
  ]);
  const second = await post({ form_classes_not_posted: [{ form_class_id: "Std 1" }], posted: "1" });
  expect(second.body).toMatchObject([{ posted: 1 }, { class_id: std1.classId, posted: 1 }]);
  expect((await answered(getRequest(`${PATH}?academic_term_id=${TERM}`, clerk))).body).toEqual(second.body);
});

test("a form class means all its classes, with its teacher one", async () => {
  await register();
  const named = {
    form_class_id: "Std 2",
    employee_id: formTeacher.employeeId,
    first_name: "as the list has it",
  };

  const one = await post({ form_classes_not_posted: [named], posted: 1 });
  const all = await post({ form_classes_not_posted: ["Std 2"], posted: 1 });
  const back = await post({ form_classes_not_posted: [{ ...named, class_id: other.classId }], posted: 0 });

  expect(postedIn(one.body)).toEqual([ali.classId]);
  expect(postedIn(all.body)).toEqual([ali.classId, other.classId]);
  expect(postedIn(back.body)).toEqual([ali.classId]);
});

test("registering makes the term's rows, and does no harm to what is posted", async () => {
  const made = await register();
  const again = await register();

  expect(made.body).toEqual([row(null, 0), ...[std1, ali, other].map((held) => row(held, 0))].map(known));
  expect(again.body).toEqual(made.body);
  await transaction(TEST, (t) => runQuery("delete from postings", [], t));
  const posted = await post({ form_classes_not_posted: ["Std 1"], posted: 1 });
  expect((await register()).body).toEqual(posted.body);
});

test.each([
  [{ form_classes_not_posted: ["Std 9"], posted: 1 }, 422],
  [{ form_classes_not_posted: [{ form_class_id: "Std 1", employee_id: 999 }], posted: 1 }, 422],
  [{ form_classes_not_posted: ["Std 1"], posted: 2 }, 422],
  [{ posted: 1 }, 422],
  [{ academic_term_id: 202620271, form_classes_not_posted: [], posted: 1 }, 404],
  [{ academic_term_id: 101, form_classes_not_posted: [], posted: 1 }, 404],
])("%j is refused, and nothing is posted", async (body, status) => {
  expect((await post(body)).status).toBe(status);
  expect((await answered(getRequest(PATH, clerk))).body).toEqual([]);
});

test("the calls are for who holds 8", async () => {
  const principal = await createPrincipal();

  const answers = await Promise.all([
    answered(getRequest(PATH, principal)),
    post({ form_classes_not_posted: [], posted: 1 }, principal),
    answered(sendJson(`${PATH}-register`, {}, principal)),
    answered(getRequest(PATH, null)),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
});

function post(body: object, visitor = clerk) {
  return answered(sendJson(PATH, { academic_term_id: TERM, ...body }, visitor));
}

function register() {
  return answered(sendJson(`${PATH}-register`, { academic_term_id: TERM }, clerk));
}

function row(held: { classId: number } | null, posted: 0 | 1) {
  return {
    academic_term_id: TERM,
    academic_year_id: 20252026,
    term: 3,
    posted,
    date_posted: posted === 1 ? (expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string) : null,
    class_id: held?.classId ?? null,
    form_class_id: null as string | null,
    employee_id: null as number | null,
  };
}

function known(given: ReturnType<typeof row>) {
  const held = [std1, ali, other].find(({ classId }) => classId === given.class_id);
  const isLed = held === std1 || held === ali;
  return {
    ...given,
    form_class_id: held?.formClassId ?? null,
    employee_id: isLed ? formTeacher.employeeId : null,
  };
}

function postedIn(body: unknown): (number | null)[] {
  const posted = (body as { class_id: number | null; posted: number }[]).filter((item) => item.posted === 1);
  return posted.map(({ class_id }) => class_id);
}
