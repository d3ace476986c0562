import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadReportsStart } from "#features/term-reports/choose/choose-class.server.ts";
import { ClassChooser } from "#features/term-reports/choose/class-chooser.tsx";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Edit/View Term Details - Termbook" }];

/** Lists the classes for an administrator. A teacher with a single class is redirected to the reports of that class. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const start = await loadReportsStart(person, new URL(request.url).searchParams);
  if (start.go !== null) throw redirect(start.go);
  return start.choice;
}

export default function ChooseClass() {
  return <ClassChooser choice={useLoaderData<typeof loader>()} />;
}
