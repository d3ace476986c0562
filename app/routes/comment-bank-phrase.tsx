import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import type { Person } from "#domain/person.ts";
import { bankUrl, placeIn } from "#features/comment-bank/bank.rules.ts";
import { PhraseDialog } from "#features/comment-bank/phrase-dialog.tsx";
import { phraseIdOf, wasIn } from "#features/comment-bank/phrase.schema.server.ts";
import { readPhrase } from "#features/comment-bank/phrase-owner.server.ts";
import { changePhrase, deletePhrase } from "#features/comment-bank/store-phrase.server.ts";
import { takePhrase } from "#features/comment-bank/take-phrase.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "comment-bank" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change Phrase - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const phrase = await readPhrase(person, phraseIdOf(params));
  return { phrase, closeTo: bankUrl(placeIn(new URL(request.url).searchParams)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const phraseId = phraseIdOf(params);
  const form = await postedForm(request);
  const listUrl = bankUrl(placeIn(new URL(request.url).searchParams));
  if (form.get("intent") === "delete") return takeDelete(person, { phraseId, form, listUrl });
  const was = wasIn(form);
  const answer = await takePhrase(form, (phrase) => changePhrase(person, { phraseId, was, phrase }));
  if (!answer.taken) return data({ sent: answer.sent }, answer.status);
  return redirectWithNotice(listUrl, "Phrase changed.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ChangePhrase() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return <PhraseDialog {...useLoaderData<typeof loader>()} failed={failed} sent={answer?.sent ?? null} />;
}

type Asked = { phraseId: number; form: FormData; listUrl: string };

async function takeDelete(person: Person, { phraseId, form, listUrl }: Asked) {
  const was = wasIn(form);
  const deleted = await deletePhrase(person, { phraseId, was });
  if (!deleted.ok) return data({ sent: { phrase: was, error: deleted.fault } }, deleted.status);
  return redirectWithNotice(listUrl, "Phrase deleted.");
}
