import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { action as sendFiles, loader as showKnown } from "../../../../app/routes/students/pictures/files.tsx";
import { action as act, loader as show } from "../../../../app/routes/students/pictures/upload.tsx";
import { action as chooseFor } from "../../../../app/routes/students/pictures/file.tsx";
import {
  action as throwAway,
  loader as askAway,
} from "../../../../app/routes/students/pictures/throw-away.tsx";
import { action as setPicture } from "../../../../app/routes/record-files/picture.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listFilesWrittenBefore } from "#files/store.server.ts";
import { unpackPictureUpload } from "#features/students/pictures/unpack.server.ts";
import type { PictureFileView, PictureUploadView } from "#features/students/pictures/uploads.server.ts";
import { discardUploadUrl, pictureUploadUrl } from "#features/students/pictures/uploads.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { drawPicture, wordDocument } from "#tests/support/builders/documents.ts";
import { createAdmin, createClerk } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postFile,
  postForm,
  readFormValues,
  type Visitor,
} from "#tests/support/request.ts";
import { answered } from "../../../api/answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const schoolClass = await createClass();
const [kiara, makeda, rayhaan, twin, leaver] = (await createStudents(schoolClass, [
  { firstName: "Kiara", lastName: "Hinds", studentId: "SR-30001" },
  { firstName: "Makeda", lastName: "Toussaint", studentId: "SR-30002" },
  { firstName: "Rayhaan", lastName: "Ali", studentId: "SR-30003" },
  { firstName: "Rayhaan", lastName: "Ali", studentId: "SR-30004" },
  { firstName: "Gone", lastName: "Away", studentId: "SR-30005" },
])) as [Student, Student, Student, Student, Student];
await transaction(TEST, (t) =>
  runQuery("update students set student_status_id = 4 where id = $1", [leaver.id], t),
);
const picture = await drawPicture("jpeg");

type Named = readonly [name: string, content: Uint8Array];

function send(uploadId: string, files: readonly Named[], visitor: Visitor = admin, sizes?: string) {
  const form = formOf(files);
  if (sizes !== undefined) form.set("sizes", sizes);
  return callRoute(sendFiles, postFile(`${pictureUploadUrl(uploadId)}/files`, form, visitor), { uploadId });
}

