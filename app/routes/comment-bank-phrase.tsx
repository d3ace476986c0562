import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { commentBankUrl, parseCommentBankParams } from "#features/comment-bank/bank.rules.ts";
import {
  changePhrase,
  loadPhrase,
  PhraseFormSchema,
  parsePhraseId,
} from "#features/comment-bank/bank.server.ts";
import { PhraseDialog } from "#features/comment-bank/comment-bank-page.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "comment-bank" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Change phrase - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const phrase = await loadPhrase(person, parsePhraseId(params));
  return { phrase, closeTo: commentBankUrl(parseCommentBankParams(new URL(request.url).searchParams)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const phraseId = parsePhraseId(params);
  const listParams = parseCommentBankParams(new URL(request.url).searchParams);
  return handleForm(request, PhraseFormSchema, (input) =>
    changePhrase(person, { phraseId, input, params: listParams }),
  );
}

export default function ChangePhrase() {
  return <PhraseDialog {...useLoaderData<typeof loader>()} />;
}
