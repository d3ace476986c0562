import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { REPORT_FORM_ID } from "#features/term-reports/report/record/report-context.ts";
import { addSaveOutcomeToReport, type Report } from "#features/term-reports/report/report.ts";
import { submitReport } from "#features/term-reports/report/submit-report.server.ts";
import { ReportPage } from "#features/term-reports/report/report-form.tsx";
import { loadPrefetchedOrFetch } from "#features/term-reports/report/bar/prefetch.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";

export const access = "term-reports" satisfies Access;

export const handle = {
  wide: true,
  offline: true,
  formToLeave: ({ rules }: Report) => (rules.editable.length > 0 ? REPORT_FORM_ID : null),
};

export const shouldRevalidate = shouldRevalidateUnlessUnderDialog;

export const meta: MetaFunction<typeof loader> = ({ data: report }) => [
  {
    title: report
      ? `${report.student.name}, ${report.classLabel}, Term ${report.term} - Termbook`
      : "Termbook",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadReport(person, parseReportKey(params));
}

/** Returns the prefetched report if there is one; otherwise loads it. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadPrefetchedOrFetch(request.url, () => serverLoader<typeof loader>());
}

/** Saves the report for a browser without JavaScript. The page shows the result. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const posted = await submitReport(person, parseReportKey(params), await readPostedForm(request));
  if (posted.done !== null) return redirectWithNotice(posted.go, posted.done);
  if (posted.go !== null) throw redirect(posted.go);
  const { outcome, commentStands, leaveTo, status } = posted;
  return data({ outcome, commentStands, leaveTo }, { status });
}

const DIALOGS = [
  "routes/term-reports/search",
  "routes/term-reports/card",
  "routes/term-reports/sign",
  "routes/term-reports/send-back",
  "routes/term-reports/take-back",
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
      <ReportPage report={sent ? addSaveOutcomeToReport(report, sent) : report} />
      <Outlet />
    </>
  );
}
