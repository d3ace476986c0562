import { expect, test } from "vitest";
import {
  action as uploadDocument,
  loader as showDocuments,
} from "../../../app/routes/students/documents.tsx";
import { loader as showList } from "../../../app/routes/students/list.tsx";
import { loader as showRecord } from "../../../app/routes/students/record.tsx";
import { loader as showPicture } from "../../../app/routes/student-picture.tsx";
import { API_ENDPOINTS } from "#api/index.ts";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import type { DocumentsView } from "#features/record-files/documents/documents.server.ts";
import { answered } from "#tests/api/answer.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { entryPointsOf, describeOutcomeOf } from "#tests/support/entry-points.ts";
import { drawPicture, PDF } from "#tests/support/builders/documents.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  assignDean,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  TODAY,
} from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, postFile, sendJson, type Visitor } from "#tests/support/request.ts";
import { allRoutes } from "#tests/support/routes.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const formerLead = await createFormTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const otherDean = await createTeacher({ permissions: [2, 3] });
const otherTeacher = await createTeacher();
const form2A = await createClass({ formClassId: "2A", formTeacher });
const form3A = await createClass({ formClassId: "3A", formTeacher: otherLead });
await assignDean(form2A, dean);
await assignDean(form3A, otherDean);
const lesson = await createLesson(otherTeacher, form3A);
await transaction(TEST, (t) =>
  runQuery(
    `insert into class_teachers (class_id, employee_id, is_lead, from_date, to_date)
     values ($1, $2, false, '2025-09-01', ${TODAY} - 1)`,
    [form2A.classId, formerLead.employeeId],
    t,
  ),
);
const [own] = (await createStudents(form3A, 1)) as [Student];

type Child = Student & { documentId: string; picture: string };

/** Creates a student in 2A with everything that a record can have. */
async function createChild(lastName: string): Promise<Child> {
  const [student] = (await createStudents(form2A, [{ lastName }])) as [Student];
  const params = { studentKey: String(student.id) };
  const document = new FormData();
  document.set("description", "Birth Certificate");
  document.set("file", new File([new Uint8Array(PDF)], "certificate.pdf"));
  await callRoute(uploadDocument, postFile(`/app/students/${student.id}/documents`, document, admin), params);
  const shown = await callRoute(
    showDocuments,
    getRequest(`/app/students/${student.id}/documents`, admin),
    params,
  );
  const [kept] = (shown.body as DocumentsView).documents;
  const { body } = await answered(await pictureOf(student, admin));
  return { ...student, documentId: String(kept?.id), picture: (body as { picture: string }).picture };
}

async function pictureOf({ studentId }: Student, visitor: Visitor): Promise<Request> {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(await drawPicture("png"))], "face.png"));
  return postFile(`/api/student-picture/${studentId}`, body, visitor);
}

const child = await createChild("Kowlessar-Hosein");
const [sister] = (await createStudents(form2A, [{ lastName: "Kowlessar-Hosein" }])) as [Student];
const untouched = await everythingOf(child);

const OUTSIDERS: [string, Visitor][] = [
  ["nobody", null],
  ["a teacher of another class", otherTeacher],
  ["another class's form teacher", otherLead],
  ["who was the class's teacher until yesterday", formerLead],
  ["another class's dean", otherDean],
  ["who looks after employees, passwords and settings", await createTeacher({ permissions: [4, 7, 8] })],
  ["who only prints", await createTeacher({ permissions: [3] })],
];

/** The status 405 is included because an address that accepts only forms answers nobody who asks for a page. */
const CLOSED = ["to the sign-in", "401", "403", "404", "405"];

/** Every page, form, file and script address of one student's record. */
const PAGES = allRoutes().filter(({ pattern }) => pattern.startsWith("/app/students/:studentKey"));

const TABS = ["personal", "medical", "family"];

async function pagesOf({ id, documentId }: Child) {
  const siblingKey = String(sister.id);
  const params = TABS.map((tab) => ({ studentKey: String(id), siblingKey, documentId, tab }));
  const entered = PAGES.flatMap((route) =>
    (route.pattern.includes(":tab") ? params : params.slice(0, 1)).map((item) => entryPointsOf(route, item)),
  );
  return (await Promise.all(entered)).flat();
}

/**
 * The arguments that identify a student in a call, and its other arguments, so that an authorised caller would get an
 * answer.
 */
function givenTo({ studentId }: Student): Record<string, string | number> {
  return {
    student_id: studentId,
    id: studentId,
    category: "student",
    file_type: "document",
    file_description: "Birth Certificate",
    relationship: 1,
    academic_term_id: TERM_IDS[2],
    subject_id: lesson.subjectId,
    prev_subject_id: lesson.subjectId,
    new_subject_id: lesson.subjectId,
    form_class_id: form3A.formClassId,
    student_status_id: 3,
    test_id: 1,
  };
}

/**
 * Calls left out here: they identify no student, a list's own test covers whom it shows, or their scope is not by
 * class (4, 8).
 */
