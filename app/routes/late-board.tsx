import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { LateBoardPage } from "#features/late-board/late-board-page.tsx";
import { readLateBoard } from "#features/late-board/read-board.server.ts";
import { loadCompletionBars } from "#ui/figures/completion-bar.server.tsx";
import { CompletionBarProvider } from "#ui/figures/completion-bar.tsx";

export const access = "late-board" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Late Board - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const [board, bars] = await Promise.all([
    readLateBoard(visit, new URL(request.url).searchParams),
    loadCompletionBars(),
  ]);
  return { board, bars };
}

export default function LateBoard() {
  const { board, bars } = useLoaderData<typeof loader>();
  return (
    <CompletionBarProvider value={bars}>
      <LateBoardPage board={board} />
    </CompletionBarProvider>
  );
}
