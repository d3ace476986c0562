import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  action as removeDocument,
  loader as showDocument,
} from "../../../app/routes/record-files/document-file.tsx";
import { action as uploadByScript } from "../../../app/routes/record-files/document-upload.tsx";
import { action as setPicture } from "../../../app/routes/record-files/picture.tsx";
import { loader as showPicture } from "../../../app/routes/student-picture.tsx";
import {
  action as uploadDocument,
  loader as showDocuments,
} from "../../../app/routes/students/documents.tsx";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import type { DocumentsView } from "#features/record-files/documents/documents.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { drawPicture, PDF } from "#tests/support/builders/documents.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { assignDean, createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postFile,
  postForm,
  readFormReply,
  type Visitor,
} from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const teacher = await createTeacher();
const form2A = await createClass({ formClassId: "2A", formTeacher });
await createClass({ formClassId: "3A", formTeacher: otherLead });
await assignDean(form2A, dean);
await createLesson(teacher, form2A);
const [student, other, leaver] = (await createStudents(form2A, 3)) as [Student, Student, Student];
await transaction(TEST, (t) =>
  runQuery("update students set student_status_id = 4 where id = $1", [leaver.id], t),
);

const BIRTH = "Birth Certificate";
const CARD = "Immunization Card";

type Sent = { of?: Student; type?: string; replaces?: number; content?: Uint8Array };

/** Sends the dialog's form as a browser without scripts does. */
function send(visitor: Visitor, { of = student, type = BIRTH, replaces, content = PDF }: Sent = {}) {
  const body = formOf({ ...(replaces === undefined ? { description: type } : { replaces }) }, content);
  const path = `/app/students/${of.id}/documents`;
  return callRoute(uploadDocument, postFile(path, body, visitor), paramsOf(of));
}

function sendByCall(visitor: Visitor, fields: object, content: Uint8Array = PDF) {
  const body = formOf({ category: "student", file_type: "document", ...fields }, content);
  return answered(postFile("/api/upload-file", body, visitor));
}

function formOf(fields: object, content: Uint8Array, field = "file"): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  body.set(field, new File([new Uint8Array(content)], "certificate.pdf"));
  return body;
}

function paramsOf({ id }: Student) {
  return { studentKey: String(id) };
}

async function shownTo(visitor: Visitor, of = student) {
  const answer = await callRoute(
    showDocuments,
    getRequest(`/app/students/${of.id}/documents`, visitor),
    paramsOf(of),
  );
  return { status: answer.status, ...(answer.body as DocumentsView) };
}

async function idOf(type: string, of = student): Promise<number> {
  const found = await queryRow<{ student_document_id: number }>(
    "select student_document_id from student_documents where student_key = $1 and description = $2",
    [of.id, type],
    noTransaction,
  );
  return found?.student_document_id ?? 0;
}

function download(visitor: Visitor, documentId: number, of = student) {
  const path = `/app/students/${of.id}/documents/${documentId}`;
  return callRoute(showDocument, getRequest(path, visitor), {
    ...paramsOf(of),
    documentId: String(documentId),
  });
}

function remove(visitor: Visitor, documentId: number, of = student) {
  const path = `/app/students/${of.id}/documents/${documentId}`;
  return callRoute(removeDocument, postForm(path, {}, visitor), {
    ...paramsOf(of),
    documentId: String(documentId),
  });
}

async function fileNameOf(documentId: number): Promise<string> {
  const found = await queryRow<{ file_name: string }>(
    "select file_name from student_documents where student_document_id = $1",
    [documentId],
    noTransaction,
  );
  return found?.file_name ?? "";
}

