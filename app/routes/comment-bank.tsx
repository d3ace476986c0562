import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { bankUrl, placeIn } from "#features/comment-bank/bank.rules.ts";
import { CommentBankPage } from "#features/comment-bank/comment-bank-page.tsx";
import { readBank } from "#features/comment-bank/read-bank.server.ts";
import { addPhrase } from "#features/comment-bank/store-phrase.server.ts";
import { takePhrase } from "#features/comment-bank/take-phrase.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { handle, links } from "#ui/styles/for-forms.ts";

export const access = "comment-bank" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Comment Bank - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return readBank(person, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const place = placeIn(new URL(request.url).searchParams);
  const answer = await takePhrase(await postedForm(request), (phrase) =>
    addPhrase(person, { tab: place.tab, phrase }),
  );
  if (!answer.taken) return data({ sent: answer.sent }, answer.status);
  return redirectWithNotice(bankUrl(place), "Phrase added.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function CommentBank() {
  const bank = useLoaderData<typeof loader>();
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <CommentBankPage bank={bank} failed={failed} sent={answer?.sent ?? null} />
      <Outlet />
    </>
  );
}
