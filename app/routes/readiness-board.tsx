import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { ReadinessBoardPage } from "#features/settings/readiness-board/readiness-board-page.tsx";
import { readReadiness } from "#features/settings/readiness-board/read-readiness.server.ts";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Readiness Board - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { board: await readReadiness(visit) };
}

export default function ReadinessBoard() {
  return <ReadinessBoardPage board={useLoaderData<typeof loader>().board} />;
}
