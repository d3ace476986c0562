import { expect, test } from "vitest";
import { action as upload } from "../../../app/routes/employees/documents.tsx";
import { loader as ownPaper } from "../../../app/routes/employees/own-paper.tsx";
import { loader as paper } from "../../../app/routes/employees/paper.tsx";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listDocumentRows } from "#db/queries/people/record-files.ts";
import { buildRecordDocumentList } from "#features/record-files/documents/documents.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { callRoute, getRequest, postFile } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });

async function uploadDocuments(titles: readonly string[]): Promise<number[]> {
  const owner = { kind: "employee", id: teacher.employeeId } as const;
  for (const title of titles) {
    const body = new FormData();
    body.set("description", title);
    body.set("file", new File([new Uint8Array(PDF)], `${title}.pdf`));
    const sent = postFile(`/app/employees/${owner.id}/documents`, body, clerk);
    expect((await callRoute(upload, sent, { employeeId: String(owner.id) })).status).toBe(302);
  }
  const rows = await listDocumentRows(owner, null, noTransaction);
  return rows.map(({ document_id }) => document_id);
}

test.each([
  { record: `/app/employees/${teacher.employeeId}`, loader: paper, visitor: clerk },
  { record: "/app/profile", loader: ownPaper, visitor: teacher },
])(
  "an employee's document that was deleted meanwhile is passed over, in both directions, under $record",
  async ({ record, loader, visitor }) => {
    await transaction(TEST, (t) => runQuery("delete from employee_documents", [], t));
    const [letter = 0, licence = 0, degree = 0] = await uploadDocuments(["Letter", "Licence", "Degree"]);
    const all = [letter, licence, degree].map((id) => ({ id, title: "", about: "" }));
    const viewer = (id: number) => ({ pathname: `${record}/papers/${id}`, search: "?tab=profile&after=9" });
    const { steps: first } = buildRecordDocumentList(viewer(letter), { shownId: letter, all });
    const { steps: last, closeTo } = buildRecordDocumentList(viewer(degree), { shownId: degree, all });
    const open = async (address: string | null) => {
      const documentId = /papers\/(\d+)/.exec(address ?? "")?.[1];
      const params = { employeeId: String(teacher.employeeId), documentId };
      const { status, location } = await callRoute(loader, getRequest(address ?? "", visitor), params);
      return { status, location };
    };
    const remove = (id: number) =>
      transaction(TEST, (t) =>
        runQuery("delete from employee_documents where employee_document_id = $1", [id], t),
      );

    await remove(licence);
    const forward = await open(first.next);
    const back = await open(last.previous);
    const typed = await open(`${record}/papers/${licence}`);
    await remove(degree);
    const atEnd = await open(`${record}/papers/${degree}?tab=profile&after=${letter}`);
    const bothGone = await open(`${record}/papers/${licence}?before=${degree}`);

    expect(first.next).toBe(`${record}/papers/${licence}?tab=profile&after=${letter}`);
    expect(forward.location).toBe(`${record}/papers/${degree}?tab=profile&after=${letter}`);
    expect(back.location).toBe(`${record}/papers/${letter}?tab=profile&before=${degree}`);
    expect(atEnd.location).toBe(`${record}/papers/${letter}?tab=profile`);
    expect([typed.status, bothGone.status]).toEqual([404, 404]);
    expect(closeTo).toBe(`${record}/documents?tab=profile`);
  },
);
