import { readingScope, studentPictureVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { signatureInScope } from "#db/queries/reports/signing.ts";
import type { Person } from "#domain/person.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { nameOfSize } from "#files/pictures.server.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

/** @throws notFound for the picture of a student who is not this person's to see */
export async function showStudentPicture(
  person: Person,
  { picture, size }: { picture: string; size: "large" | "small" },
  request: Request,
): Promise<Response> {
  pathOf(picture);
  await studentPictureVisibleTo(person, picture, noTransaction);
  return fileResponse(request, nameOfSize(picture, size));
}

/**
 * A signature can be put under anything: the browser asks each time whether this person may see it, and keeps none for
 * the next one. @throws notFound for a signature that is not theirs and stands under no report that they may read
 */
export async function showSignaturePicture(
  person: Person,
  picture: string,
  request: Request,
): Promise<Response> {
  pathOf(picture);
  if (!(await signatureInScope({ ...readingScope(person), picture }, noTransaction))) throw notFound();
  return fileResponse(request, picture, "while asked for");
}
