import { readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { signatureInScope } from "#db/queries/pictures.ts";
import type { Person } from "#domain/person.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

/**
 * A signature can be put under anything: a browser shows it to nobody who has not just been let see it, and not after
 * its reader has signed out. @throws notFound for a signature that is not theirs and stands under no report that they may read
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
