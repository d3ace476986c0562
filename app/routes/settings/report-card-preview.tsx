import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { sendReportCardPreview } from "#features/reports/card-settings/preview.server.ts";
import { respondWithFile } from "#runtime/json-answer.ts";

export const access = "settings.manage" satisfies Access;

export function loader({ request }: LoaderFunctionArgs) {
  return respondWithFile(async () => {
    const person = await requireAccessForData(request, access);
    return sendReportCardPreview(person, new URL(request.url).searchParams, request.signal);
  });
}
