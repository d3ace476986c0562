import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { EmployeesPage } from "#features/employees/list/employees-page.tsx";
import { readEmployees } from "#features/employees/list/read-employees.server.ts";

export { shouldRevalidateUnlessFailed as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "employees" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Employees - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return readEmployees(visit, new URL(request.url).searchParams);
}

export default function Employees() {
  return (
    <>
      <EmployeesPage list={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
