import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { insertPhrase, showPhrases } from "#features/term-reports/report/comments/choose-phrase.server.ts";
import { readInsertion } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { PhrasesDialog } from "#features/term-reports/report/comments/phrases-dialog.tsx";
import { reportUrl } from "#domain/paths.ts";
import { notDoneWords } from "#saving/server/row-history.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Comment Bank - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showPhrases(person, reportKeyOf(params), params.field ?? "");
}

/** Without scripts the phrase goes to the end of the stored comment; with them the page puts it where one writes. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const asked = readInsertion(await postedForm(request), params.field);
  const saved = await insertPhrase(person, key, asked);
  const refusal = notDoneWords(saved, { notDone: "Not inserted", look: "Look again" });
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(reportUrl(key), "Inserted.");
}

export default function PhrasesForComment() {
  return (
    <PhrasesDialog
      choice={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.refusal ?? null}
    />
  );
}
