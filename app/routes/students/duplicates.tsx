import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { mergeUrl } from "#domain/people/merge-address.ts";
import { listPlaceIn } from "#domain/people/list-place.ts";
import { DuplicatesPage } from "#features/students/duplicates/duplicates-page.tsx";
import { keepApart } from "#features/students/duplicates/keep-apart.server.ts";
import { comparedIn, readDuplicates } from "#features/students/duplicates/read-duplicates.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as styles } from "#ui/styles/for-people.ts";

export { links } from "#ui/styles/for-people.ts";

export const handle = { ...styles, back: { to: PATHS.students, label: "Students" } };

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Duplicates - Termbook" }];

/** Two that are named by their IDs are compared on a page of their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const query = new URL(request.url).searchParams;
  const { keys, notFound } = await comparedIn(query);
  if (keys) return redirect(mergeUrl(keys));
  const read = await readDuplicates(visit, { page: listPlaceIn(query).page, notFound });
  return data(read, notFound ? 422 : 200);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const words = await keepApart(person, await postedForm(request));
  return redirectWithNotice(PATHS.duplicates, words);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function Duplicates() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <>
      <DuplicatesPage duplicates={useLoaderData<typeof loader>()} failed={failed} />
      <Outlet />
    </>
  );
}
