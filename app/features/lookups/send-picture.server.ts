import {
  classPicturesVisibleTo,
  pictureVisibleTo,
  readingScope,
  studentPictureVisibleTo,
} from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { isEmployeePicture } from "#db/queries/people/record-files.ts";
import { isUploadedPicture } from "#db/queries/picture-uploads/files.ts";
import { findSignatureInScope } from "#db/queries/pictures.ts";
import type { ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { classPicturesResponse } from "#files/class-pictures.server.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { nameOfSize, type PictureSize } from "#files/pictures.server.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

type Asked = { picture: string; size: PictureSize };

/** Sends a student's picture; a student whom this person may not see counts as not found. @throws notFound */
export async function sendStudentPicture(
  person: Person,
  { picture, size }: Asked,
  request: Request,
): Promise<Response> {
  pathOf(picture);
  await studentPictureVisibleTo(person, picture, noTransaction);
  return fileResponse(request, nameOfSize(picture, size));
}

/** Sends the small pictures of a class in one file; a class out of reach counts as not found. @throws notFound */
export async function sendClassPictures(
  person: Person,
  { digest, ...key }: ClassKey & { digest: string },
  request: Request,
): Promise<Response> {
  const pictures = await classPicturesVisibleTo(person, key, noTransaction);
  return classPicturesResponse(request, { digest, pictures });
}

/** Returns the name under which a student's picture is shown; null if the student has none. @throws notFound */
export async function readPictureName(
  person: Person,
  studentId: string,
): Promise<{ picture: string | null }> {
  return { picture: await pictureVisibleTo(person, studentId, noTransaction) };
}

/** Sends an employee's picture, which everybody who is signed in may see. @throws notFound */
export async function sendEmployeePicture({ picture, size }: Asked, request: Request): Promise<Response> {
  pathOf(picture);
  if (!(await isEmployeePicture(picture, noTransaction))) throw notFound();
  return fileResponse(request, nameOfSize(picture, size));
}

/** Sends an uploaded picture to people who give students their pictures. @throws notFound */
export async function sendUploadedPicture(picture: string, request: Request): Promise<Response> {
  pathOf(picture);
  if (!(await isUploadedPicture(picture, noTransaction))) throw notFound();
  return fileResponse(request, picture);
}

/**
 * Sends a signature that is this person's own or is on a report that they may read; any other counts as not found.
 * @throws notFound
 */
export async function sendSignaturePicture(
  person: Person,
  picture: string,
  request: Request,
): Promise<Response> {
  pathOf(picture);
  if (!(await findSignatureInScope({ ...readingScope(person), picture }, noTransaction))) throw notFound();
  return fileResponse(request, picture);
}
