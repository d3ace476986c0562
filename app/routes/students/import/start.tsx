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

export const access = "student-records" satisfies Access;

export const handle = { ...formStyles, back: { to: PATHS.students, label: "Students" } };

export const meta: MetaFunction = () => [{ title: "Import students - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { imports: await listImports(visit, "students") };
}

/** The file is read by a worker: its page comes next. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const taken = await takeImport(person, request, "students");
  if (!taken.ok) return data({ fault: taken.fault }, { status: 422 });
  return redirect(importUrl("students", taken.importId));
}

export default function ImportStudents() {
  const fault = useActionData<typeof action>()?.fault ?? null;
  return <StartPage fault={fault} kind="students" imports={useLoaderData<typeof loader>().imports} />;
}
