import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { AnnualReturnPage } from "#features/reports/annual-return/annual-return-page.tsx";
import { loadAnnualReturn } from "#features/reports/annual-return/load-return.server.ts";

export const handle = { back: { to: PATHS.reports, label: "Print/View Reports" } };

export const access = "school-returns" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Annual Statistical Return - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadAnnualReturn();
}

export default function AnnualReturn() {
  return <AnnualReturnPage {...useLoaderData<typeof loader>()} />;
}
