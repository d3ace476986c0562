import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { parseNewBatchInput } from "#features/reports/batches/batches.rules.ts";
import { NewBatchDialog } from "#features/reports/batches/batches-page.tsx";
import { loadNewBatch, NewBatchFormSchema, startBatch } from "#features/reports/batches/new-batch.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "print-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New print run - Termbook" }];

/** Loads the dialog. The query, which comes from the page Print/View Reports, says which reports to print. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadNewBatch(person, requireAskedBatch(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, NewBatchFormSchema, (form) =>
    startBatch(person, { input: requireAskedBatch(request), form }),
  );
}

export default function NewBatch() {
  return <NewBatchDialog {...useLoaderData<typeof loader>()} />;
}

function requireAskedBatch(request: Request) {
  const input = parseNewBatchInput(new URL(request.url).searchParams);
  if (input === null) throw redirect(PATHS.reports);
  return input;
}
