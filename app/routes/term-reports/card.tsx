import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadReportCardViewer } from "#features/term-reports/overview/card-links.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Report Card - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadReportCardViewer(person, parseReportKey(params), new URL(request.url).searchParams);
}

export default function ReportCard() {
  return <DocumentViewer {...useLoaderData<typeof loader>()} />;
}
