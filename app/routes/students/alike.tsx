import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { readSimilarStudents } from "#features/students/general/new-student.server.ts";

export const access = "student-records" satisfies Access;

/** Finds existing students who may be the same child as the one being added. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    await requireAccessForData(request, access);
    return Response.json({ alike: await readSimilarStudents(new URL(request.url).searchParams) });
  }, request);
}