function formOf(files: readonly Named[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append("files[]", new File([new Uint8Array(content)], name));
  return form;
}

async function shown(uploadId: string, query = ""): Promise<PictureUploadView> {
  const answer = await callRoute(show, getRequest(pictureUploadUrl(uploadId) + query, admin), { uploadId });
  return answer.body as PictureUploadView;
}

function acted(uploadId: string, fields: Record<string, string>) {
  return callRoute(act, postForm(pictureUploadUrl(uploadId), fields, admin), { uploadId });
}

async function saved(uploadId: string) {
  const { version } = await shown(uploadId);
  return acted(uploadId, { intent: "save", version });
}

async function pictureOf({ id }: Student): Promise<string | null> {
  const [student] = await queryRows<{ picture: string | null }>(
    "select picture from students where id = $1 order by id",
    [id],
    noTransaction,
  );
  return student?.picture ?? null;
}

function named(files: readonly PictureFileView[], name: string): PictureFileView {
  const file = files.find((item) => item.name === name);
  if (!file) throw new Error(`${name} is not there`);
  return file;
}

async function zipOf(files: readonly Named[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function countStored(): Promise<number> {
  const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
    "select count(*)::integer as count from files",
    [],
    noTransaction,
  );
  const stored = await listFilesWrittenBefore(new Date(Date.now() + 60_000));
  expect(stored.length).toBe(count);
  return count;
}

test("files are matched and nobody has them before they are saved; then each child has theirs, and gets back what was there", async () => {
  const uploadId = randomUUID();
  await send(uploadId, [
    ["SR-30001.jpg", picture],
    ["toussaint makeda.png", await drawPicture("png")],
    ["IMG_2041.jpg", picture],
    ["ali rayhaan.jpg", picture],
    ["SR-30005.jpg", picture],
  ]);

  const before = await shown(uploadId);
  expect(before.counts).toMatchObject({ files: 5, ready: 2, needs: 3, refused: 0, saved: 0 });
  expect(named(before.open, "ali rayhaan.jpg").candidates.map(({ id }) => id)).toEqual([rayhaan.id, twin.id]);
  expect(await pictureOf(kiara)).toBeNull();
  const file = String(named(before.open, "ali rayhaan.jpg").id);
  await acted(uploadId, { intent: "choose", file, student: String(twin.id) });
  await saved(uploadId);

  const after = await shown(uploadId);
  expect(after.counts).toMatchObject({ ready: 0, needs: 2, saved: 3 });
  const { unpictured, without } = await shown(uploadId, "?show=without");
  expect([after.unpictured, unpictured?.total]).toEqual([null, without.students]);
  const ids = unpictured?.students.map(({ id }) => id) ?? [];
  expect(ids).toContain(rayhaan.id);
  expect(ids).not.toContain(kiara.id);
  for (const student of [kiara, makeda, twin]) {
    const own = after.saved.files.find((item) => item.student?.id === student.id);
    expect(own?.picture).toBe(`/img/uploads/${await pictureOf(student)}`);
  }
  expect(await pictureOf(rayhaan)).toBeNull();
  expect(await pictureOf(leaver)).toBeNull();
  const first = await pictureOf(kiara);

  const second = randomUUID();
  await send(second, [["hinds kiara.jpg", await drawPicture("webp")]]);
  expect((await shown(second)).counts.replaced).toBe(1);
  await saved(second);
  expect(await pictureOf(kiara)).not.toBe(first);
  await acted(second, { intent: "undo", file: "all" });
  expect(await pictureOf(kiara)).toBe(first);
  expect((await shown(second)).counts).toMatchObject({ ready: 1, saved: 0 });
  await acted(second, { intent: "discard" });
  await expect(shown(second)).resolves.toMatchObject({
    message: expect.stringContaining("This upload no longer exists"),
  });

  const form = new FormData();
  form.set("picture", new File([new Uint8Array(picture)], "own.jpg"));
  const params = { studentKey: String(kiara.id) };
  await callRoute(setPicture, postFile(`/app/students/${kiara.id}/picture`, form, admin), params);
  const own = await pictureOf(kiara);
  await acted(uploadId, { intent: "undo", file: "all" });
  expect(await pictureOf(kiara)).toBe(own);
  expect(await pictureOf(makeda)).toBeNull();
});

test("what is thrown away is asked about, and not thrown away when somebody saved of it meanwhile: it could not be taken back", async () => {
  const uploadId = randomUUID();
  const before = await pictureOf(makeda);
  await send(uploadId, [["SR-30002.jpg", picture]]);
  const request = () => callRoute(askAway, getRequest(discardUploadUrl(uploadId), admin), { uploadId });
  const thrown = (visitor: Visitor) =>
    callRoute(throwAway, postForm(discardUploadUrl(uploadId), { intent: "discard" }, visitor), { uploadId });
  expect((await request()).body).toMatchObject({ files: 1 });
  expect((await thrown(clerk)).status).toBe(403);
  await saved(uploadId);

  expect((await thrown(admin)).location).toBe(pictureUploadUrl(uploadId));
  await acted(uploadId, { intent: "discard" });

  expect((await request()).status).toBe(404);
  await acted(uploadId, { intent: "undo", file: "all" });
  expect(await pictureOf(makeda)).toBe(before);
  expect((await thrown(admin)).location).toBe("/app/students/pictures");
  await expect(shown(uploadId)).resolves.toMatchObject({
    message: expect.stringContaining("This upload no longer exists"),
  });
});

test("of two files for one child neither is saved until one is kept, and a page that is out of date saves nothing", async () => {
  const uploadId = randomUUID();
  await send(uploadId, [["SR-30003.jpg", picture]]);
  const { version } = await shown(uploadId);
  await send(uploadId, [["SR-30003 (2).jpg", await drawPicture("jpeg")]]);

  const outdated = await acted(uploadId, { intent: "save", version });
  await saved(uploadId);

  expect([outdated.status, readFormErrors(outdated)]).toEqual([
    409,
    { "": expect.stringContaining("The matches have changed") as string },
  ]);
  expect(readFormValues(outdated)["version"]).toBe((await shown(uploadId)).version);

  const both = await shown(uploadId);
  expect(both.open.map(({ state }) => state)).toEqual(["double", "double"]);
  expect(await pictureOf(rayhaan)).toBeNull();
  const kept = named(both.open, "SR-30003 (2).jpg");
  await acted(uploadId, { intent: "keep", file: String(kept.id) });
  await saved(uploadId);
  expect(`/img/uploads/${await pictureOf(rayhaan)}`).toBe(kept.picture);
  const params = { uploadId, fileId: String(named(both.open, "SR-30003.jpg").id) };
  const path = `${pictureUploadUrl(uploadId)}/${params.fileId}`;
  const chosen = { intent: "choose", file: params.fileId, student: String(leaver.id) };
  const refused = await callRoute(chooseFor, postForm(path, chosen, admin), params);
  expect([refused.status, readFormErrors(refused)]).toEqual([422, { student: "Choose a student." }]);
  expect((await shown(uploadId)).open.map(({ state }) => state)).toEqual(["left-out"]);
});

test("what is sent again is there once, by its name and the size before it was made smaller", async () => {
  const uploadId = randomUUID();
  await send(uploadId, [["SR-30001.jpg", picture]], admin, "4000000");
  const stored = await countStored();

  await send(uploadId, [["SR-30001.jpg", await drawPicture("jpeg")]], admin, "4000000");

  const known = await callRoute(showKnown, getRequest(`${pictureUploadUrl(uploadId)}/files`, admin), {
    uploadId,
  });
  expect(known.body).toEqual({ known: ["4000000 SR-30001.jpg"] });
  expect((await shown(uploadId)).counts.files).toBe(1);
  expect(await countStored()).toBe(stored);
});

test("a bomb of pixels, a renamed file, an empty one and one that is too large are refused with the reason and store nothing", async () => {
  const uploadId = randomUUID();
  const wide = { width: 9_000, height: 9_000, channels: 3, background: "white" } as const;
  const bomb = await sharp({ create: wide, limitInputPixels: false }).png().toBuffer();
  const stored = await countStored();

  await send(uploadId, [
    ["SR-30001.png", bomb],
    ["SR-30002.jpg", await wordDocument()],
    ["SR-30003.jpg", new Uint8Array()],
    ["SR-30004.jpg", Buffer.concat([picture, Buffer.alloc(15 * 1024 * 1024)])],
    ["class list.docx", await wordDocument()],
  ]);

  const { open, counts } = await shown(uploadId);
  expect(counts).toMatchObject({ refused: 5, ready: 0 });
  expect(named(open, "SR-30001.png").words).toContain("too many pixels");
  expect(named(open, "SR-30002.jpg").words).toContain("not a complete JPEG, PNG or WebP picture");
  expect(named(open, "SR-30003.jpg").words).toContain("empty");
  expect(named(open, "SR-30004.jpg").words).toContain("larger than 15 MB");
  expect(await countStored()).toBe(stored);
});

test("a ZIP is unpacked by a worker and its folders do not matter; killed in it, it goes on with what is not there", async () => {
  const uploadId = randomUUID();
  const files: Named[] = [
    ["Std 1/SR-30001.jpg", picture],
    ["Std 2/SR-30002.jpg", picture],
    ["__MACOSX/._SR-30002.jpg", Buffer.from("x")],
    ["list.txt", Buffer.from("names")],
  ];
  await send(uploadId, [["SR-30001.jpg", picture]], admin, String(picture.length));
  await send(uploadId, [["pictures.zip", await zipOf(files)]]);
  expect((await shown(uploadId)).unpacking).toMatchObject({ done: 1, of: 3, name: "pictures.zip" });
  expect(readFormErrors(await saved(uploadId))).toEqual({
    "": "The ZIP is still being unpacked. Save the pictures when that is done.",
  });
  expect((await shown(uploadId)).counts.saved).toBe(0);

  await unpackPictureUpload({ uploadId });
  await unpackPictureUpload({ uploadId });

  const { counts, unpacking, open, failure } = await shown(uploadId);
  expect({ unpacking, failure }).toEqual({ unpacking: null, failure: "" });
  expect(counts).toMatchObject({ files: 3, ready: 2, refused: 1 });
  expect(open.map(({ name }) => name)).toEqual(["list.txt"]);
});

test("names in UTF-8 are read without being marked, files that are no pictures are listed, and a camera's picture is shrunk", async () => {
  const uploadId = randomUUID();
  const list = Buffer.from("Last Name,First Name,Picture\n".repeat(12_000));
  const drawing = Buffer.concat([Buffer.from("BM"), Buffer.alloc(600_000, 255)]);
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const camera = await sharp({
    create: { width: 3_200, height: 2_700, channels: 3, background: "white", noise },
  })
    .jpeg({ quality: 88 })
    .toBuffer();
  const zip = await zipOf([
    ["Std 1/Añjali Œuvrard.jpg", picture],
    ["SR-30001.jpg", camera],
    ["class list.csv", list],
    ["logo.bmp", drawing],
  ]);
  // The flag that says that names are UTF-8 is taken off, as many programs never set it.
  for (const [signature, offset] of [
    ["504b0304", 6],
    ["504b0102", 8],
  ] as const) {
    const mark = Buffer.from(signature, "hex");
    for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4))
      zip.writeUInt16LE(zip.readUInt16LE(at + offset) & ~0x800, at + offset);
  }
  await send(uploadId, [["pictures.zip", zip]]);
  await unpackPictureUpload({ uploadId });

  const { counts, open, matched, failure } = await shown(uploadId);
  expect(camera.length).toBeGreaterThan(5_500_000);
  expect(failure).toBe("");
  expect(counts).toMatchObject({ files: 4, ready: 1, needs: 1, refused: 2 });
  expect(matched.files.map(({ name }) => name)).toEqual(["SR-30001.jpg"]);
  expect(open.map(({ name, words }) => `${name}: ${words}`).toSorted()).toEqual([
    "Añjali Œuvrard.jpg: No student ID, PIN or name in the file name",
    "class list.csv: Refused: not a complete JPEG, PNG or WebP picture",
    "logo.bmp: Refused: not a complete JPEG, PNG or WebP picture",
  ]);
});

