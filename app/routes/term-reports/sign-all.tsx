import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportClassKey } from "#features/term-reports/find-report.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { SignAllPage } from "#features/term-reports/overview/sign-all-page.tsx";
import { ReviewedReportsFormSchema, signAllComplete } from "#features/term-reports/sign/sign-class.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { shouldRevalidateUnlessUnderDialog as shouldRevalidate } from "#saving/screen/stay-under-dialogs.ts";
export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: overview }) => [
  { title: overview ? `Reports of ${overview.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadClassOverview(person, parseReportClassKey(params), new URL(request.url).searchParams);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportClassKey(params);
  return handleForm(request, ReviewedReportsFormSchema, ({ seen }) =>
    signAllComplete(person, key, { looked: seen, wanted: context.signal }),
  );
}

export default function ReportsOfClass() {
  return (
    <>
      <SignAllPage overview={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
