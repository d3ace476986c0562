import type { LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { loadProposedUserName } from "#features/employees/add/new-employee.server.ts";

export const access = "employees" satisfies Access;

/** Suggests a user name while somebody types the employee's name. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    await requireAccessForData(request, access);
    return Response.json({ proposal: await loadProposedUserName(new URL(request.url).searchParams) });
  }, request);
}
