import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { redirect, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { importUrl } from "#features/imports/imports.ts";
import { listImports } from "#features/imports/read-import.server.ts";
import { StartPage } from "#features/imports/start-page.tsx";
import { takeImport } from "#features/imports/take-import.server.ts";
import { handle as formStyles } from "#ui/styles/for-people.ts";

export { links } from "#ui/styles/for-people.ts";

export const access = "employees" satisfies Access;

export const handle = { ...formStyles, back: { to: PATHS.employees, label: "Employees" } };

export const meta: MetaFunction = () => [{ title: "Import employees - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { imports: await listImports(visit, "employees") };
}

/** The file is read by a worker: its page comes next. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const taken = await takeImport(person, request, "employees");
  if (!taken.ok) return data({ fault: taken.fault }, { status: 422 });
  return redirect(importUrl("employees", taken.importId));
}

export default function ImportEmployees() {
  const fault = useActionData<typeof action>()?.fault ?? null;
  return <StartPage fault={fault} kind="employees" imports={useLoaderData<typeof loader>().imports} />;
}
