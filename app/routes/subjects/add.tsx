import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { AddStudentsDialog } from "#features/subjects/add/add-students.tsx";
import { countWords, keptWords } from "#features/subjects/assignment.rules.ts";
import { findCandidates } from "#features/subjects/add/find-candidates.server.ts";
import { lookingIn } from "#features/subjects/place.rules.ts";
import { subjectIdOf } from "#features/subjects/subject-of-year.server.ts";
import { takeAdded } from "#features/subjects/add/take-added.server.ts";
import { actInPlace, orFailed, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "subject-assignment" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Add Student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const query = new URL(request.url).searchParams;
  return findCandidates(subjectIdOf(params), { query, looking: lookingIn(query) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const [subjectId, form] = [subjectIdOf(params), await postedForm(request)];
  const looking = lookingIn(form);
  const query = new URL(request.url).searchParams;
  if (form.get("intent") === "find")
    return data({ again: await findCandidates(subjectId, { query, looking }), refused: null });
  const added = await takeAdded(person, subjectId, looking);
  const again = await findCandidates(subjectId, { query, looking });
  if (!added.ok) return data({ again, refused: added.faults }, added.status);
  const { closeTo, subject } = again;
  const text = `${countWords(added.students)} added to ${subject.title}. ${keptWords(added.kept, subject.title)}`;
  return redirectWithNotice(closeTo, text.trim(), { seconds: 4 });
}

/** Who looks for somebody without network is told so under the field; who opens the dialog, in its place. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const read = () => serverLoader<typeof loader>();
  return new URL(request.url).searchParams.has("find") ? orFailed(read) : read();
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function AddStudent() {
  const found = useLoaderData<typeof loader>();
  const answer = useActionData<typeof clientAction>();
  return <AddStudentsDialog found={found} sent={answer ?? null} />;
}
