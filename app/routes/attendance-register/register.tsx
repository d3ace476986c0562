import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { parseRegisterParams } from "#features/attendance-register/find-register.server.ts";
import {
  REGISTER_FORM_ID,
  addSaveOutcomesToRegister,
  type RegisterView,
} from "#features/attendance-register/register.ts";
import { RegisterPage } from "#features/attendance-register/register-page.tsx";
import { REGISTER_SAVE_DEFINITION } from "#features/attendance-register/save/saved-register.server.ts";
import { loadRegister } from "#features/attendance-register/load-register.server.ts";
import { FailureModal } from "#features/shell/frame/failure-dialog.tsx";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";
import { saveRowsWithoutScript } from "#saving/server/save-form.server.ts";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";

export const access = "signed-in" satisfies Access;

export const handle = {
  offline: true,
  // A register that has not been marked is not saved on leaving, because saving would mark it.
  formToLeave: ({ canEdit, rows, marked }: RegisterView) =>
    canEdit && marked !== null && rows.length > 0 ? REGISTER_FORM_ID : null,
};

export const shouldRevalidate = shouldRevalidateUnlessUnderDialog;

export const meta: MetaFunction<typeof loader> = ({ data: register }) => [
  { title: register ? `Register, ${register.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadRegister(person, parseRegisterParams(params));
}

/** Saves the whole register for a browser without JavaScript. The page shows the result of each row. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await readPostedForm(request);
  return saveRowsWithoutScript(REGISTER_SAVE_DEFINITION, { person, key: parseRegisterParams(params), form });
}

const DIALOGS = ["routes/attendance-register/history"];

export default function RegisterScreen() {
  usePrefetchedRoutes(DIALOGS);
  const register = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <>
      <RegisterPage register={sent ? addSaveOutcomesToRegister(register, sent) : register} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <FailureModal
      close="Main Menu"
      closeTo={PATHS.mainMenu}
      error={useRouteError()}
      of="The register was not opened"
    />
  );
}
