import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import {
  parseCommentField,
  InsertPhraseFormSchema,
  insertPhrase,
  loadPhrases,
} from "#features/term-reports/report/comments/phrases.server.ts";
import { PhrasesDialog } from "#features/term-reports/report/comments/phrases-dialog.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Comment bank - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadPhrases(person, parseReportKey(params), parseCommentField(params));
}

/**
 * Adds the phrase to the end of the stored comment. With JavaScript, the page inserts the phrase at the cursor instead.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportKey(params);
  const field = parseCommentField(params);
  return handleForm(request, InsertPhraseFormSchema, (input) => insertPhrase(person, key, { field, input }));
}

export default function PhrasesForComment() {
  return <PhrasesDialog choice={useLoaderData<typeof loader>()} />;
}
