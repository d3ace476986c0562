import { data } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { sheetKeyOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import type { MarkHistory } from "#features/mark-sheet/history/history.ts";
import { markHistory, putBackMark } from "#features/mark-sheet/history/mark-history.server.ts";
import { readPutBack, studentKeyOf } from "#features/mark-sheet/history/put-back.schema.server.ts";
import { HistoryDialog } from "#saving/screen/history-dialog.tsx";
import { refusalOf } from "#features/mark-sheet/history/refusal-words.server.ts";
import type { RowHistory } from "#saving/protocol/history.ts";
import { sheetUrl } from "#features/mark-sheet/sheet/sheet-key.rules.ts";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `History of ${shown.history.student} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = sheetKeyOf(params);
  return { history: await markHistory(person, key, studentKeyOf(params)), closeTo: sheetUrl(key) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = sheetKeyOf(params);
  const asked = readPutBack(await postedForm(request), studentKeyOf(params));
  const refusal = refusalOf(await putBackMark(person, key, asked));
  if (refusal) return data({ refusal }, 409);
  return redirectWithNotice(sheetUrl(key), "Put back.");
}

export default function HistoryOfMark() {
  const { history, closeTo } = useLoaderData<typeof loader>();
  return (
    <HistoryDialog
      history={rowHistory(history, closeTo)}
      nothing="Nothing has been entered for this student yet."
      refusal={useActionData<typeof action>()?.refusal ?? null}
    />
  );
}

function rowHistory({ student, entries, ...history }: MarkHistory, closeTo: string): RowHistory {
  return {
    ...history,
    about: student,
    title: "",
    closeTo,
    entries: entries.map((entry) => ({
      ...entry,
      changes: entry.changes.map(({ field, from, to }) => ({ title: field, from, to })),
    })),
  };
}

/** The sheet under it stays, with all that is typed there. */
export function ErrorBoundary() {
  return <FailureDialog error={useRouteError()} />;
}
