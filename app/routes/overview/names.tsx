import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { AttendanceListPage } from "#features/attendance-summary/overview/names-page.tsx";
import { loadAttendanceList } from "#features/attendance-summary/overview/names.server.ts";
import { MarkListPage } from "#features/attendance-summary/overview/results/result-names-page.tsx";
import { loadMarkList } from "#features/attendance-summary/overview/results/result-names.server.ts";
import { isMarkListName } from "#features/attendance-summary/overview/overview-address.rules.ts";

export const handle = { back: { to: PATHS.overview, label: "Overview" } };

export const access = "overview" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Overview"} - Termbook` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { searchParams } = new URL(request.url);
  return isMarkListName(params.list)
    ? loadMarkList(visit, params.list, searchParams)
    : loadAttendanceList(visit, params.list, searchParams);
}

export default function Names() {
  const view = useLoaderData<typeof loader>();
  return "of" in view ? <MarkListPage view={view} /> : <AttendanceListPage view={view} />;
}
