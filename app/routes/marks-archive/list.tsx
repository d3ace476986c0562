import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseArchiveListParams } from "#features/marks-archive/list/archive-list.ts";
import { ArchiveListPage } from "#features/marks-archive/list/archive-list-page.tsx";
import { readArchiveList } from "#features/marks-archive/list/read-archive-list.server.ts";

export { shouldRevalidateUnlessFailed as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "marks-archive" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Marks Archive - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readArchiveList(visit, parseArchiveListParams(new URL(request.url).searchParams));
}

export default function MarksArchive() {
  return (
    <>
      <ArchiveListPage list={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
