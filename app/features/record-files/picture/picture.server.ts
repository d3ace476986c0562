import { rejectOtherAccount } from "#access/author.server.ts";
import { handleFormFields, formSucceeded, rejected } from "#access/forms/answer-form.server.ts";
import { ConfirmationFormSchema } from "#access/forms/form-values.schema.server.ts";
import { transaction } from "#db/index.ts";
import { deleteFiles } from "#db/queries/files.ts";
import { lockRecord, setPersonPicture } from "#db/queries/people/record-files.ts";
import { MESSAGES } from "#domain/messages.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import type { RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { pictureFileName, preparePicture, writePicture } from "#files/pictures.server.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { deleteStoredFile } from "#files/store.server.ts";
import { forbidden } from "#runtime/errors.ts";
import { getRecordFileAccess } from "../open-record.server.ts";

const MOST_PICTURE_MB = 10;
const MOST_BYTES = MOST_PICTURE_MB * 1024 * 1024;

const NO_PICTURE = "This file is not a complete JPEG, PNG or WebP picture. Choose another file.";

export type PictureInput = { picture?: File };

/**
 * Checks the person's permission before receiving anything, then handles the form of a record's picture.
 * @throws notFound, forbidden
 */
export async function submitPicture(person: Person, owner: RecordOwner, request: Request) {
  await requireSetsPicture(person, owner);
  return receiveFile(request, { name: "picture", most: MOST_BYTES }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), ConfirmationFormSchema, async () => {
      const saved = await savePicture(person, owner, file);
      if (!saved.ok) return rejected({ picture: saved.fault });
      return formSucceeded(recordUrlWithoutPanel(new URL(request.url)), MESSAGES.profileSaved);
    });
  });
}

/** Receives a picture from the named field of an API call. @throws notFound, forbidden */
export async function receivePicture(
  person: Person,
  { owner, field }: { owner: RecordOwner; field: string },
  request: Request,
) {
  await requireSetsPicture(person, owner);
  return receiveFile(request, { name: field, most: MOST_BYTES }, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return savePicture(person, owner, file);
  });
}

async function requireSetsPicture(person: Person, owner: RecordOwner): Promise<void> {
  const { setsPicture } = await getRecordFileAccess(person, owner);
  if (!setsPicture) throw forbidden();
}

type Saved = { ok: true; picture: string } | { ok: false; fault: string };

async function savePicture(person: Person, owner: RecordOwner, file: ReceivedFile | null): Promise<Saved> {
  if (!file) return { ok: false, fault: MESSAGES.selectFile };
  if (file.tooLong)
    return { ok: false, fault: `This file is larger than ${MOST_PICTURE_MB} MB. Choose a smaller file.` };
  const prepared = await preparePicture(file.path);
  if (!prepared.ok) return { ok: false, fault: prepared.fault ?? NO_PICTURE };
  const { picture, unnamed } = await transaction(person, async (t) => {
    await lockRecord(owner, t);
    const name = await writePicture(prepared.made, t);
    const before = await setPersonPicture(owner, name, t);
    const names = before === null ? [] : [before, pictureFileName(before, "small")];
    await deleteFiles({ names }, t);
    return { picture: name, unnamed: names };
  });
  for (const name of unnamed) await deleteStoredFile(name);
  return { ok: true, picture };
}
