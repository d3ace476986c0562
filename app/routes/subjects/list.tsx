import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseListParams } from "#domain/people/list-params.ts";
import { subjectsUrl } from "#features/subjects/assignment.rules.ts";
import { readSubjects } from "#features/subjects/read-subjects.server.ts";
import { SubjectsPage } from "#features/subjects/subjects-page.tsx";

export const access = "subject-assignment" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Subject Student Assignment - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return readSubjects(new URL(request.url).searchParams);
}

/** Skips the reload of the list under a subject's dialog, because a reload would fail without a network. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  const placeOf = ({ searchParams }: URL) => subjectsUrl(parseListParams(searchParams));
  return placeOf(currentUrl) !== placeOf(nextUrl);
}

export default function Subjects() {
  return (
    <>
      <SubjectsPage list={useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
