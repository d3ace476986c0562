import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadDocumentView } from "#features/reports/print/read-print.server.ts";
import { parsePrintParams } from "#features/reports/print/params.rules.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "print-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Report - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const listParams = parsePrintParams(params["kind"], new URL(request.url).searchParams);
  const shown = await loadDocumentView(person, listParams);
  return "go" in shown ? redirect(shown.go) : shown;
}

export default function ReportViewer() {
  const { nextTo, ...viewer } = useLoaderData<typeof loader>();
  return <DocumentViewer {...viewer} next={nextTo === null ? null : { to: nextTo, words: "Next Class" }} />;
}
