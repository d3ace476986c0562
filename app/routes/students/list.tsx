import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { parseStudentsParams } from "#features/students/list/params.rules.ts";
import { readStudents, withRememberedPageSize } from "#features/students/list/read-students.server.ts";
import { StudentsPage } from "#features/students/list/students-page.tsx";

export { shouldRevalidateUnlessFailed as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "students" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Students - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { query, headers } = await withRememberedPageSize(request);
  return data(await readStudents(visit, parseStudentsParams(query)), { headers });
}

export default function Students() {
  return (
    <>
      <StudentsPage list={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
