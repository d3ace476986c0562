import { expect, test } from "vitest";
import { queryRow, runQuery, noTransaction, transaction } from "#db/index.ts";
import { Student as Students } from "#db/models/people.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import {
  addCoTeacher,
  assignDean,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool({ assessmentType: "Forthnightly Test" });
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher({ firstName: "Roy", lastName: "Ali" });
const coTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const dean = await createFormTeacher();
const teacher = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 A", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 B", formTeacher: otherLead });
await addCoTeacher(std1, coTeacher);
await assignDean(std1, dean);
const maths = await createLesson(teacher, std1, { subject: "Mathematics" });
const [amara, bryan] = (await createStudents(std1, [
  { firstName: "Amara", lastName: "Ali" },
  { firstName: "Bryan", lastName: "Bruce" },
])) as [Student, Student];
const [foreign] = (await createStudents(other, [{ firstName: "Zoe", lastName: "Zephyr" }])) as [Student];

const DETAILS = "/api/student-term-details";
const TERM = TERM_IDS[2];
/** The status of a student who has left. */
const LEFT = 3;
const CLASS = `${DETAILS}?form_class_id=Std%201&academic_term_id=${TERM}`;

test("the term records of a class come in the order of the register, whole", async () => {
  const { status, body } = await answered(getRequest(CLASS, formTeacher));

  const [first] = body as [Record<string, unknown>];
  expect(status).toBe(200);
  expect(namesIn(body)).toEqual(["Amara", "Bryan"]);
  expect(first).toEqual({
    student_id: amara.studentId,
    first_name: "Amara",
    last_name: "Ali",
    picture: null,
    form_class_id: "Std 1",
    class: "Std 1 A",
    academic_term_id: TERM,
    employee_id: formTeacher.employeeId,
    term: 3,
    total_sessions: null,
    sessions_absent: null,
    sessions_late: null,
    participation: null,
    project: null,
    conduct: null,
    promotion_progress: null,
    promoted_to: null,
    repeating: null,
    teacher_comment: null,
    principal_comment: null,
    principal_signature: null,
    communication: null,
    cooperation: null,
    respect: null,
    responsibility: null,
    attitude: null,
    judgement: null,
    complete_assignment: null,
    class_participation: null,
    self_confidence: null,
    punctual: null,
    version: expect.any(Number),
  });
});

test.each<[string, Visitor, string[]]>([
  ["the admin", admin, ["Amara", "Bryan", "Zoe"]],
  ["the principal", principal, ["Amara", "Bryan", "Zoe"]],
  ["the form teacher", formTeacher, ["Amara", "Bryan"]],
  ["a co-teacher", coTeacher, ["Amara", "Bryan"]],
  ["the dean", dean, ["Amara", "Bryan", "Zoe"]],
  ["the form teacher of the other class", otherLead, ["Zoe"]],
])(
  "without a teacher %s gets the classes of the form class that are theirs",
  async (_, visitor, expected) => {
    const { body } = await answered(getRequest(CLASS, visitor));

    expect(namesIn(body)).toEqual(expected);
  },
);

test("a teacher in the query narrows, and widens nothing", async () => {
  const all = await answered(getRequest(`${CLASS}&employee_id=${otherLead.employeeId}`, admin));
  const widened = await answered(getRequest(`${CLASS}&employee_id=${otherLead.employeeId}`, formTeacher));

  expect(namesIn(all.body)).toEqual(["Zoe"]);
  expect(widened.status).toBe(404);
});

test("one student is read by the public id, and not by whom it is not for", async () => {
  const path = `${DETAILS}?student_id=${foreign.studentId}`;

  const answers = await Promise.all(
    [null, teacher, formTeacher, otherLead].map((visitor) => answered(getRequest(path, visitor))),
  );

  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 200]);
});

