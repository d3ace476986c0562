import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { EntryWindowsPage } from "#features/settings/entry-windows/entry-windows-page.tsx";
import {
  changeEntryWindows,
  EntryWindowsFormSchema,
  loadEntryWindows,
} from "#features/settings/entry-windows/entry-windows.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Entry windows - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadEntryWindows(visit, new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  return handleForm(request, EntryWindowsFormSchema, (input) => changeEntryWindows(visit, input));
}

export default function EntryWindows() {
  return <EntryWindowsPage {...useLoaderData<typeof loader>()} />;
}
