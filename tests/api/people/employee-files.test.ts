import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loader as showDocument } from "../../../app/routes/record-files/document-file.tsx";
import { action as uploadDocument } from "../../../app/routes/record-files/document-upload.tsx";
import { action as setPicture } from "../../../app/routes/record-files/picture.tsx";
import { loader as showPicture } from "../../../app/routes/employees/picture-file.tsx";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { tidyFiles } from "#features/stored-files/tidy-files.server.ts";
import { copyIntoStore, getLocalPath } from "#files/store.server.ts";
import { isUploadRequest } from "#server/http/request-path.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { drawPicture, LOCKED_PDF, PDF } from "#tests/support/builders/documents.ts";
import { createAdmin, createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postFile, sendJson, type Visitor } from "#tests/support/request.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { fileOf } from "../../files/file-of.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk({ firstName: "Lystra", lastName: "Khan" });
const principal = await createPrincipal();
const colleague = await createTeacher();
const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });

type File = { id: number; description: string; url: string; file_name: string };

const LICENCE = {
  id: String(teacher.employeeId),
  file_type: "document",
  category: "employee",
  file_description: "Licence",
};

function upload(
  visitor: Visitor,
  content: Uint8Array,
  { name = "licence.pdf", fields = LICENCE as object, address = "/api/upload-file" } = {},
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, String(value));
  body.set("file", new File([new Uint8Array(content)], name));
  return answered(postFile(address, body, visitor));
}

async function filesOf(visitor: Visitor): Promise<File[]> {
  return (await answered(getRequest(`/api/employee-files?employee_id=${teacher.employeeId}`, visitor)))
    .body as File[];
}

function show({ url }: File, visitor: Visitor, headers: Record<string, string> = {}) {
  const [employeeId, documentId] = url.match(/\d+/g) ?? [];
  return callRoute(showDocument, getRequest(url, visitor, headers), { employeeId, documentId });
}

test.each(["/api/upload-file", "/api/employee-files"])(
  "a document is uploaded, listed, sent to be saved, in parts too, and deleted with its file: %s",
  async (address) => {
    const { status, body } = await upload(clerk, PDF, { name: "../My licence.PDF", address });
    const { file, message, url } = body as { file: File; message: string; url: string };
    const [listed] = await filesOf(teacher);
    const sent = await show(file, teacher);
    const part = await show(file, clerk, { Range: "bytes=0-3" });
    const stored = getLocalPath(await fileNameOf(file.id));
    const deleted = await answered(sendJson("/api/employee-files", { id: file.id }, clerk, "DELETE"));

    expect([status, deleted.status]).toEqual([200, 200]);
    expect([message, url]).toEqual(["Licence uploaded.", file.url]);
    expect(listed).toEqual(file);
    expect(file).toMatchObject({ description: "Licence", file_name: "My licence.pdf", bytes: PDF.length });
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "content-disposition": "attachment; filename=\"My licence.pdf\"; filename*=UTF-8''My%20licence.pdf",
    });
    expect([part.status, part.body]).toEqual([206, "%PDF"]);
    expect(await filesOf(clerk)).toEqual([]);
    await expect(readFile(stored)).rejects.toThrow("ENOENT");
  },
);

test("whose file it is may be said by employee_id, as in the other calls of the record", async () => {
  const { id: employee_id, ...others } = LICENCE;

  const { status } = await upload(clerk, PDF, { fields: { ...others, employee_id } });
  const listed = await filesOf(teacher);
  await clear();

  expect([status, listed.length]).toEqual([200, 1]);
});

test("a file keeps the accents of its name, and nothing that turns it round", async () => {
  const { body } = await upload(clerk, PDF, { name: "Décharge \u202Efdp.pdf" });
  await clear();

  expect((body as { file: File }).file.file_name).toBe("Décharge  fdp.pdf");
});

test.each(["1e30", "1.5", "Infinity", "99999999999", "999999999"])(
  "a document that cannot be there is not sent again: %s",
  async (replaces) => {
    const form = formWith(PDF);
    form.set("description", "Licence");
    form.set("replaces", replaces);
    const path = `/app/employees/${teacher.employeeId}/documents/upload`;

    const { status } = await callRoute(uploadDocument, postFile(path, form, clerk), {
      employeeId: String(teacher.employeeId),
    });

    expect(status).toBe(404);
    expect(await filesOf(clerk)).toEqual([]);
  },
);

