import type { ActionFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requireAuthorForData } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { CLOSED_WORDS } from "#features/term-reports/rights.rules.ts";
import { saveReport } from "#features/term-reports/save-report.server.ts";
import { readSaveRequest } from "#features/term-reports/save.schema.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";

export const access = "term-reports" satisfies Access;

export function loader({ request }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed();
  });
}

/** Fields of a report as its script sends them. Always answers JSON: Remix would replace the page (design section 5). */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    const asked = await readSaveRequest(request);
    if (!asked) return { status: 422, body: { reason: "this could not be read" } };
    const saved = await saveReport(person, reportKeyOf(params), asked);
    if (!saved.ok) return { status: 409, body: { reason: CLOSED_WORDS[saved.lock] } };
    return { status: 200, body: { results: saved.results, receipt: saved.receipt } };
  });
}