test("whose number it is nobody finds out by trying: another class's student is told as one who is not there", async () => {
  const send = (studentId: string) =>
    Promise.all([
      answered(getRequest(`${DETAILS}?student_id=${studentId}`, formTeacher)),
      answered(getRequest(`/api/student-term-marks?student_id=${studentId}`, formTeacher)),
      answered(sendJson(DETAILS, { student_id: studentId, respect: "C" }, formTeacher)),
    ]);

  const [foreigns, nobodys] = [await send(foreign.studentId), await send("nobody")];

  const message =
    "This student has no report for this term, or you cannot open it. Choose another student or term.";
  for (const { status, body } of [...foreigns, ...nobodys])
    expect({ status, body }).toEqual({ status: 404, body: { message } });
});

test("a class's records count as many as they are against what one account may open", async () => {
  const reader = await createPrincipal();
  const [shared] = (await createStudents(other, 1)) as [Student];
  for (const path of [CLASS, CLASS, `${DETAILS}?student_id=${shared.studentId}`])
    await answered(getRequest(path, reader));

  const counted = await queryRow<{ counted: number }>(
    "select count(*)::integer as counted from record_reads where account_id = $accountId",
    { accountId: reader.accountId },
    noTransaction,
  );

  const { body } = await answered(getRequest(CLASS, reader));
  // The two addresses, and each record of the list.
  expect(counted?.counted).toBe(2 + (body as object[]).length);
});

test.each([
  ["", 422],
  ["form_class_id=Std%209", 404],
  ["student_id=nobody", 404],
  ["form_class_id=Std%201&academic_term_id=202620271", 404],
  ["form_class_id=Std%201&academic_term_id=x", 422],
])("details of ‘%s’ answer %i", async (query, expected) => {
  const { status } = await answered(getRequest(`${DETAILS}?${query}`, admin));

  expect(status).toBe(expected);
});

test("a field is saved and answered with its new version and what it replaced", async () => {
  await save(formTeacher, bryan, { respect: "C", teacher_comment: "Tries hard." });

  const { status, body } = await save(formTeacher, bryan, { respect: "S" });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    message: "Saved.",
    replaced: { respect: "C" },
    data: { respect: "S", teacher_comment: "Tries hard.", student_id: bryan.studentId },
  });
  expect((body as { version: number; data: { version: number } }).version).toBe(
    (body as { data: { version: number } }).data.version,
  );
});

test("a record can be sent back as it came, by who may write only a part of it", async () => {
  await save(principal, amara, { principal_comment: "Well done." });
  const [record] = (await answered(getRequest(`${DETAILS}?student_id=${amara.studentId}`, formTeacher)))
    .body as [object];

  const { status, body } = await save(formTeacher, amara, { ...record, attitude: "R" });

  expect(status).toBe(200);
  expect(body).toMatchObject({ replaced: { attitude: null }, data: { principal_comment: "Well done." } });
});

test("figures of a form are text, and blank fields are empty", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];

  const { body } = await save(formTeacher, student, {
    total_sessions: "120",
    sessions_absent: " 4 ",
    sessions_late: "",
    project: "",
    promotion_progress: "Yes",
  });

  expect(body).toMatchObject({
    data: {
      total_sessions: 120,
      sessions_absent: 4,
      sessions_late: null,
      project: null,
      promotion_progress: "Yes",
    },
  });
});

test.each<[object, string]>([
  [{ respect: "X" }, "respect"],
  [{ teacher_comment: "x".repeat(401) }, "teacher_comment"],
  [{ principal_comment: "Mine." }, "principal_comment"],
  [{ total_sessions: 100, sessions_absent: 101 }, "sessions_absent"],
  [{ sessions_late: -1 }, "sessions_late"],
  [{ sessions_late: "many" }, "sessions_late"],
  [{ sessions_late: -1, punctual: "R", teacher_comment: "A call is taken whole." }, "sessions_late"],
  [{ promoted_to: "Std 5" }, "promoted_to"],
  [{ promoted_to: "Std 2", repeating: "Std 1" }, "promoted_to"],
  [{ promotion_progress: "Perhaps" }, "promotion_progress"],
])("%j is refused by its field and changes nothing", async (values, field) => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const before = await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher));

  const { status, body } = await save(formTeacher, student, values);

  const after = await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher));
  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
  expect(after.body).toEqual(before.body);
});

