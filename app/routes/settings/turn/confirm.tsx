import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { postStart } from "#features/term-turn/post-turn.server.ts";
import { readTurn } from "#features/term-turn/read-turn.server.ts";
import { ConfirmDialog } from "#features/term-turn/rehearsal/confirm-dialog.tsx";
import { turnUrl } from "#features/term-turn/turn-place.rules.ts";
import { rolloverIdOf } from "#features/term-turn/turn.schema.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Turn the Term - Termbook" }];

/** Only what is ready can be begun: else its page says why not. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const turn = await readTurn(visit, rolloverIdOf(params), new URLSearchParams());
  if (turn.state !== "ready") throw redirect(turnUrl(turn.id));
  return turn;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  await postedForm(request);
  const posted = await postStart(person, { rolloverId: rolloverIdOf(params) });
  if (posted.words === undefined) return redirect(posted.to);
  return redirectWithNotice(posted.to, posted.words, { seconds: 5, tone: posted.tone });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ConfirmTurn() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <ConfirmDialog failed={failed} turn={useLoaderData<typeof loader>()} />;
}
