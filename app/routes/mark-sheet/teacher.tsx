import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { LessonList } from "#features/mark-sheet/choose/choice-lists.tsx";
import { loadMarkSheetLessonChoice } from "#features/mark-sheet/choose/start.server.ts";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: list }) => [
  { title: list ? `Lessons of ${list.teacher} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMarkSheetLessonChoice(person, params.employeeId, new URL(request.url).searchParams);
}

export default function LessonsOfTeacher() {
  return <LessonList {...useLoaderData<typeof loader>()} />;
}
