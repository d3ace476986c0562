import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";
import { toJournalView } from "#features/rollover/read-steps.server.ts";
import { rolloverUrl } from "#features/rollover/rollover.rules.ts";
import { loadRollover, parseRolloverId } from "#features/rollover/rollover.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Journal of the new term - Termbook" }];

/** Loads the journal of a finished rollover. While the rollover is unfinished, redirects to its page instead. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, parseRolloverId(params), new URLSearchParams());
  if (rollover.state !== "done") throw redirect(rolloverUrl(rollover.id));
  return toJournalView(rollover);
}

export default function RolloverJournalPage() {
  return <DocumentViewer {...useLoaderData<typeof loader>()} />;
}
