import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import { loadSiblings } from "#features/students/siblings/siblings.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export const access = "students" satisfies Access;

/** Suggests brothers and sisters of a student while somebody types the names and phone numbers of the parents. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const visit = await requireVisitForData(request, access);
    return Response.json(await loadSiblings(visit, parseStudentKey(params)));
  }, request);
}
