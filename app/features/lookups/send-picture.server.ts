import {
  listVisibleClassPictures,
  findVisibleStudentPicture,
  getReadingScope,
  requireVisibleStudentPicture,
} from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { isEmployeePicture } from "#db/queries/people/record-files.ts";
import { isUploadedPicture } from "#db/queries/picture-uploads/files.ts";
import { findSignatureInScope } from "#db/queries/pictures.ts";
import type { ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { classPicturesResponse } from "#files/class-pictures.server.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { pictureFileName, type PictureSize } from "#files/pictures.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

type Asked = { picture: string; size: PictureSize };

/** Sends a student's picture. @throws notFound also for a student whom this person may not see */
export async function sendStudentPicture(
  person: Person,
  { picture, size }: Asked,
  request: Request,
): Promise<Response> {
  getLocalPath(picture);
  await requireVisibleStudentPicture(person, picture, noTransaction);
  return fileResponse(request, pictureFileName(picture, size));
}

/**
 * Sends the small pictures of a class as one file.
 * @throws notFound also for a class that this person may not see
 */
export async function sendClassPictures(
  person: Person,
  { digest, ...key }: ClassKey & { digest: string },
  request: Request,
): Promise<Response> {
  const pictures = await listVisibleClassPictures(person, key, noTransaction);
  return classPicturesResponse(request, { digest, pictures });
}

/**
 * Returns the file name of a student's picture, or null if the student has none.
 * @throws notFound
 */
export async function readStudentPictureName(
  person: Person,
  studentId: string,
): Promise<{ picture: string | null }> {
  return { picture: await findVisibleStudentPicture(person, studentId, noTransaction) };
}

/** Sends an employee's picture, which every signed-in person may see. @throws notFound */
export async function sendEmployeePicture({ picture, size }: Asked, request: Request): Promise<Response> {
  getLocalPath(picture);
  if (!(await isEmployeePicture(picture, noTransaction))) throw notFound();
  return fileResponse(request, pictureFileName(picture, size));
}

/**
 * Sends an uploaded picture to a person who may set students' pictures.
 * @throws notFound
 */
export async function sendUploadedPicture(picture: string, request: Request): Promise<Response> {
  getLocalPath(picture);
  if (!(await isUploadedPicture(picture, noTransaction))) throw notFound();
  return fileResponse(request, picture);
}

/**
 * Sends a signature if it is the person's own or is on a report that the person may read.
 * @throws notFound also for any other signature
 */
export async function sendSignaturePicture(
  person: Person,
  picture: string,
  request: Request,
): Promise<Response> {
  getLocalPath(picture);
  if (!(await findSignatureInScope({ ...getReadingScope(person), picture }, noTransaction))) throw notFound();
  return fileResponse(request, picture);
}
