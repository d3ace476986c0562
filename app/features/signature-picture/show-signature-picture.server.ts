import { readsAllClasses } from "#access/visible.server.ts";
import { reading } from "#db/index.ts";
import { signatureInScope } from "#db/queries/signing.ts";
import type { Person } from "#domain/person.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { pathOf } from "#files/store.server.ts";
import { notFound } from "#runtime/errors.ts";

/** @throws notFound for a signature that is not theirs and stands under no report that they may read */
export async function showSignaturePicture(
  person: Person,
  picture: string,
  request: Request,
): Promise<Response> {
  pathOf(picture);
  const scope = { employeeId: person.employeeId, all: readsAllClasses(person) };
  if (!(await signatureInScope({ picture, scope }, reading))) throw notFound();
  return fileResponse(request, picture);
}