test("of two that come for the last place of an employee's documents one is kept", async () => {
  await transaction(TEST, (t) =>
    runQuery(
      `with stored as (
         insert into files (file_name, kind, media_type, bytes, sha256)
         select md5(n::text) || '.pdf', 'document', 'application/pdf', 1, '' from generate_series(1, 49) n
         returning file_name)
       insert into employee_documents (employee_id, description, file_name, original_name)
       select $1, 'Licence', file_name, 'licence.pdf' from stored`,
      [teacher.employeeId],
      t,
    ),
  );

  const answers = await Promise.all([upload(clerk, PDF), upload(teacher, PDF)]);
  const [refused] = answers.filter(({ status }) => status === 422);
  const kept = await filesOf(clerk);
  await clear();

  expect(kept.length).toBe(50);
  expect(refused?.body).toMatchObject({ errors: { file: [expect.stringMatching(/50 documents/)] } });
});

const UNREADABLE = { ...LICENCE, file_description: " " };

test.each<[string, Uint8Array, object, string, RegExp]>([
  ["an empty file", new Uint8Array(), LICENCE, "file", /empty/],
  ["a renamed program", Buffer.from("MZ program"), LICENCE, "file", /not a PDF/],
  ["a locked PDF", LOCKED_PDF, LICENCE, "file", /locked/],
  ["half a PDF", PDF.subarray(0, 40), LICENCE, "file", /incomplete/],
  [
    "too large a file",
    Buffer.concat([PDF, Buffer.alloc(11_000_000), PDF]),
    LICENCE,
    "file",
    /larger than 10 MB/,
  ],
  ["no type", PDF, UNREADABLE, "file_description", /Please enter a Document Type/],
  [
    "a type of 300 letters",
    PDF,
    { ...LICENCE, file_description: "x".repeat(300) },
    "file_description",
    /use at most 60/,
  ],
  ["nobody's id", PDF, { ...LICENCE, id: "abc" }, "id", /whole number/],
  [
    "nobody's employee_id",
    PDF,
    { file_description: "Licence", employee_id: "0" },
    "employee_id",
    /whole number/,
  ],
  ["a file that is nobody's", PDF, { file_description: "Licence" }, "id", /missing/],
  ["a student's by employee_id", PDF, { category: "student", employee_id: "1" }, "id", /missing/],
  ["another category", PDF, { ...LICENCE, category: "parent" }, "category", /“employee” or “student”/],
])("%s is refused by its field, and nothing is stored", async (_what, content, fields, field, fault) => {
  const before = await storedFiles();

  const { status, body } = await upload(clerk, content, { fields });

  expect(status).toBe(422);
  expect((body as { errors: Record<string, string[]> }).errors[field]?.[0]).toMatch(fault);
  expect(await storedFiles()).toEqual(before);
  expect(await filesOf(clerk)).toEqual([]);
});

test("an upload that breaks off is refused, and nothing is stored", async () => {
  const whole = postFile("/api/upload-file", formWith(PDF), clerk);
  const bytes = new Uint8Array(await whole.clone().arrayBuffer());
  const half = new Request(whole.url, {
    method: "POST",
    headers: whole.headers,
    body: bytes.subarray(0, bytes.length - 80),
  });

  expect((await answered(half)).status).toBe(400);
  expect(await filesOf(clerk)).toEqual([]);
});

test.each<[string, () => Visitor, number, number]>([
  ["nobody", () => null, 401, 401],
  ["a colleague", () => colleague, 404, 404],
  ["the principal", () => principal, 404, 404],
  ["oneself", () => teacher, 200, 200],
  ["who looks after employees", () => clerk, 200, 200],
  ["Admin", () => admin, 200, 200],
])("documents are for oneself and the office: %s", async (_who, visitor, reads, uploads) => {
  const { body } = await upload(clerk, PDF);
  const { file } = body as { file: File };

  const shown = await show(file, visitor());
  const listed = await answered(
    getRequest(`/api/employee-files?employee_id=${teacher.employeeId}`, visitor()),
  );
  const own = await upload(visitor(), PDF);
  await clear();

  expect([shown.status, listed.status, own.status]).toEqual([reads, reads, uploads]);
});

test("oneself deletes what one uploaded, not what the office did", async () => {
  const office = ((await upload(clerk, PDF)).body as { file: File }).file;
  const own = ((await upload(teacher, PDF)).body as { file: File }).file;

  const remove = (file: File, visitor: Visitor) =>
    answered(sendJson("/api/employee-files", { id: file.id }, visitor, "DELETE"));
  const answers = [
    await remove(office, teacher),
    await remove(office, colleague),
    await remove(own, teacher),
  ];
  await clear();

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
});

