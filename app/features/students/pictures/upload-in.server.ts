import { notFound } from "#runtime/errors.ts";
import { isUploadId } from "./uploads.ts";

/** Which upload an address names. @throws notFound */
export function uploadIn({ uploadId }: Readonly<Record<string, string | undefined>>): string {
  if (!isUploadId(uploadId)) throw notFound("There is no such upload.");
  return uploadId;
}