const NOT_OF_ONE = [
  "GET /api/student-status",
  "GET /api/students",
  "GET /api/mark-sheet-students",
  "GET /api/report-card-terms",
  "GET /api/student-contact/:form_class_id",
  "GET /api/subject-students",
  "POST /api/subject-students",
  "POST /api/student-subject-assignment",
  "POST /api/delete-student-subject-assignment",
];

const CALLS = API_ENDPOINTS.filter(
  (endpoint) =>
    /student|report-card|upload-file/.test(endpoint.path) && !NOT_OF_ONE.includes(nameOf(endpoint)),
);

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

async function requestOf(endpoint: Endpoint, of: Child, visitor: Visitor): Promise<Request> {
  const given = givenTo(of);
  const inPath: Record<string, string | number> = { ...given, form_class_id: form2A.formClassId };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(inPath[name]));
  if (endpoint.path.startsWith("/api/student-picture") && endpoint.upload) return pictureOf(of, visitor);
  if (endpoint.upload) {
    const body = new FormData();
    for (const [name, value] of Object.entries(given)) body.set(name, String(value));
    body.set("file", new File([new Uint8Array(PDF)], "certificate.pdf"));
    return postFile(path, body, visitor);
  }
  if (endpoint.method !== "GET") return sendJson(path, given, visitor, endpoint.method);
  const { academic_term_id, student_id } = given;
  return getRequest(`${path}?student_id=${student_id}&academic_term_id=${academic_term_id}`, visitor);
}

test.each(OUTSIDERS)("%s opens no page, form or file of another class's child", async (_, visitor) => {
  const open: string[] = [];
  for (const { name, enter } of await pagesOf(child)) {
    const answer = await enter(visitor);
    if (!CLOSED.includes(answer)) open.push(`${name}: ${answer}`);
  }

  expect(open).toEqual([]);
});

test.each(OUTSIDERS)("%s is answered no call about another class's child", async (_, visitor) => {
  const open: string[] = [];
  for (const endpoint of CALLS) {
    const answer = await describeOutcomeOf(answered(await requestOf(endpoint, child, visitor)));
    if (!CLOSED.includes(answer)) open.push(`${nameOf(endpoint)}: ${answer}`);
  }

  expect(open).toEqual([]);
});

test.each(OUTSIDERS)("%s does not see the child's picture", async (_, visitor) => {
  for (const size of ["", "?size=small"]) {
    const request = getRequest(`/img/students/${child.picture}${size}`, visitor);
    expect(CLOSED).toContain(
      await describeOutcomeOf(callRoute(showPicture, request, { picture: child.picture })),
    );
  }
});

test("who asks the same and may is let in: no address is closed to everybody", async () => {
  const ofAdmin = await createChild("Admin's own");
  const entered = (await pagesOf(ofAdmin)).filter(
    // Deletions are left out because they would end the record for later tests, and addresses that accept only forms
    // show no page.
    ({ name }) => !/delete|document-file|loader of .*(upload|save)/.test(name),
  );

  const shut: string[] = [];
  for (const { name, enter } of entered) if (CLOSED.includes(await enter(admin))) shut.push(name);
  for (const endpoint of CALLS.filter(({ method }) => method !== "DELETE")) {
    const answer = await describeOutcomeOf(answered(await requestOf(endpoint, ofAdmin, admin)));
    if (CLOSED.includes(answer)) shut.push(`${nameOf(endpoint)}: ${answer}`);
  }

  expect(entered.length).toBeGreaterThan(10);
  expect(CALLS.length).toBeGreaterThan(15);
  expect(shut).toEqual([]);
});

test.each([
  ["another class's form teacher", otherLead, false],
  ["another class's dean", otherDean, false],
  ["the child's form teacher", formTeacher, true],
  ["the child's dean", dean, true],
  ["the principal", await createPrincipal(), true],
  ["who looks after students", await createClerk(), true],
])("a list shows the child to whom it is for: %s, %s", async (_, visitor, isShown) => {
  const input = `search=${child.lastName}`;

  const list = await callRoute(showList, getRequest(`/app/students?${input}`, visitor));
  const students = await answered(getRequest("/api/students", visitor));

  expect(list.status).toBe(200);
  expect([list, students].map(({ body }) => JSON.stringify(body).includes(child.studentId))).toEqual([
    isShown,
    isShown,
  ]);
});

test("the way through a list leads past the children of other classes", async () => {
  const path = `/app/students/${own.id}?rows=50&sort=name`;

  const { status, body } = await callRoute(showRecord, getRequest(path, otherLead), {
    studentKey: String(own.id),
  });

  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(`students/${child.id}`);
});

test("nothing of the child was changed by all who tried", async () => {
  expect(await everythingOf(child)).toEqual(untouched);
});

function everythingOf({ id }: Student): Promise<object | null> {
  const tables = [
    "registrations",
    "student_personal",
    "student_medical",
    "student_family",
    "student_documents",
  ];
  const rows = tables.map(
    (table) =>
      `(select json_agg(r order by to_json(r)::text) from ${table} r where student_key = s.id) as ${table}`,
  );
  return queryRow(`select s.*, ${rows.join(", ")} from students s where s.id = $1`, [id], noTransaction);
}
