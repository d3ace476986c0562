import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import { answerFields, done, rejected, type Outcome } from "#access/forms/answer-form.server.ts";
import { transaction } from "#db/index.ts";
import { lockSignature, setSignature } from "#db/queries/pictures.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { prepareSignature, writeSignature } from "#files/signatures.server.ts";
import { MOST_SIGNATURE_MB } from "./signature.ts";

const MEGABYTE = 1024 * 1024;
const SIGNATURE = { name: "signature", most: MOST_SIGNATURE_MB * MEGABYTE };

export type SignatureInput = z.input<typeof SignatureForm> & { signature?: File };

const SignatureForm = z.object({ intent: z.enum(["save", "remove"]) });

/**
 * Answers the form with a drawn or photographed signature, and the form that removes it. @throws badRequest, conflict
 */
export function answerSignature(person: Person, request: Request) {
  return receiveFile(request, SIGNATURE, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return answerFields(Object.entries(fields), SignatureForm, ({ intent }) =>
      intent === "save" ? saveSignature(person, file) : removeSignature(person),
    );
  });
}

/** Reports that were signed before keep the signature that they were signed with. */
async function saveSignature(person: Person, file: ReceivedFile | null): Promise<Outcome> {
  if (!file) return rejected({ signature: "Draw your signature, or choose a picture of it." });
  if (file.tooLong)
    return rejected({
      signature: `This file is larger than ${MOST_SIGNATURE_MB} MB. Choose a smaller one.`,
    });
  const prepared = await prepareSignature(file.path);
  if (!prepared.ok) return rejected({ signature: prepared.fault });
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    const fileName = await writeSignature(prepared, t);
    await setSignature({ employeeId: person.employeeId, fileName }, t);
    return done(PATHS.profile, "Signature saved.");
  });
}

function removeSignature(person: Person): Promise<Outcome> {
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    await setSignature({ employeeId: person.employeeId, fileName: null }, t);
    return done(PATHS.profile, "Signature removed.");
  });
}
