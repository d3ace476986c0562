import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import {
  LETTERS_PRINTED_ONCE_MESSAGE,
  passwordLettersResponse,
} from "#features/reports/print-password-letters.server.ts";

export const access = "employees" satisfies Access;

/** Handles a reload of the window: redirects to the list, because password letters can be printed only once. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    await requireAccess(request, access);
    return redirectWithNotice(PATHS.employees, LETTERS_PRINTED_ONCE_MESSAGE, { tone: "refused", seconds: 6 });
  }, request);
}

export function action({ request }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const visit = await requireVisit(request, access);
    return passwordLettersResponse(visit, request);
  }, request);
}
