import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { findLatestRolloverId } from "#features/rollover/rollover.server.ts";
import { rolloverUrl } from "#features/rollover/rollover.rules.ts";

export const access = "settings.manage" satisfies Access;

/** Redirects to the latest rehearsal or rollover. If the school has none yet, redirects to Current Term. */
export function loader({ request }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    await requireAccess(request, access);
    const id = await findLatestRolloverId();
    return redirect(id === null ? PATHS.currentTerm : rolloverUrl(id));
  }, request);
}
