import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { EmptyClassPage } from "#features/term-reports/choose/class-chooser.tsx";
import { parseReportClassKey } from "#features/term-reports/find-report.server.ts";
import { findFirstReport } from "#features/term-reports/choose/choose-class.server.ts";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: empty }) => [
  { title: empty ? `Term reports of ${empty.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const opened = await findFirstReport(person, parseReportClassKey(params));
  if (opened.go !== null) throw redirect(opened.go);
  return opened.empty;
}

export default function ClassWithoutStudents() {
  return <EmptyClassPage empty={useLoaderData<typeof loader>()} />;
}