test("a stale version is told who changed the field, with both values; another field is taken", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const first = (await save(formTeacher, student, { respect: "C" })).body as { version: number };
  await save(coTeacher, student, { respect: "S" });

  const conflicting = await save(formTeacher, student, { respect: "R", version: first.version });
  const other = await save(formTeacher, student, { punctual: "C", version: first.version });

  expect(conflicting.status).toBe(409);
  expect(conflicting.body).toMatchObject({
    fields: [{ field: "respect", from: "C", to: "S" }],
    stored: { respect: "S" },
    yours: { respect: "R" },
  });
  expect(other.body).toMatchObject({ data: { respect: "S", punctual: "C" } });
});

test("who met nobody but themselves reads that they changed it on another page", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const { version } = (await save(formTeacher, student, { respect: "C" })).body as { version: number };
  await save(formTeacher, student, { respect: "S" });

  const { status, body } = await save(formTeacher, student, { respect: "R", version });

  expect(status).toBe(409);
  expect(body).toMatchObject({
    message: "You changed this on another page. To replace that change, send the version given here.",
  });
});

test("the same call sent twice changes nothing more", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const sent = { attitude: "C", version: 1, save_id: "the-same-call" };
  await save(formTeacher, student, sent);
  await save(coTeacher, student, { attitude: "S" });

  const repeated = await save(formTeacher, student, sent);

  const [record] = (await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher)))
    .body as [object];
  expect(repeated.status).toBe(200);
  expect(record).toMatchObject({ attitude: "S" });
});

test("who only reads saves nothing, and nobody saves in a past term", async () => {
  const answers = await Promise.all([
    save(dean, amara, { respect: "R" }),
    save(otherLead, amara, { respect: "R" }),
    save(formTeacher, amara, { respect: "R", academic_term_id: TERM_IDS[0] }),
    save(admin, amara, { respect: "R", academic_term_id: TERM_IDS[0] }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([403, 404, 409, 409]);
  expect(await ratingOf(amara)).not.toBe("R");
});

test("a record is not 'saved' as it is where nothing can be saved, and nothing is written", async () => {
  const past = { academic_term_id: TERM_IDS[0] };
  const [record] = (
    await answered(
      getRequest(`${DETAILS}?student_id=${amara.studentId}&academic_term_id=${TERM_IDS[0]}`, formTeacher),
    )
  ).body as [object];
  const before = await eventsOfRecords();

  const answers = await Promise.all([
    save(formTeacher, amara, { ...record, ...past }),
    save(formTeacher, amara, past),
    save(dean, amara, {}),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 403]);
  expect(answers[0]?.body).toEqual({ message: "Not saved: this term is over." });
  expect(await eventsOfRecords()).toEqual(before);
});

test("an employee_id in the body lends nobody's rights", async () => {
  const { status } = await save(otherLead, amara, { respect: "R", employee_id: formTeacher.employeeId });

  expect(status).toBe(404);
});

test("the marks of a term, one row a subject, with the fortnightly ones", async () => {
  const week = await createFortnightlyTest(std1, { title: "Week 2", testDate: "2026-04-24" });
  await createAssessment(maths, { testId: 3, fortnightlyTestId: week, maxMark: 20 });
  await createMark(amara, maths, { testId: 3, fortnightlyTestId: week, mark: 15, maxMark: 20 });
  await createMark(amara, maths, { testId: 1, mark: 42.5, maxMark: 50 });
  await createMark(amara, maths, { testId: 2, attendance: 2 });

  const { body } = await answered(getRequest(marksOf(amara), formTeacher));

  expect(body).toEqual([
    {
      subject_id: maths.subjectId,
      title: "Mathematics",
      abbr: "MATH",
      teacher: expect.any(String),
      max_mark: 50,
      mark: 42.5,
      percentage: 85,
      grade: "B",
      course_mark: null,
      course_max_mark: 100,
      course_attendance: 2,
      exam_mark: 42.5,
      exam_max_mark: 50,
      exam_attendance: 1,
      application: null,
      preparedness: null,
      remark: null,
      criteria: null,
      mark1: 15,
      max_mark1: 20,
      mark2: null,
      max_mark2: null,
    },
  ]);
});

test("in a term with another assessment there are no fortnightly fields", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      "update academic_terms set assessment_type = 'Mid Term' where academic_term_id = $1",
      [YEAR_ID * 10 + 1],
      t,
    ),
  );

  const { body } = await answered(
    getRequest(`${marksOf(amara)}&academic_term_id=${TERM_IDS[0]}`, formTeacher),
  );

  expect(Object.keys((body as [object])[0])).not.toContain("mark1");
});

