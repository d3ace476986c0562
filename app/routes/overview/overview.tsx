import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseOverviewParams } from "#features/attendance-summary/overview/overview-address.rules.ts";
import { OverviewPage } from "#features/attendance-summary/overview/overview-page.tsx";
import { loadOverview } from "#features/attendance-summary/overview/overview.server.ts";
import { loadCompletionBars } from "#ui/figures/completion-bar.server.tsx";
import { CompletionBarProvider } from "#ui/figures/completion-bar.tsx";

export const access = "overview" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Overview - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const view = await loadOverview(visit, parseOverviewParams(new URL(request.url).searchParams));
  return { ...view, bars: await loadCompletionBars() };
}

export default function Overview() {
  const { bars, ...view } = useLoaderData<typeof loader>();
  return (
    <CompletionBarProvider value={bars}>
      <OverviewPage view={view} />
    </CompletionBarProvider>
  );
}
