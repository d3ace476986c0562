import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { refuseOther } from "#access/author.server.ts";
import { transaction } from "#db/index.ts";
import { insertImport } from "#db/queries/imports/imports.ts";
import { recordFile } from "#db/queries/pictures.ts";
import { MESSAGES } from "#domain/messages.ts";
import { MOST_IMPORT_MB, type ImportKind } from "#domain/people/imports.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { copyStored } from "#files/store.server.ts";
import { workImport } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { harmlessName } from "#runtime/file-name.ts";
import { randomFileName, randomId } from "#runtime/ids.ts";
import { FILE_FIELD } from "./imports.ts";

export type ImportTaken = { ok: true; importId: string } | { ok: false; fault: string };

const MEGABYTE = 1024 * 1024;

/** Keeps a file until a worker has read it: nothing of it is imported yet. */
export function takeImport(person: Person, request: Request, kind: ImportKind): Promise<ImportTaken> {
  const asked = { name: FILE_FIELD, most: MOST_IMPORT_MB * MEGABYTE };
  return receiveFile(request, asked, async ({ fields, file }) => {
    refuseOther(fields["author"], person);
    if (!file) return { ok: false, fault: MESSAGES.selectFile };
    if (file.tooLong)
      return { ok: false, fault: `The file is larger than ${MOST_IMPORT_MB} MB. Make several files of it.` };
    if (file.bytes === 0) return { ok: false, fault: "The file is empty: there is nothing in it." };
    return { ok: true, importId: await keep(person, file, kind) };
  });
}

async function keep(person: Person, { path, bytes, name }: ReceivedFile, kind: ImportKind): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest();
  const [importId, fileName] = [randomId(), randomFileName(".dat")];
  await copyStored(fileName, path);
  await transaction(person, async (t) => {
    const media = { mediaType: "application/octet-stream", width: null, height: null };
    await recordFile({ ...media, kind: "import", fileName, bytes, sha256 }, t);
    const ending = extname(name);
    const file_name = harmlessName(name, /^\.[a-z0-9]{1,5}$/i.test(ending) ? ending : "");
    const made = { import_id: importId, kind, asked_by: person.accountId };
    await insertImport({ ...made, file_name, file: fileName }, t);
    await enqueue(workImport, { importId }, t);
  });
  return importId;
}
