import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { nameRows } from "#features/unsent/name-rows.server.ts";
import { readAsked } from "#features/unsent/names.schema.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export function loader({ request }: LoaderFunctionArgs) {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/** Names what the script found on its device: it sends ids, and gets the names of what is or was the person's. */
export function action({ request }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAccessForData(request, access);
    const asked = await readAsked(request);
    if (!asked) return { status: 422, body: { reason: "this could not be read" } };
    return { status: 200, body: { sheets: await nameRows(person, asked) } };
  });
}
