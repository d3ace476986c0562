import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { answerInPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { latestTurnId } from "#features/term-turn/turn.server.ts";
import { turnUrl } from "#features/term-turn/turn-place.rules.ts";

export const access = "settings.manage" satisfies Access;

/** Leads to what was rehearsed or run last; a school that has never done either begins at its current term. */
export function loader({ request }: LoaderFunctionArgs) {
  return answerInPage(async () => {
    await requireAccess(request, access);
    const id = await latestTurnId();
    return redirect(id === null ? PATHS.currentTerm : turnUrl(id));
  }, request);
}
