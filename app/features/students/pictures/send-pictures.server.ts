import { transaction } from "#db/index.ts";
import { saveReady } from "#db/queries/picture-uploads/files.ts";
import { lockUpload, setSaved } from "#db/queries/picture-uploads/uploads.ts";
import type { Person } from "#domain/person.ts";
import { randomId } from "#runtime/ids.ts";
import { judgedFiles } from "./read-upload.server.ts";
import { takeFiles } from "./take-files.server.ts";
import { BATCH_FILES } from "./uploads.ts";

/** What became of a file: the student's number and the name of the picture, or why it is nobody's. */
type SentPicture = { file: string; student_id: string | null; picture: string | null; reason: string };

export type PicturesSent =
  { ok: true; words: string; pictures: SentPicture[] } | { ok: false; fault: string };

/** A batch of a program, which has no page to look at: whoever is named beyond doubt gets the picture at once. */
export async function sendPictures(person: Person, request: Request): Promise<PicturesSent> {
  const uploadId = randomId();
  const taken = await takeFiles(person, { uploadId, mostFiles: BATCH_FILES, hasArchives: false }, request);
  if (!taken.ok) return taken;
  return transaction(person, async (t) => {
    await lockUpload({ uploadId }, t);
    const saved = await saveReady({ uploadId }, t);
    if (saved.length > 0) await setSaved({ uploadId, isSaved: true }, t);
    const { files, students } = await judgedFiles(uploadId, t);
    const ids = new Map(students.map(({ id, student_id }) => [id, student_id]));
    const pictures = files.map(({ name, state, student, picture, words }) => ({
      file: name,
      student_id: (student && ids.get(student.id)) ?? null,
      picture: state === "saved" ? (picture?.split("/").at(-1) ?? null) : null,
      reason: state === "saved" ? "" : words,
    }));
    return { ok: true, words: `${saved.length} of ${files.length} pictures saved.`, pictures };
  });
}
