import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { readAlike } from "#features/students/general/new-student.server.ts";

export const access = "student-records" satisfies Access;

/** Finds students who may be the one that is being added. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    await requireAccessForData(request, access);
    return Response.json({ alike: await readAlike(new URL(request.url).searchParams) });
  }, request);
}
