import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { MergePage } from "#features/students/merge/merge-page.tsx";
import { loadMerge, MergeFormSchema, mergeStudents } from "#features/students/merge/merge.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.duplicates, label: "Duplicates" } };

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Merge two records - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMerge(person, keysIn(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const [keys, address] = [keysIn(params), shortenIpAddress(context.ip)];
  return handleForm(request, MergeFormSchema, (input) => mergeStudents(person, { keys, input, address }));
}

export default function MergeStudents() {
  const view = useLoaderData<typeof loader>();
  // The key changes when other records are compared or the two are swapped, so that the form starts without choices.
  return <MergePage key={`${view.kept.key} ${view.merged.key}`} {...view} />;
}

function keysIn({ keptKey, mergedKey }: Readonly<Record<string, string | undefined>>) {
  return {
    kept: parseStudentKey({ studentKey: keptKey }),
    merged: parseStudentKey({ studentKey: mergedKey }),
  };
}
