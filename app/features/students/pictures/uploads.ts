import { PATHS, withQuery } from "#domain/paths.ts";

/** How long what was sent is kept, and can be undone. */
export const UPLOAD_DAYS = 14;

/** As many files are sent at once. */
export const BATCH_FILES = 20;

/** Of the form without script. */
export const MOST_FILES = 100;

/** A picture as it is sent; the browser makes most much smaller. */
export const MOST_PICTURE_MB = 5;
export const MOST_PICTURE_BYTES = MOST_PICTURE_MB * 1024 * 1024;

/** The field of the files, and of what each measured before the browser made it smaller. */
export const FILES_FIELD = "files[]";
export const SIZES_FIELD = "sizes";

export function uploadUrl(uploadId: string): string {
  return `${PATHS.studentPictures}/${uploadId}`;
}

/** Where files are sent to, and which are there is asked. */
export function filesUrl(uploadId: string): string {
  return `${uploadUrl(uploadId)}/files`;
}

export function fileUrl(uploadId: string, fileId: number): string {
  return `${uploadUrl(uploadId)}/${fileId}`;
}

export function throwAwayUrl(uploadId: string): string {
  return `${uploadUrl(uploadId)}/throw-away`;
}

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUploadId(text: string | undefined): text is string {
  return text !== undefined && UPLOAD_ID.test(text);
}

/** Where on the page more files are chosen. */
export const MORE_PICTURES = "more-pictures";

/** What the strip shows alone: files that need somebody, those with their student, or who has no picture yet. */
export const UPLOAD_FILTERS = ["needs", "matched", "without"] as const;
export type UploadFilter = (typeof UPLOAD_FILTERS)[number];

export type UploadPlace = { show: UploadFilter | null; page: number; savedPage: number };

/** What of an upload is shown: first pages go without saying. */
export function uploadPlaceUrl(uploadId: string, { show, page, savedPage }: UploadPlace): string {
  const later = (asked: number) => (asked > 1 ? asked : null);
  return withQuery(uploadUrl(uploadId), { show, page: later(page), saved: later(savedPage) });
}
