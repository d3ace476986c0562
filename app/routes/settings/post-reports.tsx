import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PostReportsPage } from "#features/settings/post-reports/post-reports-page.tsx";
import {
  loadPostReports,
  PostReportsFormSchema,
  changeSelectedPostings,
} from "#features/settings/post-reports/post-reports.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Post Reports - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { view: await loadPostReports(visit, new URL(request.url).searchParams) };
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, PostReportsFormSchema, (input) => changeSelectedPostings(person, input));
}

export default function PostReports() {
  return <PostReportsPage {...useLoaderData<typeof loader>()} />;
}
