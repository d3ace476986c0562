import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { parseClassKey } from "#domain/paths.ts";
import { sendClassPictures } from "#features/lookups/send-picture.server.ts";
import { methodNotAllowed, notFound } from "#runtime/errors.ts";
import { respondWithFile } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export function loader({ request, params: { classId, termId, digest = "" } }: LoaderFunctionArgs) {
  return respondWithFile(async () => {
    const person = await requireAccessForData(request, access);
    const key = parseClassKey({ classId, termId });
    if (!key) throw notFound();
    return sendClassPictures(person, { ...key, digest }, request);
  });
}

export function action({ request }: ActionFunctionArgs) {
  return respondWithFile(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("GET, HEAD");
  });
}
