import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { saveStudentTicks, StudentTicksSchema } from "#features/students/selection/selection.server.ts";
import { badRequest } from "#runtime/errors.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { readJson } from "#runtime/request-body.ts";

export const access = "student-records" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/** Stores each tick as it is made, for pages with JavaScript. The response is the number of selected students. */
export function action({ request }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    const ticks = StudentTicksSchema.safeParse(await readJson(request));
    if (!ticks.success) throw badRequest();
    return { status: 200, body: await saveStudentTicks(person, ticks.data) };
  });
}
