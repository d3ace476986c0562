import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { changeImport } from "#features/imports/change-import.server.ts";
import { ImportPage } from "#features/imports/import-page.tsx";
import { importIn, importPlaceIn, readImport } from "#features/imports/read-import.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-people.ts";
import { loadInPlace } from "#ui/loading/use-refreshed.ts";

export { links } from "#ui/styles/for-people.ts";

export const access = "employees" satisfies Access;

export const handle = { ...formStyles, back: { to: PATHS.importEmployees, label: "Import employees" } };

export const meta: MetaFunction = () => [{ title: "Import employees - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readImport(visit, { kind: "employees", ...importPlaceIn(request, params) });
}

export const clientLoader = loadInPlace<typeof loader>;

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const { ok, words, isGone } = await changeImport(person, {
    ...{ definition: EMPLOYEES_IMPORT, importId: importIn(params), form: await postedForm(request) },
    address: addressOf(context.ip),
  });
  const { pathname, search } = new URL(request.url);
  const next = isGone ? PATHS.importEmployees : pathname + search;
  return words === null ? redirect(next) : redirectWithNotice(next, words, { tone: ok ? "done" : "refused" });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function EmployeeImport() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <ImportPage failed={failed} loaded={useLoaderData<typeof loader>()} />;
}
