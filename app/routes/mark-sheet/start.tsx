import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { LessonList, TeacherList } from "#features/mark-sheet/choose/choice-lists.tsx";
import { loadMarkEntryStart } from "#features/mark-sheet/choose/start.server.ts";

export const access = "marks.enter" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Enter Marks - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadMarkEntryStart(person, new URL(request.url).searchParams);
}

/** Lists all teachers for an administrator or the principal, and the person's own lessons for a teacher. */
export default function EnterMarks() {
  const start = useLoaderData<typeof loader>();
  return start.pick === "teacher" ? <TeacherList {...start} /> : <LessonList {...start} />;
}
