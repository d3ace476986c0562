import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { downloadClassFile, parseClassFileKey } from "#features/mark-sheet/file/class-file.server.ts";

export const access = "marks.enter" satisfies Access;

export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    return downloadClassFile(person, parseClassFileKey(params), request.signal);
  }, request);
}