test("an admin gives a picture, everybody sees it, and the one before is gone", async () => {
  const set = (visitor: Visitor, content: Uint8Array) => {
    const body = new FormData();
    body.set("picture", new File([new Uint8Array(content)], "me.png"));
    const path = `/app/employees/${teacher.employeeId}/picture`;
    return callRoute(setPicture, postFile(path, body, visitor), { employeeId: String(teacher.employeeId) });
  };
  const first = await set(admin, await drawPicture("png"));
  const before = await pictureName();
  const second = await set(admin, await drawPicture("jpeg"));
  const now = await pictureName();
  const shown = (name: string, visitor: Visitor) =>
    callRoute(showPicture, getRequest(`/img/employees/${name}?size=small`, visitor), { picture: name });

  expect([first.status, second.status]).toEqual([302, 302]);
  expect([(await set(clerk, PDF)).status, (await set(admin, PDF)).status]).toEqual([403, 422]);
  expect((await shown(now, colleague)).headers.get("Content-Type")).toBe("image/webp");
  expect([(await shown(before, colleague)).status, (await shown(now, null)).status]).toEqual([404, 401]);
  expect((await shown("../../etc/passwd", colleague)).status).toBe(404);
  await expect(readFile(getLocalPath(before))).rejects.toThrow("ENOENT");
});

test("at night files go that no row names, on the disk too; what is named and what is new stays", async () => {
  const { file } = (await upload(clerk, PDF)).body as { file: File };
  const kept = await fileNameOf(file.id);
  const [unnamed, rowless, fresh] = ["a", "b", "c"].map((letter) => `${letter.repeat(32)}.pdf`) as [
    string,
    string,
    string,
  ];
  for (const name of [unnamed, rowless, fresh]) await copyIntoStore(name, await fileOf(PDF));
  await transaction(TEST, (t) =>
    runQuery(
      `insert into files (file_name, kind, media_type, bytes, sha256, created_at)
       values ($1, 'document', 'application/pdf', 1, '', now() - interval '2 days')`,
      [unnamed],
      t,
    ),
  );
  const old = new Date(Date.now() - 48 * 3_600_000);
  for (const name of [unnamed, rowless, kept]) await utimes(getLocalPath(name), old, old);

  expect(await tidyFiles()).toEqual({ forgotten: 1, removed: 1 });
  expect(await tidyFiles()).toEqual({ forgotten: 0, removed: 0 });
  expect(await readFile(getLocalPath(kept))).toEqual(PDF);
  expect(await readFile(getLocalPath(fresh))).toEqual(PDF);
});

test("what is not ours among the files is left alone and stops nobody", async () => {
  const orphan = `${"d".repeat(32)}.pdf`;
  await copyIntoStore(orphan, await fileOf(PDF));
  const root = join(dirname(getLocalPath(orphan)), "..");
  // A file may have the name of one of our folders; names are random, so any of the folders may exist.
  const folders = await readdir(root);
  const [folder = ""] = ["ab", "ac", "ad", "ae", "af"].filter((name) => !folders.includes(name));
  const foreign = ["notes.txt", folder, "dd/notes.txt", `dd/${"e".repeat(32)}.pdf`, `lost+found/${orphan}`];
  await mkdir(join(root, "lost+found"));
  for (const name of foreign) await writeFile(join(root, name), "somebody else's");
  // This link stands for a file that vanishes between being listed and being looked at.
  await symlink("nowhere", join(root, `dd/${"d".repeat(31)}0.pdf`));
  const old = new Date(Date.now() - 48 * 3_600_000);
  for (const name of [...foreign, `dd/${orphan}`]) await utimes(join(root, name), old, old);

  expect(await tidyFiles()).toEqual({ forgotten: 0, removed: 1 });
  for (const name of foreign) expect(await readFile(join(root, name), "utf8")).toBe("somebody else's");
  for (const name of foreign) await rm(join(root, name));
});

test("every call that takes a file is listed where bodies are limited", () => {
  const uploads = API_ENDPOINTS.filter(({ upload: takesFile }) => takesFile).map(({ path }) => path);

  expect(uploads.length).toBeGreaterThan(0);
  for (const url of uploads)
    expect(isUploadRequest({ method: "POST", url, headers: {} } as never)).toBe(true);
});

function formWith(content: Uint8Array): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(LICENCE)) form.set(field, value);
  form.set("file", new File([new Uint8Array(content)], "licence.pdf"));
  return form;
}

async function fileNameOf(id: number): Promise<string> {
  const found = await queryRow<{ file_name: string }>(
    "select file_name from employee_documents where employee_document_id = $1",
    [id],
    noTransaction,
  );
  return found?.file_name ?? "";
}

async function pictureName(): Promise<string> {
  const found = await queryRow<{ picture: string }>(
    "select picture from employees where employee_id = $1",
    [teacher.employeeId],
    noTransaction,
  );
  return found?.picture ?? "";
}

function storedFiles(): Promise<object[]> {
  return queryRows("select file_name from files order by file_name", [], noTransaction);
}

async function clear(): Promise<void> {
  for (const { id } of await filesOf(clerk)) {
    await answered(sendJson("/api/employee-files", { id }, clerk, "DELETE"));
  }
}
