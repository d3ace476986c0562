import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { listUploadedFileKeys, savePictureFiles } from "#features/students/pictures/save-files.server.ts";
import { parseUploadId } from "#features/students/pictures/uploads.server.ts";
import { MAX_FORM_FILES, pictureUploadUrl } from "#features/students/pictures/uploads.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "admin" satisfies Access;

/** Lists the files that have already arrived, so that an interrupted upload continues with the others. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithJson(async () => {
    await requireAccessForData(request, access);
    return { status: 200, body: { known: [...(await listUploadedFileKeys(parseUploadId(params)))] } };
  });
}

/**
 * Saves files of an upload. The script sends batches and gets JSON; a plain form is redirected to the page of the
 * upload.
 */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const uploadId = parseUploadId(params);
    const taken = await savePictureFiles(
      person,
      { uploadId, mostFiles: MAX_FORM_FILES, hasArchives: true },
      request,
    );
    if (request.headers.get("Accept") === "application/json") {
      if (!taken.ok) return Response.json({ message: taken.fault }, { status: 422 });
      return Response.json({ refused: taken.files.filter(({ fault }) => fault !== "").length });
    }
    if (taken.ok) return redirectWithNotice(pictureUploadUrl(uploadId), "Check the matches, then save.");
    return redirectWithNotice(PATHS.studentPictures, taken.fault, { tone: "refused", seconds: 15 });
  }, request);
}
