import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { loader as archive } from "../../app/routes/marks-archive/list.tsx";
import { loader as employees } from "../../app/routes/employees/list.tsx";
import { loader as resetList } from "../../app/routes/reset-password/list.tsx";
import { loader as teachers } from "../../app/routes/mark-sheet/start.tsx";
import { loader as print } from "../../app/routes/reports/print.tsx";
import { loader as events } from "../../app/routes/security-events.tsx";
import { loader as turn } from "../../app/routes/settings/rollover/rollover.tsx";
import { loader as pastTerms } from "../../app/routes/settings/past-terms.tsx";
import { loader as students } from "../../app/routes/students/list.tsx";
import { loader as addStudents } from "../../app/routes/subjects/add.tsx";
import { loader as roster } from "../../app/routes/subjects/subject.tsx";
import { dispatchApiCall } from "#api/dispatch/dispatch.server.ts";
import { noTransaction, queryRows, transaction } from "#db/index.ts";
import { SecurityEvent } from "#db/models/accounts.ts";
import { toPlainLetters } from "#domain/people/list-params.ts";
import { createAdmin, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { chooseLesson, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, CONTEXT, getRequest } from "#tests/support/request.ts";
import { createNextClass, rehearsed } from "../features/rollover/rollover-scenario.ts";

await freshDatabase();
const { currentTermId } = await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const wanted = { firstName: "Zoë-Anne", lastName: "D'Abreu" };
const stranger = { firstName: "Nobody", lastName: "Abreu" };
const teacher = await createFormTeacher(wanted);
const other = await createFormTeacher(stranger);
await createClass({ formClassId: "2A", formTeacher: teacher });
await createClass({ formClassId: "6A", formTeacher: other });
const class1 = await createClass({ formClassId: "1A" });
const lesson = await createLesson(teacher, class1, { subject: "Spanish", byChoice: true });
await createLesson(other, class1, { subject: "French" });
const [nobody, zoe] = await createStudents(class1, [stranger, wanted]);
if (!zoe || !nobody) throw new Error("two students were made");
await chooseLesson(lesson, [zoe, nobody]);
await createNextClass("2A");
const { rollover_id: rolloverId } = await rehearsed(admin);
await transaction(TEST, async (t) => {
  for (const { accountId } of [teacher, other])
    await SecurityEvent.insert(
      { kind: "signed-in", account_id: accountId, address: "10.0.0.7", detail: "" },
      t,
    );
});

/** A name as people type it, or as the list writes it. */
const TYPED = [
  "D'Abreu",
  "d’abreu",
  "DʼAbreu",
  "D‘ABREU",
  "D`Abreu",
  "D´Abreu",
  "dabreu",
  "D'Abreu, Zoë",
  "zoe d’abreu",
  "Z. D'Abreu",
  "(D'Abreu, Zoë-Anne)",
  "Z. D'Abreu / Zoë-Anne",
];

type Search = [name: string, finds: (typed: string) => Promise<string>];

const subject = { subjectId: String(lesson.subjectId) };
const SEARCHES: Search[] = [
  ["the list of students", page(students, "/app/students?search=")],
  ["the marks archive", page(archive, "/app/marks-archive?search=")],
  ["the list of employees", page(employees, "/app/employees?search=")],
  ["Reset Password", page(resetList, "/app/reset-password?search=")],
  ["the teachers of mark sheets", page(teachers, "/app/mark-sheet?search=")],
  [
    "the students of report cards",
    page(print, "/app/reports/report-card-class?search=", { kind: "report-card-class" }),
  ],
  ["the students of a subject", page(roster, `/app/subjects/${lesson.subjectId}?name=`, subject)],
  [
    "who can be added to a subject",
    page(addStudents, `/app/subjects/${lesson.subjectId}/add?find=`, subject),
  ],
  ["security events", page(events, "/app/security-events?kind=signed-in&search=")],
  [
    "the rehearsal of the turn",
    page(turn, `/app/settings/turn/${rolloverId}?name=`, { rolloverId: String(rolloverId) }),
  ],
  ["the students of a past term", page(pastTerms, "/app/settings/past-terms?for=student&student=")],
  ["GET /api/students", answered("/api/students?search=")],
  ["GET /api/employees", answered("/api/employees?search=")],
  ["GET /api/teachers", answered("/api/teachers?search=")],
  ["GET /api/subject-students", answered(`/api/subject-students?subject_id=${lesson.subjectId}&search=`)],
  ["GET /api/form-classes-teachers", answered("/api/form-classes-teachers?search=")],
  [
    "GET /api/student-term-details",
    answered(`/api/student-term-details?academic_term_id=${currentTermId}&form_class_id=1A&search=`),
  ],
];

test.each(SEARCHES)("%s finds D'Abreu however the name is typed, and nobody else", async (_name, finds) => {
  const found = await Promise.all(TYPED.map(finds));

  expect(found.map((text) => [text.includes(wanted.firstName), text.includes(stranger.firstName)])).toEqual(
    TYPED.map(() => [true, false]),
  );
});

test("plain letters are the same in TypeScript and in PostgreSQL", async () => {
  const codes = [
    [0x20, 0x17f],
    [0x2b0, 0x36f],
    [0x1e00, 0x1eff],
    [0x2000, 0x2070],
    [0x2212, 0x2212],
    [0xfeff, 0xfeff],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  const written = codes.map((code) => `a${String.fromCodePoint(code)}B`);

  const found = await queryRows<{ plain: string }>(
    "select plain_letters(w.written) as plain from unnest($written::text[]) with ordinality w (written, place) order by w.place",
    { written },
    noTransaction,
  );

  const differing = written.filter((text, index) => toPlainLetters(text) !== found[index]?.plain);
  expect(differing).toEqual([]);
});

type Loader = (args: LoaderFunctionArgs) => unknown;

function page(loader: Loader, address: string, params: Record<string, string> = {}) {
  return async (typed: string) => {
    const answer = await callRoute(loader, getRequest(address + encodeURIComponent(typed), admin), params);
    // The teachers in the part about the next year are listed whatever the search.
    return JSON.stringify(answer.body, (key, value: unknown) => (key === "carriedOver" ? null : value));
  };
}

function answered(address: string) {
  return async (typed: string) => {
    const response = await dispatchApiCall(getRequest(address + encodeURIComponent(typed), admin), {
      ...CONTEXT,
      ip: "",
    });
    return response.text();
  };
}
