import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { sendStudentPicture } from "#features/lookups/send-picture.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { respondWithFile } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export function loader({ request, params: { picture = "" } }: LoaderFunctionArgs) {
  return respondWithFile(async () => {
    const person = await requireAccessForData(request, access);
    const isSmall = new URL(request.url).searchParams.get("size") === "small";
    return sendStudentPicture(person, { picture, size: isSmall ? "small" : "large" }, request);
  });
}

export function action({ request }: ActionFunctionArgs) {
  return respondWithFile(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("GET, HEAD");
  });
}