test("of two who send a document again at once one replaces it, and the other is told that it was replaced", async () => {
  await send(clerk);
  const first = await idOf(BIRTH);
  const gate = withResolvers();
  const holding = transaction(TEST, async (t) => {
    await runQuery("select from students where id = $1 for update", [student.id], t);
    await gate.promise;
  });
  const sending = [send(clerk, { replaces: first }), send(admin, { replaces: first })];
  await expect.poll(countLockWaits).toBe(2);

  gate.resolve();
  await holding;
  const answers = await Promise.all(sending);

  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(JSON.stringify(answers.find(({ status }) => status === 409)?.body)).toContain(
    "This document has been replaced or deleted.",
  );
  await remove(clerk, await idOf(BIRTH));
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((end) => (resolve = end));
  return { promise, resolve: () => resolve() };
}

test("a birth certificate is uploaded, sent again in its place and deleted with its file", async () => {
  const uploaded = await send(clerk);
  const first = await idOf(BIRTH);
  const before = getLocalPath(await fileNameOf(first));
  const again = await send(clerk, { replaces: first });
  const second = await idOf(BIRTH);
  const sent = await download(clerk, second);
  const shown = await shownTo(clerk);
  const removed = await remove(clerk, second);

  expect([uploaded.status, again.status, removed.status]).toEqual([302, 302, 302]);
  expect(uploaded.location).toBe(`/app/students/${student.id}/documents`);
  expect(sent.headers.get("Content-Disposition")).toMatch(/^attachment; filename="certificate.pdf"/);
  expect(shown.documents).toMatchObject([{ description: BIRTH, isMine: true }]);
  expect(shown).toMatchObject({ types: [BIRTH, CARD], adds: true });
  expect(second).not.toBe(first);
  await expect(readFile(before)).rejects.toThrow("ENOENT");
  expect((await shownTo(clerk)).documents).toEqual([]);
});

test("of each type there is one: another waits for a look at the first", async () => {
  await send(clerk);
  const [second, of] = await Promise.all([send(admin), shownTo(admin)]);

  expect([second.status, readFormErrors(second)]).toEqual([
    422,
    { file: expect.stringMatching(/already has this document/) as unknown },
  ]);
  expect(of.documents.length).toBe(1);
  await remove(clerk, await idOf(BIRTH));
});

test("of two that come at once one is kept, and the other is told", async () => {
  const answers = await Promise.all([send(clerk), send(admin)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
  await remove(clerk, await idOf(BIRTH));
});

test.each([
  ["another type", { type: "School report" }, "description", "Please enter a Document Type"],
  ["no type", { type: "" }, "description", "Please enter a Document Type"],
  ["a type that is longer by a space within", { type: "Birth  Certificate" }, "description", /Type/],
  ["a renamed program", { content: Buffer.from("MZ program") }, "file", /not a PDF/],
  ["an empty file", { content: new Uint8Array() }, "file", /empty/],
])("%s is refused beside its field, and nothing is stored", async (_, sent, field, fault) => {
  const answer = await send(clerk, sent);

  expect([answer.status, readFormErrors(answer)]).toEqual([
    422,
    { [field]: expect.stringMatching(fault) as unknown },
  ]);
  expect((await shownTo(clerk)).documents).toEqual([]);
});

test("the script of the dialog and the call take the same; the call puts one in the place of the other", async () => {
  const form = formOf({ description: CARD }, PDF);
  const path = `/app/students/${student.id}/documents/upload`;
  const byScript = await callRoute(uploadByScript, postFile(path, form, clerk), paramsOf(student));
  const first = await idOf(CARD);
  const byCall = await sendByCall(clerk, { id: student.studentId, file_description: CARD });
  const second = await idOf(CARD);

  expect([byScript.status, byCall.status]).toEqual([200, 200]);
  expect(readFormReply(byScript).result).toEqual({ message: `${CARD} uploaded.` });
  expect(byCall.body).toMatchObject({ url: `/app/students/${student.id}/documents/${second}` });
  expect(second).not.toBe(first);
  expect((await shownTo(clerk)).documents.length).toBe(1);
  await remove(clerk, second);
});

test.each([
  ["a student whom nobody knows", { id: "S999", file_description: BIRTH }, 404],
  ["the internal id", { id: "1", file_description: BIRTH }, 404],
  ["another type", { id: student.studentId, file_description: "Licence" }, 422],
  ["no id", { file_description: BIRTH }, 422],
])("a call with %s stores nothing", async (_, fields, status) => {
  expect((await sendByCall(clerk, fields)).status).toBe(status);
  expect((await shownTo(clerk)).documents).toEqual([]);
});

test.each<[string, Visitor, (number | string)[]]>([
  ["nobody", null, [302, 401, 401, 302, 401]],
  ["a teacher of the class", teacher, [403, 404, 404, 403, 404]],
  ["another class's form teacher", otherLead, [404, 404, 404, 404, 404]],
  ["the form teacher", formTeacher, [200, 200, 200, 403, 404]],
  ["the dean", dean, [200, 200, 404, 403, 404]],
  ["the principal", principal, [200, 200, 404, 403, 404]],
  ["who looks after students", clerk, [200, 200, 200, 422, 302]],
  ["Admin", admin, [200, 200, 200, 422, 302]],
])("%s: list, birth certificate, immunization card, upload, delete", async (_, visitor, statuses) => {
  await send(clerk);
  await send(clerk, { type: CARD });
  const [birth, card] = [await idOf(BIRTH), await idOf(CARD)];

  const list = await shownTo(visitor);
  const answers = [
    await download(visitor, birth),
    await download(visitor, card),
    await send(visitor),
    await remove(visitor, birth),
  ];
  const after = await shownTo(admin);
  for (const { id } of after.documents) await remove(admin, id);

  // A person without a session is redirected to the sign-in page; so is one whose document no longer exists.
  const [shown, sent, medical, uploaded, removed] = statuses;
  expect([list.status, ...answers.map(({ status }) => status)]).toEqual([
    shown,
    sent,
    medical,
    uploaded,
    visitor === null ? 302 : removed,
  ]);
  expect(after.documents.length).toBe(removed === 302 ? 1 : 2);
  if (list.status === 200)
    expect(list.documents.map(({ description }) => description)).toEqual(
      medical === 200 ? [BIRTH, CARD] : [BIRTH],
    );
});

test("another child's document is not found under the address of one's own", async () => {
  await send(clerk, { of: other });
  const theirs = await idOf(BIRTH, other);

  const answers = [await download(formTeacher, theirs), await remove(clerk, theirs)];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect((await send(clerk, { replaces: theirs })).status).toBe(404);
  expect((await download(clerk, theirs, other)).status).toBe(200);
});

test("who has left is for admins", async () => {
  await send(admin, { of: leaver });
  const theirs = await idOf(BIRTH, leaver);

  const answers = [clerk, formTeacher, principal, admin].map((visitor) => download(visitor, theirs, leaver));

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 200]);
  expect((await send(clerk, { of: leaver, type: CARD })).status).toBe(404);
});

test("who downloads an immunization card is recorded, as one who reads medical data", async () => {
  await send(clerk);
  await send(clerk, { type: CARD });
  const readings = () =>
    queryRows<{ account_id: number; record: string }>(
      "select account_id, record from record_views where student_key = $1 and account_id = $2",
      [student.id, otherClerk.accountId],
      noTransaction,
    );
  const otherClerk = await createClerk();

  await shownTo(otherClerk);
  await download(otherClerk, await idOf(BIRTH));
  const before = await readings();
  await download(otherClerk, await idOf(CARD));

  expect(before).toEqual([]);
  expect(await readings()).toEqual([{ account_id: otherClerk.accountId, record: "medical" }]);
});

test("an admin gives a picture, by the form and by the call, and the one before is gone", async () => {
  const set = (visitor: Visitor, content: Uint8Array, of = student) => {
    const path = `/app/students/${of.id}/picture?search=bap&view=medical`;
    return callRoute(setPicture, postFile(path, formOf({}, content, "picture"), visitor), paramsOf(of));
  };
  const byCall = (visitor: Visitor, content: Uint8Array, id = student.studentId) =>
    answered(postFile(`/api/student-picture/${id}`, formOf({}, content), visitor));
  const named = async (visitor: Visitor, id = student.studentId) =>
    answered(getRequest(`/api/student-picture/${id}`, visitor));
  const shown = (picture: string, visitor: Visitor) =>
    callRoute(showPicture, getRequest(`/img/students/${picture}`, visitor), { picture });

  const none = await named(formTeacher);
  const first = await set(admin, await drawPicture("png"));
  const { picture: before } = (await named(formTeacher)).body as { picture: string };
  const second = await byCall(admin, await drawPicture("jpeg"));
  const { picture: now } = second.body as { picture: string };

  expect(none.body).toEqual({ picture: null });
  expect(first.location).toBe(`/app/students/${student.id}?search=bap&view=medical`);
  expect([first.status, second.status]).toEqual([302, 200]);
  expect((await named(formTeacher)).body).toEqual({ picture: now });
  expect([(await shown(now, formTeacher)).status, (await shown(now, otherLead)).status]).toEqual([200, 404]);
  expect((await shown(before, formTeacher)).status).toBe(404);
  await expect(readFile(getLocalPath(before))).rejects.toThrow("ENOENT");
  expect(await sharp(getLocalPath(now)).metadata()).toMatchObject({ width: 300, height: 380 });
  expect([(await named(otherLead)).status, (await named(null)).status]).toEqual([404, 401]);
  expect((await named(clerk, "S999")).status).toBe(404);
  for (const visitor of [clerk, formTeacher, principal]) {
    expect((await set(visitor, await drawPicture("png"))).status).toBe(403);
    expect((await byCall(visitor, await drawPicture("png"))).status).toBe(403);
  }
  expect([(await set(admin, PDF)).status, (await byCall(admin, PDF)).status]).toEqual([422, 422]);
  expect((await byCall(admin, await drawPicture("png"), "S999")).status).toBe(404);
  expect((await named(formTeacher)).body).toEqual({ picture: now });
});

test("what the selects of a record choose from: houses, religious and ethnic groups, by name", async () => {
  await transaction(TEST, (t) =>
    runQuery("insert into houses (house) values ('Scarlet Ibis'), ('Agouti')", [], t),
  );
  await transaction(TEST, (t) => runQuery("insert into religions (grouping) values ('Hindu')", [], t));
  await transaction(TEST, (t) => runQuery("insert into ethnic_groups (grouping) values ('Mixed')", [], t));

  const lists = ["/api/houses", "/api/religions", "/api/ethnic-groups"].map((path) =>
    answered(getRequest(path, teacher)),
  );

  expect((await Promise.all(lists)).map(({ body }) => body)).toEqual([
    [
      { id: expect.any(Number) as number, house: "Agouti" },
      { id: expect.any(Number) as number, house: "Scarlet Ibis" },
    ],
    [{ id: expect.any(Number) as number, grouping: "Hindu" }],
    [{ id: expect.any(Number) as number, grouping: "Mixed" }],
  ]);
});
