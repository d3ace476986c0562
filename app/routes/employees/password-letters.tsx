import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ONCE_ONLY, passwordLettersResponse } from "#features/reports/print-password-letters.server.ts";

export const access = "employees" satisfies Access;

/** Handles a reload of the window with the password letters, which are shown only once. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    await requireAccess(request, access);
    return redirectWithNotice(PATHS.employees, ONCE_ONLY, { tone: "refused", seconds: 6 });
  }, request);
}

export function action({ request }: ActionFunctionArgs) {
  return respondWithPage(async () => {
    const visit = await requireVisit(request, access);
    return passwordLettersResponse(visit, request);
  }, request);
}
