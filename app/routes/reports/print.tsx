import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parsePrintParams } from "#features/reports/print/params.rules.ts";
import { PrintPage } from "#features/reports/print/print-page.tsx";
import { loadPrintOptions } from "#features/reports/print/read-print.server.ts";

export const access = "print-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Print/View Reports - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const { searchParams } = new URL(request.url);
  const offered = await loadPrintOptions(person, parsePrintParams(params["kind"], searchParams));
  const isMissing = searchParams.has("missing");
  return { shown: typeof offered === "string" ? offered : offered.screen, isMissing };
}

/** Skips the reload when only the viewer opens or closes. */
export function shouldRevalidate({ currentUrl, nextUrl, ...args }: ShouldRevalidateFunctionArgs): boolean {
  const [was, is] = [currentUrl, nextUrl].map(({ pathname }) => pathname.endsWith("/view"));
  return was === is && args.defaultShouldRevalidate;
}

export default function PrintReports() {
  const { shown, isMissing } = useLoaderData<typeof loader>();
  return (
    <>
      <PrintPage isMissing={isMissing} shown={shown} />
      <Outlet />
    </>
  );
}
