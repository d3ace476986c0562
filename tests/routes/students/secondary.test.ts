import { beforeEach, expect, test } from "vitest";
import { action, loader } from "../../../app/routes/students/record.tsx";
import { noTransaction } from "#db/index.ts";
import { findGeneralTab } from "#db/queries/people/students/general.ts";
import type { GeneralTabView } from "#features/students/general/general.server.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { formatValue } from "#fields/kind.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, postForm, sendJson, type Fields } from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const clerk = await createClerk();
const pierre = await createFormTeacher({ firstName: "Carl", lastName: "Pierre" });
const khan = await createFormTeacher({ firstName: "Lystra", lastName: "Khan" });
const class2A = await createClass({ formClassId: "2A", formTeacher: pierre });
const class3A = await createClass({ formClassId: "3A", formTeacher: khan });

let student: Student;

beforeEach(async () => {
  [student] = (await createStudents(class2A, 1)) as [Student];
});

function post(fields: Fields) {
  const { id } = student;
  const sent = { record: "general", ...fields };
  return callRoute(action, postForm(`/app/students/${id}`, sent, clerk), { studentKey: String(id) });
}

const stored = () => findGeneralTab(student.id, noTransaction);

async function base(): Promise<string> {
  return String((await stored())?.version);
}

test("the teachers of a secondary class are print, and follow the class that is chosen", async () => {
  const url = `/app/students/${student.id}`;
  const { body } = await callRoute(loader, getRequest(url, clerk), { studentKey: String(student.id) });
  const { rules, row } = (body as { general: GeneralTabView }).general;
  const teachers = generalFields(rules).get("class_id");

  const moved = await post({ base: await base(), form_class_id: "3A" });

  expect([row.values["class_id"], teachers?.closed]).toEqual([class2A.classId, "this is set by the class"]);
  expect(teachers && formatValue(teachers.kind, class3A.classId, "–")).toBe("3A: L. Khan");
  expect(moved.status).toBe(302);
  expect(await stored()).toMatchObject({ form_class_id: "3A", class_id: class3A.classId });
});

test("teachers that are sent with another class are refused, and nothing is stored", async () => {
  const refused = await post({
    base: await base(),
    form_class_id: "2A",
    class_id: String(class3A.classId),
    other_name: "Kai",
  });

  expect(refused).toMatchObject({ status: 422, body: { outcome: { refusals: [{ field: "class_id" }] } } });
  expect(await stored()).toMatchObject({ class_id: class2A.classId, other_name: "" });
});

test.each([
  ["the class alone", {}, 200],
  ["the class with its teacher", { employee_id: khan.employeeId }, 200],
  ["the class with the teacher of another", { employee_id: pierre.employeeId }, 422],
])("a call registers in a secondary class by %s", async (_, teacher, status) => {
  const sent = { student_id: student.studentId, form_class_id: "3A", ...teacher };

  const answer = await answered(sendJson("/api/student-class-registration", sent, clerk));

  expect(answer.status).toBe(status);
  expect((await stored())?.class_id).toBe(status === 200 ? class3A.classId : class2A.classId);
});

test("a class is left by choosing none, and a student of none has no teachers", async () => {
  const left = await post({ base: await base(), form_class_id: "" });

  expect(left.status).toBe(302);
  expect(await stored()).toMatchObject({ form_class_id: null, class_id: null });
});
