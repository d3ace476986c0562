import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { sendUploadedPicture } from "#features/lookups/send-picture.server.ts";
import { respondWithFile } from "#runtime/json-answer.ts";

export const access = "admin" satisfies Access;

/** Sends an uploaded picture, which may not belong to a student yet. */
export function loader({ request, params: { picture = "" } }: LoaderFunctionArgs) {
  return respondWithFile(async () => {
    await requireAccessForData(request, access);
    return sendUploadedPicture(picture, request);
  });
}
