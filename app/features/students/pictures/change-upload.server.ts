import { transaction, type Transaction } from "#db/index.ts";
import {
  chooseStudent,
  leaveOutOthers,
  saveReady,
  studentsToPicture,
  takeBack,
} from "#db/queries/picture-uploads/files.ts";
import { lockUpload, removeUpload, setSaved } from "#db/queries/picture-uploads/uploads.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { fingerprintOf, judgedFiles } from "./read-upload.server.ts";

/** In words what was done, or why not; `isGone`: the upload itself. */
export type Changed = { ok: boolean; words: string; isGone?: boolean };

type Act = (uploadId: string, form: FormData, t: Transaction) => Promise<Changed>;

const ACTS: Readonly<Record<string, Act>> = { save, choose, keep, "leave-out": leaveOut, undo, discard };

/** What a button of the page asks for, as one piece. @throws notFound, badRequest */
export function changeUpload(person: Person, uploadId: string, form: FormData): Promise<Changed> {
  const intent = String(form.get("intent"));
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined;
  if (!act) throw badRequest("This form does not say what is to be done.");
  return transaction(person, async (t) => {
    const upload = await lockUpload({ uploadId }, t);
    if (!upload) throw notFound("There is no such upload any more.");
    if (upload.archive && intent === "save")
      return refused("The ZIP is still being unpacked. Save after it.");
    return act(uploadId, form, t);
  });
}

/** All pictures that are ready, or none: only what was looked at is saved. */
async function save(uploadId: string, form: FormData, t: Transaction): Promise<Changed> {
  const { files } = await judgedFiles(uploadId, t);
  if (form.get("fingerprint") !== fingerprintOf(files)) {
    return refused("The matches changed since this page was opened. Look at them again, then save.");
  }
  const saved = await saveReady({ uploadId }, t);
  if (saved.length > 0) await setSaved({ uploadId, isSaved: true }, t);
  return { ok: saved.length > 0, words: `${counted(saved.length)} saved.` };
}

async function choose(uploadId: string, form: FormData, t: Transaction): Promise<Changed> {
  const studentKey = idOf(String(form.get("student")));
  const students = await studentsToPicture(t);
  if (!students.some(({ id }) => id === studentKey)) return refused("Choose a student.");
  await chooseStudent({ uploadId, fileId: fileIn(form), studentKey, isLeftOut: false }, t);
  return { ok: true, words: "Matched. Nothing is saved yet." };
}

/** Of several files for one student this one. */
async function keep(uploadId: string, form: FormData, t: Transaction): Promise<Changed> {
  await leaveOutOthers({ uploadId, fileId: fileIn(form) }, t);
  return { ok: true, words: "The others are left out." };
}

async function leaveOut(uploadId: string, form: FormData, t: Transaction): Promise<Changed> {
  await chooseStudent({ uploadId, fileId: fileIn(form), studentKey: null, isLeftOut: true }, t);
  return { ok: true, words: "Left out." };
}

/** One file, or all: each student gets back what they had, unless they have another picture since. */
async function undo(uploadId: string, form: FormData, t: Transaction): Promise<Changed> {
  const fileId = form.get("file") === "all" ? null : fileIn(form);
  const count = await takeBack({ uploadId, fileId }, t);
  if (fileId === null) await setSaved({ uploadId, isSaved: false }, t);
  if (count === 0) return refused("There is another picture since, so it was left.");
  return { ok: true, words: `${counted(count)} taken back.` };
}

/** What was saved of it could not be taken back any more: a page that is out of date throws nothing away. */
async function discard(uploadId: string, _form: FormData, t: Transaction): Promise<Changed> {
  const { files } = await judgedFiles(uploadId, t);
  if (files.some(({ state }) => state === "saved"))
    return refused("Pictures of it are saved meanwhile. Undo them first, then throw it away.");
  await removeUpload({ uploadId }, t);
  return { ok: true, words: "The upload was thrown away.", isGone: true };
}

function fileIn(form: FormData): number {
  const fileId = idOf(String(form.get("file")));
  if (fileId === null) throw notFound();
  return fileId;
}

function counted(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`;
}

function refused(words: string): Changed {
  return { ok: false, words };
}
