import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, LinksFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { withOutcome } from "#features/term-reports/outcome.rules.ts";
import { postReport } from "#features/term-reports/post-report.server.ts";
import { ReportPage } from "#features/term-reports/report-page.tsx";
import { reportFor } from "#features/term-reports/reports-ahead.ts";
import { showReport } from "#features/term-reports/show-report.server.ts";
import { stayUnderDialogs } from "#saving/stay-under-dialogs.ts";
import { usePrefetchedRoutes } from "#ui/use-routes-ahead.ts";
import styles from "#ui/records.css?url";

export const access = "term-reports" satisfies Access;

export const handle = { wide: true, kept: true };

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
  "routes/term-report-search",
  "routes/term-report-card",
  "routes/term-report-sign",
  "routes/term-report-send-back",
  "routes/term-report-history",
  "routes/term-report-phrases",
  "routes/term-report-subject",
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
