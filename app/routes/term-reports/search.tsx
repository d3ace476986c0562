import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { SearchReportsDialog } from "#features/term-reports/report/bar/search-dialog.tsx";
import { searchReports } from "#features/term-reports/report/bar/search-reports.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Search Term Reports - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return searchReports(person, parseReportKey(params), new URL(request.url).searchParams);
}

export default function SearchOfReports() {
  return <SearchReportsDialog search={useLoaderData<typeof loader>()} />;
}
