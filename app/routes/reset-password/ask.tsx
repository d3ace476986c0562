import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { shortenIpAddress } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { createSubmissionToken } from "#access/passwords/once.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseId } from "#domain/paths.ts";
import { parseListParams } from "#domain/people/list-params.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { ConfirmPasswordResetDialog, NewPasswords } from "#features/reset-password/reset-dialog.tsx";
import {
  loadPeopleToReset,
  PasswordResetFormSchema,
  resetPasswords,
  type PasswordResetView,
} from "#features/reset-password/reset-password.server.ts";
import {
  getListUrlAfterReset,
  parseChosenEmployeeIds,
  passwordResetListUrl,
} from "#features/reset-password/reset.rules.ts";
import { FailureModal } from "#features/shell/frame/failure-dialog.tsx";
import { itemNotFound } from "#runtime/errors.ts";
import { useFormResult } from "#ui/form/form-result.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "employee-passwords" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Reset Password - Termbook" }];

/** Loads one employee, named in the path, or several employees, ticked in the list and named in the query. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const query = new URL(request.url).searchParams;
  const people = await loadPeopleToReset(visit, employeeIdsIn(params, parseChosenEmployeeIds(query.keys())));
  const closeTo = passwordResetListUrl(parseListParams(query), parseChosenEmployeeIds(query.keys()));
  return { people, once: createSubmissionToken(visit.person), closeTo };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const address = shortenIpAddress(context.ip);
  return handleForm(request, PasswordResetFormSchema, ({ employeeIds, ...input }) =>
    resetPasswords(visit, { ...input, employeeIds: employeeIdsIn(params, employeeIds), address }),
  );
}

export default function ConfirmReset() {
  const question = useLoaderData<typeof loader>();
  const reset = useFormResult<PasswordResetView>();
  const [query] = useSearchParams();
  return reset ? (
    <NewPasswords closeTo={getListUrlAfterReset(query, reset.people)} reset={reset} />
  ) : (
    <ConfirmPasswordResetDialog {...question} />
  );
}

/**
 * After a reset, Remix reloads the dialog. If that reload fails, the new passwords must still be shown. If nothing was
 * reset, the people stay selected in the list.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const reset = useFormResult<PasswordResetView>();
  const [query] = useSearchParams();
  if (reset) return <NewPasswords closeTo={getListUrlAfterReset(query, reset.people)} reset={reset} />;
  return (
    <FailureModal
      close="Close"
      closeTo={getListUrlAfterReset(query, [])}
      error={error}
      ofFault={PEOPLE_MESSAGES.passwordNotReset}
    />
  );
}

function employeeIdsIn({ who }: Record<string, string | undefined>, chosen: number[]): number[] {
  if (who === "several") return chosen;
  const id = parseId(who);
  if (id === null) throw itemNotFound("employee’s record", "employee");
  return [id];
}
