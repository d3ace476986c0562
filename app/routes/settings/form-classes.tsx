import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { FormClassesPage } from "#features/settings/form-classes/form-classes-page.tsx";
import {
  changeFormClasses,
  FormClassesFormSchema,
  loadFormClasses,
} from "#features/settings/form-classes/form-classes.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Form Classes - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadFormClasses();
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return handleForm(request, FormClassesFormSchema, (input) => changeFormClasses(person, input));
}

export default function FormClasses() {
  return <FormClassesPage {...useLoaderData<typeof loader>()} />;
}
