import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "term-reports" satisfies Access;

/** Loads a report before the person opens it. This does not prolong the session, because the person did nothing. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithJson(async () => {
    const { person } = await requireVisitForData(request, access, { extends: false });
    return { status: 200, body: await loadReport(person, parseReportKey(params)) };
  });
}
