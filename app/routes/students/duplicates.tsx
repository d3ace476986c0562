import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { mergeUrl } from "#domain/people/merge-address.ts";
import { parseListParams } from "#domain/people/list-params.ts";
import { DuplicatesPage } from "#features/students/duplicates/duplicates-page.tsx";
import {
  DifferentChildrenFormSchema,
  findRecordsToCompare,
  markAsDifferentChildren,
  loadDuplicates,
} from "#features/students/duplicates/duplicates.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.students, label: "Students" } };

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Duplicates - Termbook" }];

/** If the query names two students by their IDs, redirects to the comparison of these two. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const query = new URL(request.url).searchParams;
  const compared = await findRecordsToCompare(query);
  if (compared && "kept" in compared) return redirect(mergeUrl(compared));
  const duplicates = await loadDuplicates(visit, parseListParams(query).page);
  return data({ duplicates, failedComparison: compared }, compared ? 422 : 200);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, DifferentChildrenFormSchema, (input) => markAsDifferentChildren(person, input));
}

export default function Duplicates() {
  return (
    <>
      <DuplicatesPage {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
