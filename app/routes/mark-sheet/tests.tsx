import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { listTests } from "#features/mark-sheet/choose/list-tests.server.ts";
import { TestList } from "#features/mark-sheet/choose/test-list.tsx";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: list }) => [
  { title: list ? `${list.subject}, ${list.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return listTests(person, params.lessonId, new URL(request.url).searchParams);
}

export default function SelectAssessment() {
  return <TestList {...useLoaderData<typeof loader>()} />;
}