const HEIC_PICTURE = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");

test.each<[string, Named[], string[]]>([
  [
    "a list as spreadsheet",
    [["Class 1A.xlsx", Buffer.from("PK\x03\x04, but a list")]],
    ["Class 1A.xlsx: Refused: not a complete"],
  ],
  ["proofs as PDF", [["Proofs.pdf", Buffer.from("%PDF-1.7")]], ["Proofs.pdf: Refused: not a complete"]],
  ["an empty picture", [["SR-30002.jpg", Buffer.alloc(0)]], ["SR-30002.jpg: Refused: "]],
  ["a picture of an iPhone", [["IMG_0412.HEIC", HEIC_PICTURE]], ["IMG_0412.HEIC: Refused: "]],
  ["a ZIP within it", [["Std 2.zip", Buffer.from("PK\x03\x04")]], ["Std 2.zip: Refused: not a complete"]],
  [
    "what Windows adds",
    ["Std 1/Thumbs.db", "thumbs.db", "Std 1/ehthumbs.db", "Desktop.ini"].map((name): Named => [
      name,
      Buffer.from("x"),
    ]),
    [],
  ],
  [
    "what macOS adds",
    ["__MACOSX/Std 1/._SR-30001.jpg", "Std 1/__MACOSX/SR-30002.jpg", ".DS_Store", "Std 1/._SR-30001.jpg"].map(
      (name): Named => [name, Buffer.from("x")],
    ),
    [],
  ],
  [
    "what disks and albums add",
    ["@eaDir/SR-30002.jpg/SYNOPHOTO_THUMB_M.jpg", ".picasa.ini", "Std 1/.thumbnails/.SR-30001.jpg"].map(
      (name): Named => [name, Buffer.from("x")],
    ),
    [],
  ],
])(
  "a ZIP with pictures and %s: the pictures are matched, and the rest is listed or left out",
  async (_what, others, listed) => {
    const uploadId = randomUUID();
    await send(uploadId, [["all.zip", await zipOf([["Std 1/SR-30001.jpg", picture], ...others])]]);
    await unpackPictureUpload({ uploadId });

    const { open, matched, failure } = await shown(uploadId);

    expect([failure, matched.files.map(({ name }) => name)]).toEqual(["", ["SR-30001.jpg"]]);
    const words = open.map((file) => `${file.name}: ${file.words}`);
    expect(words).toEqual(listed.map((line) => expect.stringContaining(line) as string));
  },
);

