import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseOverviewParams } from "#features/attendance-summary/overview/results/results-address.rules.ts";
import { OverviewPage } from "#features/attendance-summary/overview/overview-page.tsx";
import { loadOverview } from "#features/attendance-summary/overview/overview.server.ts";

export const access = "overview" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Overview - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadOverview(visit, parseOverviewParams(new URL(request.url).searchParams));
}

export default function Overview() {
  return <OverviewPage view={useLoaderData<typeof loader>()} />;
}
