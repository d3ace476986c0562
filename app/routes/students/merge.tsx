import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { MergePage } from "#features/students/merge/merge-page.tsx";
import { mergeStudents } from "#features/students/merge/merge-students.server.ts";
import { showMerge } from "#features/students/merge/show-merge.server.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as styles } from "#ui/styles/for-people.ts";

export { links } from "#ui/styles/for-people.ts";

export const handle = { ...styles, back: { to: PATHS.duplicates, label: "Duplicates" } };

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Merge Two Records - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showMerge(person, keysIn(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const merged = await mergeStudents(person, { keys: keysIn(params), form, address: addressOf(context.ip) });
  if (!merged.ok) return data(merged.sent, merged.status);
  return redirectWithNotice(PATHS.duplicates, `The records of ${merged.name} are one now`);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function MergeStudents() {
  const preview = useLoaderData<typeof loader>();
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  const sent = answer ?? null;
  return <MergePage failed={failed} fault={sent?.fault ?? null} preview={sent?.preview ?? preview} />;
}

function keysIn({ keptKey, mergedKey }: Readonly<Record<string, string | undefined>>) {
  return { kept: studentIn({ studentKey: keptKey }), merged: studentIn({ studentKey: mergedKey }) };
}