test("a ZIP bomb, one that is cut off, one that lies and an empty one store nothing and say why", async () => {
  const bomb = await zipOf([["SR-30001.jpg", Buffer.alloc(50_000_000)]]);
  const whole = await zipOf([["SR-30001.jpg", picture]]);
  const stored = await countStored();

  const words: string[] = [];
  for (const content of [bomb, whole.subarray(0, -30), await zipOf([])]) {
    const request = postFile("/app/students/pictures/x/files", formOf([["all.zip", content]]), admin);
    request.headers.set("Accept", "application/json");
    const { status, body } = await callRoute(sendFiles, request, { uploadId: randomUUID() });
    expect(status).toBe(422);
    words.push((body as { message: string }).message);
  }

  expect(words[0]).toContain("unpack to more than");
  expect(words[1]).toContain("incomplete");
  expect(words[2]).toContain("ZIP file is empty");
  expect(await countStored()).toBe(stored);
  // The list states a smaller size than the real one.
  const lie = Buffer.from(await zipOf([["SR-30001.jpg", Buffer.alloc(90_000, "ab")]]));
  const list = lie.lastIndexOf(Buffer.from("504b0102", "hex"));
  lie.writeUInt32LE(1_000, list + 24);
  const uploadId = randomUUID();
  await send(uploadId, [["lie.zip", lie]]);
  await unpackPictureUpload({ uploadId });
  const after = await shown(uploadId);
  expect(after.counts.files).toBe(0);
  expect(after.failure).toContain("could not be unpacked");
});

