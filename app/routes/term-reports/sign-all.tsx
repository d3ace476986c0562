import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { readReviewedReports } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { classKeyOf } from "#features/term-reports/find-report.server.ts";
import { showClass } from "#features/term-reports/overview/show-class.server.ts";
import { SignAllPage } from "#features/term-reports/overview/sign-all-page.tsx";
import { signAllComplete } from "#features/term-reports/sign/sign-class.server.ts";
import { stayUnderDialogs } from "#saving/screen/stay-under-dialogs.ts";
import { actInPlace } from "#ui/page/act-in-place.ts";

export { handle, links } from "#ui/styles/for-forms.ts";

export const access = "term-reports" satisfies Access;

export const shouldRevalidate = stayUnderDialogs;

export const meta: MetaFunction<typeof loader> = ({ data: overview }) => [
  { title: overview ? `Reports of ${overview.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showClass(person, classKeyOf(params), new URL(request.url).searchParams);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const looked = readReviewedReports(await postedForm(request));
  const signed = await signAllComplete(person, classKeyOf(params), { looked, wanted: context.signal });
  return data(signed, signed.ok ? 200 : 409);
}

export const clientAction = actInPlace<typeof action>;

export default function ReportsOfClass() {
  return (
    <>
      <SignAllPage
        answer={useActionData<typeof clientAction>() ?? null}
        overview={useLoaderData<typeof loader>()}
      />
      <Outlet />
    </>
  );
}
