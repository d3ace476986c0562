import { PATHS, withQuery } from "#domain/paths.ts";

/** The number of days for which uploads are kept and can be undone. */
export const UPLOAD_RETENTION_DAYS = 14;

export const MAX_BATCH_FILES = 20;

/** The number of files in a form sent without JavaScript. */
export const MAX_FORM_FILES = 100;

/**
 * The size limit of a picture, which is enough for a camera's largest JPEG. Browsers shrink pictures before sending
 * them; the server shrinks pictures in a ZIP and pictures sent without JavaScript.
 */
export const MAX_PICTURE_MB = 15;
export const MAX_PICTURE_BYTES = MAX_PICTURE_MB * 1024 * 1024;

/** The form fields for the files, and for their sizes before the browser shrank them. */
export const PICTURE_FILES_FIELD = "files[]";
export const PICTURE_SIZES_FIELD = "sizes";

export function pictureUploadUrl(uploadId: string): string {
  return `${PATHS.studentPictures}/${uploadId}`;
}

/** Returns the URL that receives files (POST) and lists the files that have arrived (GET). */
export function pictureUploadFilesUrl(uploadId: string): string {
  return `${pictureUploadUrl(uploadId)}/files`;
}

export function choosePictureStudentUrl(uploadId: string, fileId: number): string {
  return `${pictureUploadUrl(uploadId)}/${fileId}`;
}

export function discardUploadUrl(uploadId: string): string {
  return `${pictureUploadUrl(uploadId)}/throw-away`;
}

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUploadId(text: string | undefined): text is string {
  return text !== undefined && UPLOAD_ID.test(text);
}

/** The id of the part of the page that accepts more files. */
export const MORE_PICTURES_ID = "more-pictures";

/** The filters: files that need a decision, matched files, and students without a picture. */
export const PICTURE_UPLOAD_FILTERS = ["needs", "matched", "without"] as const;
export type PictureUploadFilter = (typeof PICTURE_UPLOAD_FILTERS)[number];

export type PictureUploadParams = { show: PictureUploadFilter | null; page: number; savedPage: number };

/** Returns the URL of an upload with its filter and pages. First pages are left out of the URL. */
export function uploadFilterUrl(uploadId: string, { show, page, savedPage }: PictureUploadParams): string {
  const later = (input: number) => (input > 1 ? input : null);
  return withQuery(pictureUploadUrl(uploadId), { show, page: later(page), saved: later(savedPage) });
}