test("a call saves whoever is named beyond doubt, 20 files at most; admins alone may", async () => {
  const files: Named[] = [
    ["SR-30002.jpg", picture],
    ["unknown.jpg", picture],
    ["SR-30001.jpg", Buffer.from("no picture")],
  ];
  const sendTo = (visitor: Visitor, sent: readonly Named[]) =>
    answered(postFile("/api/upload-pictures", formOf(sent), visitor));

  const { status, body } = await sendTo(admin, files);

  expect(status).toBe(200);
  expect(body).toMatchObject({
    message: "1 of 3 pictures saved.",
    pictures: [
      { file: "SR-30001.jpg", picture: null, reason: expect.stringContaining("not a complete") },
      { file: "SR-30002.jpg", student_id: "SR-30002", picture: await pictureOf(makeda), reason: "" },
      { file: "unknown.jpg", student_id: null, picture: null },
    ],
  });
  expect(await sendTo(clerk, files)).toMatchObject({ status: 403 });
  const many = Array.from({ length: 21 }, (_, index): Named => [`${index}.jpg`, picture]);
  expect(await sendTo(admin, many)).toMatchObject({ status: 422 });
  expect(await sendTo(admin, [])).toMatchObject({ status: 422 });
  expect(await send(randomUUID(), files, clerk)).toMatchObject({ status: 403 });
});
