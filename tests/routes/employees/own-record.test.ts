import { expect, test } from "vitest";
import { action as deleteFile } from "../../../app/routes/record-files/document-file.tsx";
import { action as upload, loader as documents } from "../../../app/routes/employees/own-documents.tsx";
import { action, loader } from "../../../app/routes/profile.tsx";
import { noTransaction } from "#db/index.ts";
import { findEmployeePersonal } from "#db/queries/people/employee-records.ts";
import type { EmployeeTab } from "#domain/people/employees.ts";
import type { DocumentView } from "#features/record-files/documents/documents.server.ts";
import type { EmployeeTabView } from "#features/employees/profile/profile.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  callRoute,
  getRequest,
  ORIGIN,
  postForm,
  type Fields,
  type Visitor,
} from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });

async function recordOf(tab: EmployeeTab, visitor: Visitor): Promise<EmployeeTabView> {
  const { body } = await callRoute(loader, getRequest(`/app/profile?view=${tab}`, visitor));
  return (body as { record: EmployeeTabView }).record;
}

async function post(tab: EmployeeTab, fields: Fields, visitor: Visitor) {
  const base = String((await recordOf(tab, visitor)).row.version);
  return callRoute(action, postForm("/app/profile", { record: tab, base, ...fields }, visitor));
}

test("a person writes in their own personal data and qualifications, and reads their employment", async () => {
  const personal = await post("personal", { other_name: "Joy" }, teacher);
  const words = { "shown.qualification_3": "", qualification_3: "Yes", qualification_1: "Seven subjects" };
  const qualified = await post("qualifications", words, teacher);
  const employed = await post("employment", { department: "Infants" }, teacher);

  expect([personal.status, qualified.status, employed.status]).toEqual([302, 302, 409]);
  expect([personal.location, qualified.location]).toEqual([
    "/app/profile",
    "/app/profile?view=qualifications",
  ]);
  expect(employed.body).toMatchObject({
    outcome: { state: "refused", typed: { department: "Infants" } },
  });
  expect(await findEmployeePersonal(teacher.employeeId, noTransaction)).toMatchObject({ other_name: "Joy" });
  expect((await recordOf("qualifications", teacher)).row.values).toMatchObject({ qualification_3: "Yes" });
  expect((await recordOf("employment", teacher)).closed).toContain("the school office");
});

test("who looks after employees writes in their own employment too", async () => {
  expect((await recordOf("employment", clerk)).closed).toBeNull();
  expect((await post("employment", { department: "Office" }, clerk)).status).toBe(302);
});

test("the account without an employee has no record", async () => {
  const result = await Promise.all([
    callRoute(loader, getRequest("/app/profile", admin)),
    callRoute(documents, getRequest("/app/profile/documents", admin)),
    callRoute(action, postForm("/app/profile", { record: "personal", base: "0" }, admin)),
  ]);

  expect(result.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("a person uploads a document of their own, which is theirs to delete", async () => {
  const body = new FormData();
  body.set("description", "Licence");
  body.set("file", new File([new Uint8Array(PDF)], "licence.pdf"));
  const headers = { Origin: ORIGIN, Cookie: teacher.cookie };

  const sent = await callRoute(
    upload,
    new Request(`${ORIGIN}/app/profile/documents`, { method: "POST", body, headers }),
  );
  const listed = (await callRoute(documents, getRequest("/app/profile/documents", teacher))).body;
  const others = (await callRoute(documents, getRequest("/app/profile/documents", clerk))).body;
  const [{ url: address }] = (listed as { documents: [DocumentView] }).documents;
  const deletes = [await remove(address), await remove(address)];

  expect(sent.status).toBe(302);
  expect((listed as { documents: DocumentView[] }).documents).toMatchObject([
    { description: "Licence", isMine: true },
  ]);
  expect(others).toMatchObject({ documents: [] });
  expect(deletes.map(({ status }) => status)).toEqual([302, 404]);
  expect(deletes[1]?.body).toContain("Not found</h1>");
});

/** Posts as a browser without scripts does. */
function remove(address: string) {
  const [, employeeId, documentId] = /(\d+)\/documents\/(\d+)$/.exec(address) ?? [];
  const request = postForm(address, { go: "/app/profile" }, teacher);
  request.headers.set("Accept", "text/html");
  return callRoute(deleteFile, request, { employeeId, documentId });
}
