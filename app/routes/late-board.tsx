import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { LateBoardPage } from "#features/late-board/late-board-page.tsx";
import { readLateBoard } from "#features/late-board/read-board.server.ts";

export const access = "late-board" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Late Board - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { board: await readLateBoard(visit, new URL(request.url).searchParams) };
}

export default function LateBoard() {
  return <LateBoardPage board={useLoaderData<typeof loader>().board} />;
}
