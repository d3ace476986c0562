import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ReturnFigurePage } from "#features/reports/annual-return/figure-page.tsx";
import { loadReturnFigure } from "#features/reports/annual-return/load-return.server.ts";

export const handle = { back: { to: PATHS.annualReturn, label: "Annual Statistical Return" } };

export const access = "school-returns" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Annual Statistical Return"} - Termbook` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadReturnFigure(params.figure ?? "", new URL(request.url).searchParams);
}

export default function AnnualReturnFigure() {
  return <ReturnFigurePage {...useLoaderData<typeof loader>()} />;
}
