import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE, rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import {
  assignFileToStudent,
  leaveOutOtherFilesOfStudent,
  saveReadyPictures,
  listStudentsForPictures,
  restorePreviousPictures,
  listUploadedFiles,
  type StudentForPicture,
  type UploadedFileRow,
} from "#db/queries/picture-uploads/files.ts";
import {
  lockPictureUpload,
  listPictureUploads,
  deletePictureUpload,
  setPictureUploadSaved,
} from "#db/queries/picture-uploads/uploads.ts";
import { toCalendarDay, formatDate, formatDateAndTime } from "#domain/dates.ts";
import { formatActorName, formatRegisterName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { parseId, PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { createPictureFileMatcher, type PictureMatch } from "./match.rules.ts";
import {
  choosePictureStudentUrl,
  isUploadId,
  UPLOAD_RETENTION_DAYS,
  uploadFilterUrl,
  pictureUploadUrl,
  type PictureUploadParams,
} from "./uploads.ts";

/** Returns the upload's id from the URL. @throws notFound */
export function parseUploadId({ uploadId }: Readonly<Record<string, string | undefined>>): string {
  if (!isUploadId(uploadId)) throw notFound(GONE);
  return uploadId;
}

const MOST_LISTED = 20;
const FACES = 100;
const ROWS = 20;
const UNPICTURED = 50;
const GONE = `This upload no longer exists, because uploads are kept for ${UPLOAD_RETENTION_DAYS} days. Start a new upload.`;

export type ListedPictureUploadView = Awaited<ReturnType<typeof listUploads>>[number];

export async function listUploads({ school: { timeZone } }: Visit) {
  const input = { uploadId: null, days: UPLOAD_RETENTION_DAYS, limit: MOST_LISTED };
  const uploads = await listPictureUploads(input, noTransaction);
  return uploads.map((upload) => ({
    url: pictureUploadUrl(upload.upload_id),
    begun: formatDateAndTime(upload.begun_at, timeZone),
    by: formatActorName(upload),
    words: `${upload.files} ${upload.files === 1 ? "file" : "files"}, ${upload.saved === 0 ? "none" : upload.saved} saved`,
  }));
}

export type PictureUploadView = Awaited<ReturnType<typeof loadPictureUpload>>;

/** Loads one upload. @throws notFound */
export async function loadPictureUpload(
  { school: { timeZone } }: Visit,
  uploadId: string,
  pages: PictureUploadParams,
) {
  const input = { uploadId, days: UPLOAD_RETENTION_DAYS, limit: 1 };
  const [[upload], { files, students }] = await Promise.all([
    listPictureUploads(input, noTransaction),
    listMatchedFiles(uploadId, noTransaction),
  ]);
  if (!upload) throw notFound(GONE);
  const of = (...states: PictureFileView["state"][]) => files.filter(({ state }) => states.includes(state));
  const without = students.filter(({ picture }) => picture === null);
  const { show } = pages;
  return {
    id: uploadId,
    /** `base` is the URL of all files. `url` has the current filter too, for the automatic refresh. */
    base: pictureUploadUrl(uploadId),
    url: uploadFilterUrl(uploadId, pages),
    /** The filter; null for all files. */
    show,
    readAt: now().getTime(),
    about: `${formatDateAndTime(upload.begun_at, timeZone)}, ${formatActorName(upload)}`,
    keptUntil: formatDate(toCalendarDay(upload.kept_until, timeZone)),
    counts: countsOf(files),
    without: { students: without.length, of: students.length },
    /** One page of the students without a picture, if the filter shows them. */
    unpictured: show === "without" ? unpicturedOf(without, pages.page) : null,
    /** The progress of unpacking a ZIP; null if no ZIP was uploaded. */
    unpacking: upload.archive
      ? { done: files.length, of: Math.max(files.length, upload.archive_entries), name: upload.archive_name }
      : null,
    failure: upload.failure,
    version: versionOf(files),
    open: [...of("unmatched", "double"), ...of("left-out"), ...of("refused")],
    matched: paged(inOrderOf(students, of("ready")), pages.page, FACES),
    saved: paged(inOrderOf(students, of("saved")), pages.savedPage, ROWS),
  };
}

function countsOf(
  files: readonly PictureFileView[],
): Record<"files" | "ready" | "needs" | "refused" | "saved" | "replaced", number> {
  const of = (input: PictureFileView["state"]) => files.filter(({ state }) => state === input);
  const [ready, saved] = [of("ready"), of("saved")];
  return {
    files: files.length,
    ready: ready.length,
    needs: of("unmatched").length + of("double").length,
    refused: of("refused").length,
    saved: saved.length,
    replaced: (saved.length > 0 ? saved : ready).filter(({ replaces }) => replaces).length,
  };
}

export type FileChoiceView = Awaited<ReturnType<typeof loadFileChoice>>;

/** Loads a file of an upload and the students to choose from. @throws notFound */
export async function loadFileChoice(uploadId: string, fileId: number) {
  const { files, students } = await listMatchedFiles(uploadId, noTransaction);
  const file = files.find(({ id }) => id === fileId);
  if (!file || file.state === "refused" || file.state === "saved") throw notFound(GONE);
  const choices = students.map((student) => ({
    value: String(student.id),
    title: formatRegisterName(student),
    detail: [student.label ?? "No class", student.student_id].join(", "),
    aside: student.picture === null ? "no picture" : "has a picture",
  }));
  return { file, choices };
}

export type StudentForPictureView = { id: number; name: string; label: string };

export type PictureFileView = {
  id: number;
  name: string;
  picture: string | null;
  /** Text for the state, such as the reason why the file is not saved. */
  words: string;
  state: "ready" | "unmatched" | "double" | "left-out" | "refused" | "saved";
  student: StudentForPictureView | null;
  /** Whether the student already has a picture, which this one would replace. */
  replaces: boolean;
  /** The students who may be meant; empty unless the file is unmatched. */
  candidates: StudentForPictureView[];
  /** The URL of the dialog that chooses the student. */
  url: string;
};

/** Lists all files with their matches and states. `t` may be the transaction that saves the files. */
export async function listMatchedFiles(
  uploadId: string,
  t: ReadTransaction,
): Promise<{ files: PictureFileView[]; students: StudentForPicture[] }> {
  const [rows, students] = [await listUploadedFiles({ uploadId }, t), await listStudentsForPictures(t)];
  const byKey = new Map(students.map((student) => [student.id, student]));
  const isWaiting = (file: UploadedFileRow) =>
    file.saved_at === null && file.picture !== null && !file.is_left_out;
  const wanted = new Map<number, number>();
  for (const file of rows.filter(isWaiting)) {
    if (file.student_key !== null) wanted.set(file.student_key, (wanted.get(file.student_key) ?? 0) + 1);
  }
  const matchOf = createPictureFileMatcher(students);
  const files = rows.map((file): PictureFileView => {
    const student = file.student_key === null ? null : (byKey.get(file.student_key) ?? null);
    const isDouble = isWaiting(file) && (wanted.get(file.student_key ?? 0) ?? 0) > 1;
    const state = stateOf(file, { student, isDouble });
    const match = state === "unmatched" ? matchOf(file.name) : null;
    return {
      id: file.picture_upload_file_id,
      name: file.name,
      picture: file.picture && `/img/uploads/${file.picture}`,
      state,
      words: wordsOf(state, { file, student, match }),
      student: student && studentView(student),
      replaces: file.saved_at === null ? !!student?.picture : file.replaced !== null,
      candidates: (match?.candidates ?? []).flatMap((key) => {
        const candidate = byKey.get(key);
        return candidate ? [studentView(candidate)] : [];
      }),
      url: choosePictureStudentUrl(uploadId, file.picture_upload_file_id),
    };
  });
  return { files, students };
}

/** Returns a hash of the pictures that are ready and their students, so that only what the person has seen is saved. */
function versionOf(files: readonly PictureFileView[]): string {
  const ready = files
    .filter(({ state }) => state === "ready")
    .map(({ id, student }) => `${id} ${student?.id}`);
  return createHash("sha256").update(ready.sort().join("\n")).digest("base64url");
}

type Judging = { student: StudentForPicture | null; isDouble: boolean };

function stateOf(file: UploadedFileRow, { student, isDouble }: Judging): PictureFileView["state"] {
  if (file.saved_at !== null) return "saved";
  if (file.picture === null) return "refused";
  if (file.is_left_out) return "left-out";
  if (!student) return "unmatched";
  return isDouble ? "double" : "ready";
}

type Said = { file: UploadedFileRow; student: StudentForPicture | null; match: PictureMatch | null };

function wordsOf(state: PictureFileView["state"], { file, student, match }: Said): string {
  if (state === "refused") return `Refused: ${file.fault || "the picture is missing"}`;
  if (state === "left-out") return "Left out";
  if (state === "saved") return file.is_chosen ? "Saved, student chosen by hand" : "Saved";
  if (state === "double" && student) return `Several files for ${formatRegisterName(student)}`;
  if (state !== "unmatched") return "";
  const fitting = match?.candidates.length ?? 0;
  if (fitting > 1) return `${fitting} students match`;
  return fitting === 1 ? "Only the last name matches" : "No student ID, PIN or name in the file name";
}

function studentView(student: StudentForPicture): StudentForPictureView {
  return { id: student.id, name: formatRegisterName(student), label: student.label ?? "No class" };
}

/** Sorts files by class and student, because in this order it is easiest to notice a wrong face above a name. */
function inOrderOf(
  students: readonly StudentForPicture[],
  files: readonly PictureFileView[],
): PictureFileView[] {
  const place = new Map(students.map(({ id }, index) => [id, index]));
  const of = ({ student }: PictureFileView) => place.get(student?.id ?? 0) ?? students.length;
  return [...files].sort((a, b) => of(a) - of(b));
}

function unpicturedOf(students: readonly StudentForPicture[], page: number) {
  const { files, ...span } = paged(students, page, UNPICTURED);
  return { ...span, students: files.map(studentView) };
}

function paged<Item>(files: readonly Item[], page: number, pageSize: number) {
  const total = files.length;
  const { shown, from, to } = pageSpan({ page, pageSize, total });
  return { page: shown, pageSize, total, files: files.slice(from - 1, to) };
}

export type PictureUploadInput = z.input<typeof PictureUploadFormSchema>;

export const PictureUploadFormSchema = z.discriminatedUnion("intent", [
  // `fingerprint` is the old name of `version`. Pages that were loaded before an update still send it.
  z.object({
    intent: z.literal("save"),
    version: z.string().default(""),
    fingerprint: z.string().default(""),
  }),
  z.object({ intent: z.literal("choose"), file: rowIdSchema, student: z.string().default("") }),
  z.object({ intent: z.literal("keep"), file: rowIdSchema }),
  z.object({ intent: z.literal("leave-out"), file: rowIdSchema }),
  z.object({
    intent: z.literal("undo"),
    file: z.union([z.literal("all"), rowIdSchema], OUTDATED_FORM_MESSAGE),
  }),
  z.object({ intent: z.literal("discard") }),
]);

type Submitted = { uploadId: string; input: z.output<typeof PictureUploadFormSchema>; page: string };

/**
 * Runs an action of the page in one transaction. `page` is the URL with the current filter.
 * @throws notFound
 */
export function changePictureUpload(
  person: Person,
  { uploadId, input, page }: Submitted,
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    const upload = await lockPictureUpload({ uploadId }, t);
    if (!upload) throw notFound(GONE);
    switch (input.intent) {
      case "save":
        if (upload.archive)
          return rejected("The ZIP is still being unpacked. Save the pictures when that is done.");
        return save({ uploadId, version: input.version || input.fingerprint, page }, t);
      case "choose": {
        const studentKey = parseId(input.student);
        const students = await listStudentsForPictures(t);
        if (!students.some(({ id }) => id === studentKey)) return rejected({ student: "Choose a student." });
        await assignFileToStudent({ uploadId, fileId: input.file, studentKey, isLeftOut: false }, t);
        return formSucceeded(page, "Matched. Nothing is saved yet.");
      }
      case "keep":
        // If several files match the same student, keeps the chosen file and leaves the others out.
        await leaveOutOtherFilesOfStudent({ uploadId, fileId: input.file }, t);
        return formSucceeded(page, "The other files of this student are now left out.");
      case "leave-out":
        await assignFileToStudent({ uploadId, fileId: input.file, studentKey: null, isLeftOut: true }, t);
        return formSucceeded(page, "This file is now left out.");
      case "undo":
        return undo({ uploadId, fileId: input.file === "all" ? null : input.file, page }, t);
      case "discard":
        return discard(uploadId, t);
    }
  });
}

