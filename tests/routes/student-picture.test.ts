import { readFile, rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { action as actionOfClass, loader as loaderOfClass } from "../../app/routes/class-pictures.tsx";
import { action, loader } from "../../app/routes/student-picture.tsx";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listReportStudents } from "#db/queries/reports/term-reports.ts";
import type { Person } from "#domain/person.ts";
import { answered } from "#tests/api/answer.ts";
import { listVisibleClassPictures } from "#access/visible.server.ts";
import { createPictureAddresses, type FindPictureAddress } from "#files/class-pictures.server.ts";
import {
  MAX_JOINED_PICTURES,
  joinPictures,
  pictureFileName,
  preparePicture,
  writePicture,
} from "#files/pictures.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { fileOf } from "#tests/files/file-of.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { callRoute, CONTEXT, getRequest, postForm, type Visitor } from "#tests/support/request.ts";
import { assignDean, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import {
  chooseLesson,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";

await freshDatabase();
const { currentTermId } = await createSchool({ flavour: "secondary" });
const formTeacher = await createFormTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const teacher = await createTeacher();
const optionTeacher = await createTeacher();
const stranger = await createTeacher();
const principal = await createPrincipal();
const admin = await createAdmin();
const form2A = await createClass({ formClassId: "2A", formTeacher });
await assignDean(form2A, dean);
await createLesson(stranger, await createClass({ formClassId: "3A", formTeacher: stranger }));
await createLesson(teacher, form2A);
const option = await createLesson(optionTeacher, form2A, { subject: "Music", byChoice: true });
const [chooser, other] = (await createStudents(form2A, 2)) as [Student, Student];
await chooseLesson(option, [chooser]);
const [picture, othersPicture] = [await givePicture(chooser), await givePicture(other)];

test("a picture of a student is only looked at", async () => {
  const answer = await callRoute(action, postForm("/img/students/x", {}, principal));

  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  expect(answer.body).toEqual({
    message: "This address does not accept this HTTP method.",
  });
});

test.each([
  ["an admin", admin, [200, 200]],
  ["the principal", principal, [200, 200]],
  ["who manages students", await createClerk(), [200, 200]],
  ["the form teacher", formTeacher, [200, 200]],
  ["the dean", dean, [200, 200]],
  ["a teacher of the class", teacher, [200, 200]],
  ["a teacher whose subject one of them chose", optionTeacher, [200, 404]],
  ["a teacher of another class", stranger, [404, 404]],
  ["nobody", null, [401, 401]],
  [
    "who must choose a new password first",
    await createTeacher({ permissions: [9], passwordReset: true }),
    [403, 403],
  ],
])("two students' pictures and %s", async (_, visitor, expected) => {
  const answers = await Promise.all([show(picture, visitor), show(othersPicture, visitor)]);

  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test("the picture of who has left is for whom the record is: admins, by the address and by the call", async () => {
  const [leaver] = (await createStudents(form2A, 1)) as [Student];
  const left = await givePicture(leaver);
  const visitors = [admin, principal, await createClerk(), formTeacher, dean, teacher, stranger];
  const answers = async () => ({
    shown: (await Promise.all(visitors.map((visitor) => show(left, visitor)))).map(({ status }) => status),
    called: (await Promise.all(visitors.map((visitor) => named(leaver, visitor)))).map(
      ({ status }) => status,
    ),
  });

  const here = await answers();
  await leave(leaver);
  const gone = await answers();

  const those = [200, 200, 200, 200, 200, 200, 404];
  const admins = [200, 404, 404, 404, 404, 404, 404];
  expect([here, gone]).toEqual([
    { shown: those, called: those },
    { shown: admins, called: admins },
  ]);
});

test("without a session, or without the picture, the answer says so in its own words", async () => {
  const [signedOut, foreign] = [await show(picture, null), await show(picture, stranger)];

  expect(signedOut.body).toEqual({ message: "Sign in to continue." });
  expect(foreign.body).toEqual({ message: expect.stringContaining("you cannot open it") });
  expect(signedOut.headers.get("Cache-Control")).toBe("no-store");
});

test("a picture may be kept by its reader alone, and is never taken for a page", async () => {
  const [large, small] = await Promise.all([
    show(picture, formTeacher),
    show(`${picture}?size=small`, formTeacher),
  ]);

  expect(Object.fromEntries(large.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    etag: `"${picture}"`,
  });
  expect(small.headers.get("Content-Type")).toBe("image/webp");
});

test("who has it already gets no second copy, and who asks for a part gets the part", async () => {
  const known = await show(picture, formTeacher, { "If-None-Match": `W/"${picture}"` });
  const part = await show(picture, formTeacher, { Range: "bytes=0-2" });
  const beyond = await show(picture, formTeacher, { Range: "bytes=9999999-" });

  expect([known.status, part.status, beyond.status]).toEqual([304, 206, 416]);
  expect(part.headers.get("Content-Length")).toBe("3");
  expect(beyond.headers.get("Content-Range")).toMatch(/^bytes \*\/\d+$/);
});

test("who has it and is signed out is not shown it again", async () => {
  const answer = await show(picture, null, { "If-None-Match": `"${picture}"` });

  expect(answer.status).toBe(401);
});

test("having it does not open the picture of somebody else's student", async () => {
  const answer = await show(picture, stranger, { "If-None-Match": `"${picture}"` });

  expect(answer.status).toBe(404);
});

test.each(["0".repeat(32) + ".jpg", "..%2f..%2fsession-secret", "%00", "small.webp"])(
  "there is no picture %s",
  async (name) => {
    const answer = await show(name, principal);

    expect(answer.status).toBe(404);
  },
);

test("last term's class teacher still sees the picture on last term's sheet", async () => {
  const firstTerm = await createTeacher();
  const form4A = await createClass({ formClassId: "4A" });
  await createLesson(firstTerm, form4A);
  await registerStudents(form4A, [other], [202520261]);

  const answer = await show(othersPicture, firstTerm);

  expect(answer.status).toBe(200);
});

test("a sheet that still has who left shows no picture of them", async () => {
  const [leaver] = (await createStudents(form2A, 1)) as [Student];
  await givePicture(leaver);
  await registerStudents(form2A, [leaver], [202520261]);
  const reports = { classId: form2A.classId, academicTermId: 202520261 };
  const pictureOn = async () =>
    (await listReportStudents(reports, noTransaction)).find(({ student_key }) => student_key === leaver.id)
      ?.picture;

  const here = await pictureOn();
  await leave(leaver);

  expect(here).toMatch(/\.jpg$/);
  expect(await pictureOn()).toBeNull();
});

test("the pictures of a class in one file are those that a person may see one by one", async () => {
  const ofOption = await fileFor(optionTeacher);
  const ofClass = await fileFor(formTeacher);
  const visitors = [formTeacher, teacher, dean, principal, admin, optionTeacher, stranger, null];
  const statusesOf = async (file: string) =>
    (await Promise.all(visitors.map((visitor) => showClass(file, visitor)))).map(({ status }) => status);

  expect(await statusesOf(ofClass)).toEqual([200, 200, 200, 200, 200, 404, 404, 401]);
  expect(await statusesOf(ofOption)).toEqual([404, 404, 404, 404, 404, 200, 404, 401]);
  expect((await callRoute(actionOfClass, postForm("/img/classes/1/1/x", {}, principal))).status).toBe(405);
});

test("the file of a class is kept by its reader alone, is asked for each time, and is sent once", async () => {
  const file = await fileFor(formTeacher);

  const first = await showClass(file, formTeacher);
  const tag = first.headers.get("ETag") ?? "";
  const again = await showClass(file, formTeacher, { "If-None-Match": tag });
  const signedOut = await showClass(file, null, { "If-None-Match": tag });

  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
  });
  expect([again.status, signedOut.status]).toEqual([304, 401]);
});

test("a changed picture changes the file, and the address of the former one is gone", async () => {
  const before = await fileFor(formTeacher);
  await givePicture(other);
  const after = await fileFor(formTeacher);

  const [former, current] = [await showClass(before, formTeacher), await showClass(after, formTeacher)];

  expect(after).not.toBe(before);
  expect([former.status, current.status]).toEqual([404, 200]);
});

test("the address on a page leads to each student's own picture in the file", async () => {
  const form1A = await createClass({ formClassId: "1A", formTeacher });
  const [red, blue] = (await createStudents(form1A, 2)) as [Student, Student];
  await givePicture(red, "#ff0000");
  await givePicture(blue, "#0000ff");
  const pictureOf = await picturesFor(formTeacher, form1A.classId);

  const [red1, , blue1] = await pixelAt(pictureOf(red.id));
  const [red2, , blue2] = await pixelAt(pictureOf(blue.id));

  expect({ red1, blue1, red2, blue2 }).toEqual({
    red1: expect.toSatisfy((value: number) => value > 200),
    blue1: expect.toSatisfy((value: number) => value < 50),
    red2: expect.toSatisfy((value: number) => value < 50),
    blue2: expect.toSatisfy((value: number) => value > 200),
  });
});

test("a picture that is missing or damaged leaves its place free, and the file is not kept until it is back", async () => {
  const small = getLocalPath(pictureFileName(await givePicture(chooser), "small"));
  const content = await readFile(small);
  const file = await fileFor(optionTeacher);

  await rm(small);
  const missing = await showClass(file, optionTeacher);
  await writeFile(small, content.subarray(0, 40));
  const damaged = await showClass(file, optionTeacher);
  const place = await pixelAt(`${file}#0/1`, optionTeacher);
  await writeFile(small, content);
  const back = await showClass(file, optionTeacher);

  const kept = [missing, damaged, back].map(({ status, headers }) => [
    status,
    headers.get("Cache-Control"),
    headers.has("ETag"),
  ]);
  expect(kept).toEqual([
    [200, "no-store", false],
    [200, "no-store", false],
    [200, "private, no-cache", true],
  ]);
  expect(place[3]).toBe(0);
});

test("a class with more pictures than fit into one file has them one by one", async () => {
  const all = Array.from({ length: MAX_JOINED_PICTURES }, (_, index) => ({
    student_key: index + 1,
    picture,
  }));
  const key = { classId: form2A.classId, academicTermId: currentTermId };

  const { content } = await joinPictures(all.map((one) => one.picture));
  const joined = createPictureAddresses(key, all)(1);
  const single = createPictureAddresses(key, [...all, { student_key: 0, picture }]);

  expect((await sharp(content).metadata()).height).toBe(80 * MAX_JOINED_PICTURES);
  expect(joined).toMatch(new RegExp(`^/img/classes/.*#0/${MAX_JOINED_PICTURES}$`));
  expect([single(1), single(-1)]).toEqual([`/img/students/${picture}?size=small`, null]);
});

/** Returns the address of the class's file on a page of this person. */
async function fileFor(reader: { person: Person }): Promise<string> {
  const [file = ""] = ((await picturesFor(reader, form2A.classId))(chooser.id) ?? "").split("#");
  return file;
}

async function picturesFor({ person }: { person: Person }, classId: number): Promise<FindPictureAddress> {
  const key = { classId, academicTermId: currentTermId };
  return createPictureAddresses(key, await listVisibleClassPictures(person, key, noTransaction));
}

function showClass(file: string, visitor: Visitor, headers: Record<string, string> = {}) {
  return callRoute(loaderOfClass, getRequest(file, visitor, headers), paramsOf(file));
}

function paramsOf(file: string) {
  const [, , , classId = "", termId = "", digest = ""] = file.split("/");
  return { classId, termId, digest };
}

/** Returns the red, green, blue and alpha in the middle of the place in the class's file that an address names. */
async function pixelAt(address: string | null, visitor: Visitor = formTeacher): Promise<number[]> {
  const [file = "", place = ""] = (address ?? "").split("#");
  const request = getRequest(file, visitor);
  const response = await loaderOfClass({ request, params: paramsOf(file), context: CONTEXT });
  const top = 80 * Number.parseInt(place) + 40;
  return [
    ...(await sharp(await response.arrayBuffer())
      .extract({ left: 40, top, width: 1, height: 1 })
      .ensureAlpha()
      .raw()
      .toBuffer()),
  ];
}

function named({ studentId }: Student, visitor: Visitor) {
  return answered(getRequest(`/api/student-picture/${studentId}`, visitor));
}

async function leave({ id }: Student): Promise<void> {
  await transaction({ system: "tests" }, (t) =>
    runQuery("update students set student_status_id = 4, status_since = current_date where id = $1", [id], t),
  );
}

function show(name: string, visitor: Visitor, headers: Record<string, string> = {}) {
  const [picture = ""] = name.split("?");
  return callRoute(loader, getRequest(`/img/students/${name}`, visitor, headers), {
    picture: decodeURIComponent(picture),
  });
}

async function givePicture({ id }: Student, background = "#7b1e22"): Promise<string> {
  const size = { width: 300, height: 380, channels: 3, background } as const;
  const prepared = await preparePicture(await fileOf(await sharp({ create: size }).png().toBuffer()));
  if (!prepared.ok) throw new Error("not a picture");
  return transaction({ system: "tests" }, async (t) => {
    const name = await writePicture(prepared.made, t);
    await runQuery("update students set picture = $2 where id = $1", [id, name], t);
    return name;
  });
}
