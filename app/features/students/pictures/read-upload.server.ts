import { createHash } from "node:crypto";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import {
  studentsToPicture,
  uploadedFiles,
  type PicturedStudent,
  type UploadedFileRow,
} from "#db/queries/picture-uploads/files.ts";
import { pictureUploads } from "#db/queries/picture-uploads/uploads.ts";
import { dayOf, formatDate, formatMoment } from "#domain/dates.ts";
import { actorName, registerName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { matcherOf, type Match } from "./match.rules.ts";
import {
  fileUrl,
  UPLOAD_DAYS,
  uploadPlaceUrl,
  uploadUrl,
  type ListedUpload,
  type ShownFile,
  type ShownStudent,
  type ShownUpload,
  type UploadPlace,
} from "./uploads.ts";

const MOST_LISTED = 20;
const FACES = 100;
const ROWS = 20;
const UNPICTURED = 50;
const GONE = `There is no such upload. Uploads are kept for ${UPLOAD_DAYS} days.`;

/** What admins have sent in the last days. */
export async function listUploads({ school: { timeZone } }: Visit): Promise<ListedUpload[]> {
  const asked = { uploadId: null, days: UPLOAD_DAYS, limit: MOST_LISTED };
  const uploads = await pictureUploads(asked, noTransaction);
  return uploads.map((upload) => ({
    url: uploadUrl(upload.upload_id),
    begun: formatMoment(upload.begun_at, timeZone),
    by: actorName(upload),
    words: `${upload.files} ${upload.files === 1 ? "file" : "files"}, ${upload.saved === 0 ? "none" : upload.saved} saved`,
  }));
}

/** One upload as it stands. @throws notFound */
export async function readUpload(
  { school: { timeZone } }: Visit,
  uploadId: string,
  pages: UploadPlace,
): Promise<ShownUpload> {
  const asked = { uploadId, days: UPLOAD_DAYS, limit: 1 };
  const [[upload], { files, students }] = await Promise.all([
    pictureUploads(asked, noTransaction),
    judgedFiles(uploadId, noTransaction),
  ]);
  if (!upload) throw notFound(GONE);
  const of = (...states: ShownFile["state"][]) => files.filter(({ state }) => states.includes(state));
  const without = students.filter(({ picture }) => picture === null);
  const { show } = pages;
  return {
    ...{ id: uploadId, base: uploadUrl(uploadId), url: uploadPlaceUrl(uploadId, pages), show },
    readAt: now().getTime(),
    about: `${formatMoment(upload.begun_at, timeZone)}, ${actorName(upload)}`,
    keptUntil: formatDate(dayOf(upload.kept_until, timeZone)),
    counts: countsOf(files),
    without: { students: without.length, of: students.length },
    unpictured: show === "without" ? unpicturedOf(without, pages.page) : null,
    unpacking: upload.archive
      ? { done: files.length, of: Math.max(files.length, upload.archive_entries), name: upload.archive_name }
      : null,
    failure: upload.failure,
    fingerprint: fingerprintOf(files),
    open: [...of("unmatched", "double"), ...of("left-out"), ...of("refused")],
    matched: paged(inOrderOf(students, of("ready")), pages.page, FACES),
    saved: paged(inOrderOf(students, of("saved")), pages.savedPage, ROWS),
  };
}

function countsOf(files: readonly ShownFile[]): ShownUpload["counts"] {
  const of = (asked: ShownFile["state"]) => files.filter(({ state }) => state === asked);
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

/** The file of an upload that somebody chooses a student for, and whom they may choose. @throws notFound */
export async function readFileChoice(uploadId: string, fileId: number) {
  const { files, students } = await judgedFiles(uploadId, noTransaction);
  const file = files.find(({ id }) => id === fileId);
  if (!file || file.state === "refused" || file.state === "saved") throw notFound(GONE);
  const choices = students.map((student) => ({
    value: String(student.id),
    title: registerName(student),
    detail: [student.label ?? "No class", student.student_id].join(", "),
    aside: student.picture === null ? "no picture" : "has one",
  }));
  return { file, choices };
}

/** Every file with what is to become of it; also of who is in a transaction that saves them. */
export async function judgedFiles(
  uploadId: string,
  t: Reading,
): Promise<{ files: ShownFile[]; students: PicturedStudent[] }> {
  const [rows, students] = [await uploadedFiles({ uploadId }, t), await studentsToPicture(t)];
  const byKey = new Map(students.map((student) => [student.id, student]));
  const isWaiting = (file: UploadedFileRow) =>
    file.saved_at === null && file.picture !== null && !file.is_left_out;
  const wanted = new Map<number, number>();
  for (const file of rows.filter(isWaiting)) {
    if (file.student_key !== null) wanted.set(file.student_key, (wanted.get(file.student_key) ?? 0) + 1);
  }
  const matchOf = matcherOf(students);
  const files = rows.map((file): ShownFile => {
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
      student: student && shownStudent(student),
      replaces: file.saved_at === null ? !!student?.picture : file.replaced !== null,
      candidates: (match?.candidates ?? []).flatMap((key) => {
        const candidate = byKey.get(key);
        return candidate ? [shownStudent(candidate)] : [];
      }),
      url: fileUrl(uploadId, file.picture_upload_file_id),
    };
  });
  return { files, students };
}

/** Which pictures are ready for whom. */
export function fingerprintOf(files: readonly ShownFile[]): string {
  const ready = files
    .filter(({ state }) => state === "ready")
    .map(({ id, student }) => `${id} ${student?.id}`);
  return createHash("sha256").update(ready.sort().join("\n")).digest("base64url");
}

type Judging = { student: PicturedStudent | null; isDouble: boolean };

function stateOf(file: UploadedFileRow, { student, isDouble }: Judging): ShownFile["state"] {
  if (file.saved_at !== null) return "saved";
  if (file.picture === null) return "refused";
  if (file.is_left_out) return "left-out";
  if (!student) return "unmatched";
  return isDouble ? "double" : "ready";
}

type Said = { file: UploadedFileRow; student: PicturedStudent | null; match: Match | null };

function wordsOf(state: ShownFile["state"], { file, student, match }: Said): string {
  if (state === "refused") return `Refused: ${file.fault || "its picture is gone"}`;
  if (state === "left-out") return "Left out by you";
  if (state === "saved") return file.is_chosen ? "Saved, chosen by you" : "Saved";
  if (state === "double" && student) return `Several files for ${registerName(student)}`;
  if (state !== "unmatched") return "";
  const fitting = match?.candidates.length ?? 0;
  if (fitting > 1) return `${fitting} students fit`;
  return fitting === 1 ? "Only the last name fits" : "No ID, pin or name of a student in the file’s name";
}

function shownStudent(student: PicturedStudent): ShownStudent {
  return { id: student.id, name: registerName(student), label: student.label ?? "No class" };
}

/** Class by class, as students are listed: faces over names are checked by looking. */
function inOrderOf(students: readonly PicturedStudent[], files: readonly ShownFile[]): ShownFile[] {
  const place = new Map(students.map(({ id }, index) => [id, index]));
  const of = ({ student }: ShownFile) => place.get(student?.id ?? 0) ?? students.length;
  return [...files].sort((a, b) => of(a) - of(b));
}

function unpicturedOf(students: readonly PicturedStudent[], page: number): ShownUpload["unpictured"] {
  const { files, ...span } = paged(students, page, UNPICTURED);
  return { ...span, students: files.map(shownStudent) };
}

function paged<Item>(files: readonly Item[], page: number, pageSize: number) {
  const total = files.length;
  const { shown, from, to } = pageSpan({ page, pageSize, total });
  return { page: shown, pageSize, total, files: files.slice(from - 1, to) };
}