type Saving = { uploadId: string; version: string; page: string };

/** Saves all pictures that are ready, or none if a match has changed since the page was loaded. */
async function save({ uploadId, version, page }: Saving, t: Transaction): Promise<FormOutcome> {
  const current = versionOf((await listMatchedFiles(uploadId, t)).files);
  checkVersion(
    { opened: version, current },
    "The matches have changed since you opened this page. Check them again, then save.",
  );
  const saved = await saveReadyPictures({ uploadId }, t);
  if (saved.length === 0) return rejected("There are no pictures left to save.");
  await setPictureUploadSaved({ uploadId, isSaved: true }, t);
  return formSucceeded(page, `${counted(saved.length)} saved.`);
}

type Undoing = { uploadId: string; fileId: number | null; page: string };

/**
 * Undoes one file or all files. Each student gets the earlier picture back, unless a newer one has been saved since.
 */
async function undo({ uploadId, fileId, page }: Undoing, t: Transaction): Promise<FormOutcome> {
  const count = await restorePreviousPictures({ uploadId, fileId }, t);
  if (count === 0) return rejected("A newer picture has been saved since, so nothing was undone.");
  if (fileId === null) await setPictureUploadSaved({ uploadId, isSaved: false }, t);
  return formSucceeded(page, `${counted(count)} undone.`);
}

/** Discards an upload, unless its pictures have been saved, because that save could then not be undone. */
async function discard(uploadId: string, t: Transaction): Promise<FormOutcome> {
  const { files } = await listMatchedFiles(uploadId, t);
  if (files.some(({ state }) => state === "saved"))
    return formSucceeded(
      pictureUploadUrl(uploadId),
      "Pictures from this upload have been saved. Undo these pictures first, then discard the upload.",
      { tone: "refused" },
    );
  await deletePictureUpload({ uploadId }, t);
  return formSucceeded(PATHS.studentPictures, "The upload was discarded.");
}

function counted(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`;
}
