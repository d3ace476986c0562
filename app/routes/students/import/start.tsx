import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { redirect, useActionData, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { importUrl } from "#features/students/import/imports.ts";
import { listImports } from "#features/students/import/read-import.server.ts";
import { StartPage } from "#features/students/import/start-page.tsx";
import { takeImport } from "#features/students/import/take-import.server.ts";

export { handle, links } from "#ui/page/form-styles.ts";

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Import students - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { imports: await listImports(visit) };
}

/** The file is read by a worker: its page comes next. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const taken = await takeImport(person, request);
  if (!taken.ok) return data({ fault: taken.fault }, { status: 422 });
  return redirect(importUrl(taken.importId));
}

export default function ImportStudents() {
  const fault = useActionData<typeof action>()?.fault ?? null;
  return <StartPage fault={fault} imports={useLoaderData<typeof loader>().imports} />;
}
