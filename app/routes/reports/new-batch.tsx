import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { askedBatchIn } from "#features/reports/batches/asked-batch.rules.ts";
import { NewBatchDialog } from "#features/reports/batches/new-batch-dialog.tsx";
import { showPlan } from "#features/reports/batches/show-plan.server.ts";
import { startBatch } from "#features/reports/batches/start-batch.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New Run - Termbook" }];

const RUNNING = "The same is being made already.";

/** What is to be made stands in the address, as Print/View Reports sends it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const asked = askedBatchIn(new URL(request.url).searchParams);
  return asked === null ? redirect(PATHS.reports) : showPlan(person, asked);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  await postedForm(request);
  const asked = askedBatchIn(new URL(request.url).searchParams);
  if (asked === null) throw redirect(PATHS.reports);
  const started = await startBatch(person, asked);
  if (!started.ok) return data({ fault: started.fault }, 422);
  return started.isNew ? redirect(PATHS.batches) : redirectWithNotice(PATHS.batches, RUNNING);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function NewBatch() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <NewBatchDialog failed={failed} fault={answer?.fault ?? null} plan={useLoaderData<typeof loader>()} />
  );
}
