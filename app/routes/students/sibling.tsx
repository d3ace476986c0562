import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { SiblingDialog } from "#features/students/siblings/sibling-dialog.tsx";
import {
  changeSiblingRelation,
  loadSibling,
  SiblingFormSchema,
} from "#features/students/siblings/siblings.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

export const access = "student-records" satisfies Access;

function parsePair(params: LoaderFunctionArgs["params"]) {
  return {
    studentKey: parseStudentKey(params),
    siblingKey: parseStudentKey({ studentKey: params["siblingKey"] }),
  };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSibling(person, parsePair(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const pair = parsePair(params);
  const to = recordUrlWithoutPanel(new URL(request.url));
  return handleForm(request, SiblingFormSchema, (input) =>
    changeSiblingRelation(person, { ...pair, input, to }),
  );
}

export default function Sibling() {
  return <SiblingDialog {...useLoaderData<typeof loader>()} closeTo={recordUrlWithoutPanel(useLocation())} />;
}
