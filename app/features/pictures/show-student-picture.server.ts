import { studentPictureVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { fileResponse } from "#files/file-response.server.ts";
import { nameOfSize } from "#files/pictures.server.ts";
import { pathOf } from "#files/store.server.ts";

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
