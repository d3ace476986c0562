import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useMatches } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { BatchesPage, REFRESH_MS } from "#features/reports/batches/batches-page.tsx";
import type { Batches } from "#features/reports/batches/batches.ts";
import { changeBatch } from "#features/reports/batches/change-batch.server.ts";
import { readBatches } from "#features/reports/batches/read-batches.server.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { loadInPlace, useRefreshed } from "#ui/loading/use-refreshed.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.reports, label: "Print/View Reports" } };

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Print Runs - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readBatches(await requireVisit(request, access));
}

export const clientLoader = loadInPlace<typeof loader>;

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { ok, words } = await changeBatch(visit, await postedForm(request));
  return redirectWithNotice(PATHS.batches, words, { tone: ok ? "done" : "refused" });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function PrintRuns() {
  const batches = useRefreshed<Batches>(useLoaderData<typeof loader>(), untilNext);
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  const hasDialog = useMatches().some(({ pathname }) => pathname === PATHS.newBatch);
  return (
    <>
      <BatchesPage batches={batches} failed={failed} hasDialog={hasDialog} />
      <Outlet />
    </>
  );
}

/** While something is made. */
function untilNext({ running }: Batches): number | null {
  return running.length > 0 ? REFRESH_MS : null;
}
