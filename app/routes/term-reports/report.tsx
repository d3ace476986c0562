import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type LinksFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { withOutcome } from "#features/term-reports/report/report.ts";
import { postReport } from "#features/term-reports/report/post-report.server.ts";
import { ReportPage } from "#features/term-reports/report/report-page.tsx";
import { reportFor } from "#features/term-reports/report/bar/prefetch.ts";
import { showReport } from "#features/term-reports/report/show-report.server.ts";
import { stayUnderDialogs } from "#saving/screen/stay-under-dialogs.ts";
import { usePrefetchedRoutes } from "#ui/page/use-prefetched-routes.ts";
import styles from "#ui/forms.css?url";

export const access = "term-reports" satisfies Access;

export const handle = { wide: true, offline: true };

export const shouldRevalidate = stayUnderDialogs;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data: report }) => [
  {
    title: report
      ? `${report.student.name}, ${report.classLabel}, Term ${report.term} - Termbook`
      : "Termbook",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showReport(person, reportKeyOf(params));
}

/** The next report may be at hand already. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return reportFor(request.url, () => serverLoader<typeof loader>());
}

/** The report as a browser without scripts sends it; the page says what became of it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const posted = await postReport(person, reportKeyOf(params), await postedForm(request));
  if (posted.done !== null) return redirectWithNotice(posted.go, posted.done);
  if (posted.go !== null) throw redirect(posted.go);
  return data({ outcome: posted.outcome }, { status: posted.status });
}

const DIALOGS = [
  "routes/term-reports/search",
  "routes/term-reports/card",
  "routes/term-reports/sign",
  "routes/term-reports/send-back",
  "routes/term-reports/history",
  "routes/term-reports/phrases",
  "routes/term-reports/subject",
];

export default function TermReport() {
  usePrefetchedRoutes(DIALOGS);
  const report = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <>
      <ReportPage report={sent ? withOutcome(report, sent.outcome) : report} />
      <Outlet />
    </>
  );
}
