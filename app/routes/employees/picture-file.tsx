import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { sendEmployeePicture } from "#features/lookups/send-picture.server.ts";
import { respondWithFile } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export function loader({ request, params: { picture = "" } }: LoaderFunctionArgs) {
  return respondWithFile(async () => {
    await requireAccessForData(request, access);
    const isSmall = new URL(request.url).searchParams.get("size") === "small";
    return sendEmployeePicture({ picture, size: isSmall ? "small" : "large" }, request);
  });
}
