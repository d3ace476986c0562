import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseCommentBankParams } from "#features/comment-bank/bank.rules.ts";
import { addPhrase, loadCommentBank, NewPhraseFormSchema } from "#features/comment-bank/bank.server.ts";
import { CommentBankPage } from "#features/comment-bank/comment-bank-page.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "comment-bank" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Comment bank - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadCommentBank(person, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const params = parseCommentBankParams(new URL(request.url).searchParams);
  return handleForm(request, NewPhraseFormSchema, (input) => addPhrase(person, { input, params }));
}

export default function CommentBank() {
  return (
    <>
      <CommentBankPage bank={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
