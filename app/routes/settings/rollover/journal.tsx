import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { Viewer } from "#features/shell/frame/viewer.tsx";
import { journalShown } from "#features/rollover/read-steps.server.ts";
import { rolloverUrl } from "#features/rollover/rollover.rules.ts";
import { loadRollover, rolloverIdIn } from "#features/rollover/rollover.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Journal of the new term - Termbook" }];

/** Redirects to the page of the rollover, which says how it ended, unless the rollover is done. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, rolloverIdIn(params), new URLSearchParams());
  if (rollover.state !== "done") throw redirect(rolloverUrl(rollover.id));
  return journalShown(rollover);
}

export default function RolloverJournalPage() {
  return <Viewer {...useLoaderData<typeof loader>()} />;
}
