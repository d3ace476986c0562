import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { BatchesPage, BATCHES_REFRESH_MS } from "#features/reports/batches/batches-page.tsx";
import {
  BatchActionFormSchema,
  changeBatch,
  loadBatches,
  type BatchesView,
} from "#features/reports/batches/batches.server.ts";
import { keepPageOnFailedRefresh, useRefreshed } from "#ui/loading/use-refreshed.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.reports, label: "Print/View Reports" } };

export const access = "print-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Print runs - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadBatches(await requireVisit(request, access));
}

export const clientLoader = keepPageOnFailedRefresh<typeof loader>;

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  return handleForm(request, BatchActionFormSchema, (input) => changeBatch(visit, input));
}

export default function PrintRuns() {
  const batches = useRefreshed<BatchesView>(useLoaderData<typeof loader>(), untilNext);
  const hasDialog = useMatches().some(({ pathname }) => pathname === PATHS.newBatch);
  return (
    <>
      <BatchesPage batches={batches} hasDialog={hasDialog} />
      <Outlet />
    </>
  );
}

/** Returns the refresh interval in milliseconds, or null when no batch is running. */
function untilNext({ running }: BatchesView): number | null {
  return running.length > 0 ? BATCHES_REFRESH_MS : null;
}
