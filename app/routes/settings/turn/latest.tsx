import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { answerInPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { latestTurnId } from "#features/term-turn/turn.server.ts";
import { turnUrl } from "#features/term-turn/turn-place.rules.ts";

export const access = "settings.manage" satisfies Access;

/** Redirects to the latest rehearsal or run, or to Current Term at a school that has none. */
export function loader({ request }: LoaderFunctionArgs) {
  return answerInPage(async () => {
    await requireAccess(request, access);
    const id = await latestTurnId();
    return redirect(id === null ? PATHS.currentTerm : turnUrl(id));
  }, request);
}
