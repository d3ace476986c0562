import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { ClassCommentsPage } from "#features/term-reports/class-comments/class-comments-page.tsx";
import {
  ClassCommentsFormSchema,
  loadClassComments,
  parseCommentParam,
  storeClassComments,
  undoClassComments,
} from "#features/term-reports/class-comments/class-comments.server.ts";
import { parseReportClassKey } from "#features/term-reports/find-report.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "term-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Comments of ${view.classLabel} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  const field = parseCommentParam(new URL(request.url).searchParams);
  return loadClassComments(person, parseReportClassKey(params), field);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportClassKey(params);
  const field = parseCommentParam(new URL(request.url).searchParams);
  return handleForm(request, ClassCommentsFormSchema, (input) =>
    input.intent === "store"
      ? storeClassComments(person, key, { field, input })
      : undoClassComments(person, key, { field, input }),
  );
}

export default function ClassComments() {
  return <ClassCommentsPage view={useLoaderData<typeof loader>()} />;
}
