import type { ActionFunctionArgs } from "@remix-run/node";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import {
  changeStudentSelection,
  StudentSelectionFormSchema,
} from "#features/students/selection/selection.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

export const access = "student-records" satisfies Access;

/**
 * Stores the ticks of the list and opens the list again. Without JavaScript, a search and the next page use this route
 * too.
 */
export function action({ request }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccess(request, access);
    const answer = await handleForm(request, StudentSelectionFormSchema, (input) =>
      changeStudentSelection(person, input),
    );
    return answer instanceof Response ? answer : Response.json(answer.data, answer.init ?? {});
  }, request);
}
