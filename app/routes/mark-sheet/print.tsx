import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  parseMarkSheetParams,
  loadMarkSheetPrintView,
} from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Print Mark Sheet - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMarkSheetPrintView(person, parseMarkSheetParams(params), new URL(request.url).searchParams);
}

export default function PrintMarkSheet() {
  return <DocumentViewer {...useLoaderData<typeof loader>()} />;
}
