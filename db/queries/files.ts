import { run } from "../index.ts";
import type { Transaction } from "../index.ts";

export type NewFile = {
  fileName: string;
  kind: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
};

export function recordFile(file: NewFile, t: Transaction): Promise<void> {
  return run(
    `insert into files (file_name, kind, media_type, bytes, sha256, width, height)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [file.fileName, file.kind, file.mediaType, file.bytes, file.sha256, file.width, file.height],
    t,
  );
}