test("marks are read by whom the report is for", async () => {
  const answers = await Promise.all(
    [null, teacher, otherLead, dean, principal, admin].map((visitor) =>
      answered(getRequest(marksOf(amara), visitor)),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 200, 200, 200]);
});

test("a signature says whose it is and whether something changed since", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  await sign(student);
  await save(formTeacher, student, { respect: "C" });

  const { body } = await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher));

  const { firstName, lastName } = principal.person;
  expect(body).toMatchObject([
    { principal_signature: { name: `${firstName} ${lastName}`, picture: null, changed_since: true } },
  ]);
});

test.each([
  ["the form teacher", () => formTeacher],
  ["an admin", () => admin],
  ["the principal", () => principal],
])("a signature that %s posts is refused, and nothing else of the call is saved", async (_who, visitor) => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const principal_signature = { name: "M. Joseph", signed_at: "2026-06-20T14:00:00.000Z" };

  const { status, body } = await save(visitor(), student, { principal_signature, respect: "C" });

  const [record] = (await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher)))
    .body as [object];
  expect(status).toBe(422);
  expect(body).toMatchObject({
    errors: {
      principal_signature: ["Only the principal can sign a report. Open the report in Termbook to sign."],
    },
  });
  expect(record).toMatchObject({ principal_signature: null, respect: null });
});

test("a signature that comes back as it was read asks for nothing", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  const read = async () =>
    (await answered(getRequest(`${DETAILS}?student_id=${student.studentId}`, formTeacher))).body as [
      Record<string, unknown>,
    ];
  const [unsigned] = await read();
  await sign(student);
  const [signed] = await read();

  const answers = [
    await save(formTeacher, student, { ...signed, respect: "C" }),
    await save(formTeacher, student, { ...unsigned, attitude: "S" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toMatchObject([
    { principal_signature: { changed_since: true }, respect: "C", attitude: "S" },
  ]);
});

function sign({ id }: Student): Promise<unknown> {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set signed_by = $2, signed_at = '2026-06-20T10:00:00-04:00', signed_fingerprint = report_fingerprint(d)
        where student_key = $1 and academic_term_id = $3`,
      [id, principal.accountId, TERM],
      t,
    ),
  );
}

test("who has left has no record to save, and is told of as nobody's", async () => {
  const [student] = (await createStudents(std1, 1)) as [Student];
  await transaction(TEST, (t) => Students.update({ student_status_id: LEFT }, { id: student.id }, t));

  const answer = await save(formTeacher, student, { respect: "S" });

  expect(answer).toMatchObject({
    status: 404,
    body: {
      message:
        "This student has no report for this term, or you cannot open it. Choose another student or term.",
    },
  });
});

function save(visitor: SignedIn, { studentId }: Student, values: object) {
  return answered(sendJson(DETAILS, { academic_term_id: TERM, ...values, student_id: studentId }, visitor));
}

function marksOf({ studentId }: Student): string {
  return `/api/student-term-marks?student_id=${studentId}`;
}

function namesIn(body: unknown): string[] {
  return (body as { first_name: string }[]).map(({ first_name }) => first_name);
}

async function ratingOf({ id }: Student): Promise<string | null> {
  const found = await queryRow<{ respect: string | null }>(
    "select respect from term_records where student_key = $1 and academic_term_id = $2",
    [id, TERM],
    noTransaction,
  );
  return found?.respect ?? null;
}

function eventsOfRecords(): Promise<object | null> {
  return queryRow(
    "select count(*)::integer as events from audit_events where table_name = 'term_records'",
    [],
    noTransaction,
  );
}
