import { expect, test } from "vitest";
import { queryRows, transaction } from "#db/index.ts";
import { drawPicture } from "#tests/support/builders/documents.ts";
import { createClerk, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { addCoTeacher, createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudent, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, postFile, sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Carol", lastName: "Pierre" });
const coTeacher = await createFormTeacher({ firstName: "Maria", lastName: "Villafaña" });
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 P", formTeacher });
await addCoTeacher(std4, coTeacher);
const [ali] = await createStudents(std4, [{ studentId: "SR-1", lastName: "Ali", firstName: "Rayhaan" }]);
await createStudent({ studentId: "SR-2", lastName: "Guerra" });

const RECORD = {
  other_name: "Kareem",
  date_of_birth: "2016-05-04",
  birth_certificate_pin: "20160504123",
  house_id: null,
  entry_date: "2021-09-06",
  serial_number: null,
};

type Listed = Record<string, unknown> & { id: string };

test("what stands in a record is told to who keeps the records, and to nobody else", async () => {
  const { version, ...saved } = await save({ prev_id: "SR-1", ...RECORD });

  const [kept] = await listed(clerk);
  const [told] = await listed(formTeacher);

  expect([saved["status"], version]).toEqual([200, expect.any(Number)]);
  const student = {
    id: "SR-1",
    student_id: "SR-1",
    first_name: "Rayhaan",
    last_name: "Ali",
    gender: "F",
    picture: null,
    form_class_id: "Std 4",
    form_level: 6,
    class_id: std4.classId,
    class: "Std 4 P",
    employee_id: formTeacher.employeeId,
  };
  expect(told).toEqual(student);
  expect(kept).toEqual({
    ...student,
    ...RECORD,
    student_status_id: 1,
    teacher: "C. Pierre / M. Villafaña",
    employees: [
      { employee_id: formTeacher.employeeId, name: "C. Pierre" },
      { employee_id: coTeacher.employeeId, name: "M. Villafaña" },
    ],
    birth_certificate: null,
    immunization_card: null,
  });
});

test("who is in no class is on the list of who keeps the records", async () => {
  const [, kept] = await listed(clerk);

  expect(kept).toMatchObject({
    id: "SR-2",
    form_class_id: null,
    class: null,
    employee_id: null,
    teacher: "",
  });
  expect((await listed(await createTeacher({ permissions: [8] }))).map(({ id }) => id)).toEqual([
    "SR-1",
    "SR-2",
  ]);
  expect((await listed(formTeacher)).map(({ id }) => id)).toEqual(["SR-1"]);
});

test("a student who is sent back as listed stays as they are", async () => {
  const before = await listed(clerk);

  const answers = [];
  for (const student of before) answers.push(await save({ ...student, prev_id: student.id }));

  expect(answers.map(({ status, replaced }) => [status, replaced])).toEqual([
    [200, {}],
    [200, {}],
  ]);
  expect(await listed(clerk)).toEqual(before);
});

test("a document is told with its student, also to who asks for what changed", async () => {
  const version = await settled();

  const uploaded = await upload("Immunization Card");
  const [changed, ...others] = await listed(clerk, version);
  const between = await settled();
  await transaction(TEST, (t) =>
    queryRows("delete from student_documents where student_key = $1 returning student_key", [ali?.id], t),
  );

  expect(others).toEqual([]);
  expect(changed).toMatchObject({
    id: "SR-1",
    birth_certificate: null,
    immunization_card: {
      id: uploaded.file.id,
      description: "Immunization Card",
      url: `/app/students/${ali?.id}/documents/${uploaded.file.id}`,
    },
  });
  expect(await listed(clerk, between)).toMatchObject([{ id: "SR-1", immunization_card: null }]);
});

async function listed(visitor: Visitor, since = ""): Promise<Listed[]> {
  const { body } = await answered(
    getRequest(`/api/students?sort=id&since=${encodeURIComponent(since)}`, visitor),
  );
  return body as Listed[];
}

/** Waits for a version since which nothing has changed. */
async function settled(): Promise<string> {
  let version = "";
  await expect
    .poll(async () => {
      const { headers } = await answered(getRequest("/api/students", clerk));
      version = headers.get("X-Version") ?? "";
      return listed(clerk, version);
    })
    .toEqual([]);
  return version;
}

async function save(body: object): Promise<Record<string, unknown>> {
  const { status, body: reply } = await answered(sendJson("/api/student", body, clerk));
  return { status, ...(reply as object) };
}

async function upload(description: string) {
  const body = new FormData();
  const fields = { id: "SR-1", category: "student", file_type: "document", file_description: description };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", new File([new Uint8Array(await drawPicture("jpeg"))], "card.jpg"));
  const { body: reply } = await answered(postFile("/api/upload-file", body, clerk));
  return reply as { file: { id: number } };
}
