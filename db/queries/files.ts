import type { Transaction } from "../index.ts";
import { StoredFile } from "../models/files.ts";

export type NewFile = {
  fileName: string;
  kind: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
};

export async function recordFile(
  { fileName: file_name, mediaType: media_type, ...file }: NewFile,
  t: Transaction,
): Promise<void> {
  await StoredFile.insert({ file_name, media_type, ...file }, t);
}
