import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type LinksFunction,
} from "@remix-run/node";
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
import styles from "#ui/forms.css?url";

export const access = "term-reports" satisfies Access;

export const shouldRevalidate = stayUnderDialogs;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data: overview }) => [
  { title: overview ? `Reports of ${overview.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showClass(person, classKeyOf(params), new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const looked = readReviewedReports(await postedForm(request));
  const signed = await signAllComplete(person, classKeyOf(params), looked);
  return data(signed, signed.ok ? 200 : 409);
}

export default function ReportsOfClass() {
  return (
    <>
      <SignAllPage
        answer={useActionData<typeof action>() ?? null}
        overview={useLoaderData<typeof loader>()}
      />
      <Outlet />
    </>
  );
}
