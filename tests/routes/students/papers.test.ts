import sharp from "sharp";
import { expect, test } from "vitest";
import { loader as sendFile } from "../../../app/routes/record-files/document-file.tsx";
import { action as upload } from "../../../app/routes/students/documents.tsx";
import { loader } from "../../../app/routes/students/paper.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { drawPicture, PDF, wordDocument } from "#tests/support/builders/documents.ts";
import { createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { assignDean, createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { CONTEXT, callRoute, getRequest, postFile, type Visitor } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const stranger = await createFormTeacher();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const [abdool, baptiste, charles] = (await createStudents(
  std4,
  ["Abdool", "Baptiste", "Charles"].map((lastName) => ({ lastName, firstName: "Ann" })),
)) as [Student, Student, Student];
const FILES: [Student, string, Buffer][] = [
  [abdool, "Birth Certificate", await drawPicture("png")],
  [baptiste, "Immunization Card", PDF],
  [baptiste, "Birth Certificate", PDF],
  [charles, "Birth Certificate", await wordDocument()],
];
for (const [{ id }, description, bytes] of FILES) {
  const body = new FormData();
  body.set("description", description);
  body.set("file", new File([new Uint8Array(bytes)], `scan of ${id}.bin`));
  const sent = postFile(`/app/students/${id}/documents`, body, clerk);
  expect((await callRoute(upload, sent, { studentKey: String(id) })).status).toBe(302);
}

type Shown = {
  shown: { src: string | null; isPicture: boolean; downloads: { href: string }[] };
  papers: {
    list: { documents: { name: string }[] };
    steps: { place: string; previous: string | null; next: string | null } | null;
    facts: { facts: { label: string; value: string }[] };
  };
};

async function open(kind: string, { id }: Student, { visitor = clerk as Visitor, query = "" } = {}) {
  const address = `/app/students/papers/${kind}/${id}${query}`;
  const result = await callRoute(loader, getRequest(address, visitor), { kind, studentKey: String(id) });
  return { status: result.status, ...(result.body as Shown) };
}

async function fetchFile(address: string, visitor: Visitor, headers = {}): Promise<Response> {
  const [, studentKey, documentId] = /students\/(\d+)\/documents\/(\d+)/.exec(address) ?? [];
  const params = { studentKey, documentId };
  return sendFile({ request: getRequest(address, visitor, headers), params, context: CONTEXT });
}

test("Next looks through the same document of the list, in its order", async () => {
  const first = await open("birth-certificate", abdool);
  const second = await open("birth-certificate", baptiste);
  const searched = await open("birth-certificate", baptiste, { query: "?search=Baptiste" });
  const outside = await open("birth-certificate", baptiste, { query: "?search=Charles" });

  expect(first.papers.list.documents.map(({ name }) => name)).toEqual([
    "Abdool, Ann",
    "Baptiste, Ann",
    "Charles, Ann",
  ]);
  expect(first.papers.steps).toEqual({
    place: "1 of 3",
    previous: null,
    next: `/app/students/papers/birth-certificate/${baptiste.id}?after=${abdool.id}`,
  });
  expect(second.papers.steps).toMatchObject({ place: "2 of 3" });
  expect(searched.papers.steps).toEqual({ place: "1 of 1", previous: null, next: null });
  expect(outside.papers.steps).toBeNull();
  expect((await open("immunization-card", abdool)).status).toBe(404);
  expect((await open("passport", abdool)).status).toBe(404);
});

test("Next leads to no immunization card that the person may not read", async () => {
  const std1 = await createClass({ formClassId: "Std 1", formTeacher: stranger });
  await assignDean({ formClassId: "Std 1" }, formTeacher);
  const [ali] = (await createStudents(std1, [{ lastName: "Ali", firstName: "Bo" }])) as [Student];
  const body = new FormData();
  body.set("description", "Immunization Card");
  body.set("file", new File([new Uint8Array(PDF)], "card.pdf"));
  await callRoute(upload, postFile(`/app/students/${ali.id}/documents`, body, clerk), {
    studentKey: String(ali.id),
  });

  const office = await open("immunization-card", baptiste);
  const teacher = await open("immunization-card", baptiste, { visitor: formTeacher });
  const asDean = await open("immunization-card", ali, { visitor: formTeacher });

  const namesIn = ({ papers }: Shown) => papers.list.documents.map(({ name }) => name);
  expect(namesIn(office)).toEqual(["Ali, Bo", "Baptiste, Ann"]);
  expect(namesIn(teacher)).toEqual(["Baptiste, Ann"]);
  expect(teacher.papers.steps).toEqual({ place: "1 of 1", previous: null, next: null });
  expect(asDean.status).toBe(404);
});

test("a certificate that was deleted meanwhile is passed over, in both directions, and the viewer says so", async () => {
  const std5 = await createClass({ formClassId: "Std 5", formTeacher });
  const row = await createStudents(
    std5,
    ["Dass", "Edoo", "Fortune"].map((lastName) => ({ lastName, firstName: "Cy" })),
  );
  const [dass, edoo, fortune] = row as [Student, Student, Student];
  for (const { id } of row) {
    const body = new FormData();
    body.set("description", "Birth Certificate");
    body.set("file", new File([new Uint8Array(PDF)], "scan.pdf"));
    await callRoute(upload, postFile(`/app/students/${id}/documents`, body, clerk), {
      studentKey: String(id),
    });
  }
  const list = `class=${std5.classId}`;
  const remove = ({ id }: Student) =>
    transaction(TEST, (t) => runQuery("delete from student_documents where student_key = $1", [id], t));
  const follow = async (student: Student, step: string) => {
    const query = `?${list}&${step}`;
    const address = `/app/students/papers/birth-certificate/${student.id}${query}`;
    const result = await callRoute(loader, getRequest(address, clerk), {
      kind: "birth-certificate",
      studentKey: String(student.id),
    });
    return [result.status, result.location];
  };
  const path = ({ id }: Student) => `/app/students/papers/birth-certificate/${id}?${list}`;

  await remove(edoo);
  const forward = await follow(edoo, `after=${dass.id}`);
  const back = await follow(edoo, `before=${fortune.id}`);
  const typed = await follow(edoo, "page=1");
  await remove(fortune);
  const last = await follow(fortune, `after=${dass.id}`);
  const bothGone = await follow(edoo, `before=${fortune.id}`);

  expect(forward).toEqual([302, `${path(fortune)}&after=${dass.id}`]);
  expect(back).toEqual([302, `${path(dass)}&before=${fortune.id}`]);
  expect(last).toEqual([302, path(dass)]);
  expect([typed[0], bothGone[0]]).toEqual([404, 404]);
});

test("a picture is encoded again, and the browser that has it gets nothing", async () => {
  const { shown } = await open("birth-certificate", abdool);

  const preview = await fetchFile(String(shown.src), clerk);
  const bytes = Buffer.from(await preview.arrayBuffer());
  const again = await fetchFile(String(shown.src), clerk, {
    "If-None-Match": preview.headers.get("ETag") ?? "",
  });
  const download = await fetchFile(String(shown.downloads[0]?.href), clerk);

  expect(shown.isPicture).toBe(true);
  expect(preview.headers.get("Content-Type")).toBe("image/jpeg");
  expect(preview.headers.get("Content-Disposition")).toBeNull();
  expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  expect(again.status).toBe(304);
  expect(download.headers.get("Content-Disposition")).toMatch(/^attachment/);
});

test("a PDF is shown in a sandbox and never guessed to be a page; a Word file is only downloaded", async () => {
  const { shown: pdf } = await open("birth-certificate", baptiste);
  const { shown: word } = await open("birth-certificate", charles);

  const preview = await fetchFile(String(pdf.src), clerk);
  const forced = await fetchFile(`${word.downloads[0]?.href}?preview=1`, clerk);

  expect(preview.headers.get("Content-Type")).toBe("application/pdf");
  expect(preview.headers.get("Content-Security-Policy")).toMatch(/^sandbox; default-src 'none'/);
  expect(preview.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(preview.headers.get("Content-Disposition")).toBeNull();
  expect(word.src).toBeNull();
  expect(forced.headers.get("Content-Disposition")).toMatch(/^attachment/);
});

test("the record stands beside the document as far as the person may read it, and the reading is recorded", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      "insert into student_family (student_key, relationship, name) values ($1, 2, 'Joan')",
      [baptiste.id],
      t,
    ),
  );

  const office = await open("birth-certificate", baptiste);
  const teacher = await open("immunization-card", baptiste, { visitor: formTeacher });
  const other = await open("birth-certificate", baptiste, { visitor: stranger });
  const views = await queryRows<{ account_id: number; record: string }>(
    "select account_id, record from record_views where student_key = $id order by record_view_id",
    { id: baptiste.id },
    noTransaction,
  );

  const labels = office.papers.facts.facts.map(({ label }) => label);
  expect(labels).toEqual([
    ...["First Name", "Last Name", "Date of Birth", "Birth Certificate Pin", "Gender", "Mother", "Father"],
  ]);
  expect(office.papers.facts.facts).toContainEqual({ label: "Mother", value: "Joan" });
  expect(teacher.papers.facts.facts).toContainEqual({ label: "Immunization", value: "–" });
  expect(other.status).toBe(404);
  expect(views).toContainEqual({ account_id: clerk.accountId, record: "family" });
  expect(views).toContainEqual({ account_id: formTeacher.accountId, record: "medical" });
});
