import type { ActionFunctionArgs } from "@remix-run/node";
import { answerButton } from "#access/forms/answer-form.server.ts";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { recordUrl } from "#domain/people/record-params.ts";
import { SerialLockForm, setSerialLock } from "#features/students/general/general.server.ts";
import { studentIn } from "#features/students/student-in.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccess(request, access);
    const studentKey = studentIn(params);
    const record = recordUrl(new URL(request.url));
    return answerButton(request, SerialLockForm, (input) =>
      setSerialLock(person, { studentKey, input, record }),
    );
  }, request);
}
