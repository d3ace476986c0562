import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { sheetKeyOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { sheetPrint } from "#features/mark-sheet/sheet/print-links.server.ts";
import { Viewer } from "#features/shell/frame/viewer.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Print Mark Sheet - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return sheetPrint(person, sheetKeyOf(params), new URL(request.url).searchParams);
}

export default function PrintMarkSheet() {
  return <Viewer {...useLoaderData<typeof loader>()} />;
}
