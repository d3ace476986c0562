import type { ActionFunctionArgs } from "@remix-run/node";
import { handleButtonForm } from "#access/forms/answer-form.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { SerialLockFormSchema, setSerialLock } from "#features/students/general/general.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccess(request, access);
    const studentKey = parseStudentKey(params);
    const record = recordUrlWithoutPanel(new URL(request.url));
    return handleButtonForm(request, SerialLockFormSchema, (input) =>
      setSerialLock(person, { studentKey, input, record }),
    );
  }, request);
}
