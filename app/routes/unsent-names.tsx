import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requirePost } from "#access/require-access.server.ts";
import { describeTargets, readTargetRequests } from "#features/unsent/name-rows.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/**
 * Returns the names for unsent rows that the script found on the device. The script sends ids, and gets names only for
 * rows that the person may see or could see before.
 */
export function action({ request }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAccessForData(request, access);
    const result = await readTargetRequests(request);
    if (!result) return { status: 422, body: { reason: "the server could not read what was sent" } };
    return { status: 200, body: { targets: await describeTargets(person, result) } };
  });
}
