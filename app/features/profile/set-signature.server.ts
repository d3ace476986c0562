import { refuseOther } from "#access/author.server.ts";
import { transaction } from "#db/index.ts";
import { lockedSignature, setSignature } from "#db/queries/pictures.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { storeSignature, prepareSignature } from "#files/signatures.server.ts";
import { MOST_SIGNATURE_MB } from "./signature.ts";

const MEGABYTE = 1024 * 1024;
const SIGNATURE = { name: "signature", most: MOST_SIGNATURE_MB * MEGABYTE };

export type SignatureSet = { ok: true } | { ok: false; fault: string };

/** Takes a drawn or photographed signature. Reports signed before keep the one they were signed with. */
export function setOwnSignature(person: Person, request: Request): Promise<SignatureSet> {
  return receiveFile(request, SIGNATURE, ({ fields, file }) => {
    refuseOther(fields["author"], person);
    return takeSignature(person, file);
  });
}

/** The form that removes the signature is sent like the one with the picture. */
export function removeOwnSignature(person: Person, request: Request): Promise<void> {
  return receiveFile(request, SIGNATURE, ({ fields }) => {
    refuseOther(fields["author"], person);
    return transaction(person, async (t) => {
      await lockedSignature(person.employeeId, t);
      await setSignature({ employeeId: person.employeeId, fileName: null }, t);
    });
  });
}

async function takeSignature(person: Person, file: ReceivedFile | null): Promise<SignatureSet> {
  if (!file) return refused("Choose a picture of your signature, or draw it.");
  if (file.tooLong) return refused(`The picture is larger than ${MOST_SIGNATURE_MB} MB.`);
  const prepared = await prepareSignature(file.path);
  if (!prepared.ok) return prepared;
  await transaction(person, async (t) => {
    await lockedSignature(person.employeeId, t);
    const fileName = await storeSignature(prepared, t);
    await setSignature({ employeeId: person.employeeId, fileName }, t);
  });
  return { ok: true };
}

function refused(fault: string): SignatureSet {
  return { ok: false, fault };
}
