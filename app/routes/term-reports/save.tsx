import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { closedError } from "#access/closed.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requireAuthorForData } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { CLOSED_WORDS } from "#features/term-reports/rights.rules.ts";
import { saveReport } from "#features/term-reports/save/save-report.server.ts";
import { readReportToSave } from "#features/term-reports/save/save.schema.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";

export const access = "term-reports" satisfies Access;

export function loader({ request }: LoaderFunctionArgs) {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/** Fields of a report as its script sends them. Always answers JSON: Remix would replace the page (design section 5). */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    const saved = await saveReport(person, reportKeyOf(params), await readReportToSave(request));
    if (!saved.ok) throw closedError(saved.lock, CLOSED_WORDS[saved.lock]);
    const { results, receipt } = saved;
    return { status: 200, body: { results, receipt } };
  });
}
