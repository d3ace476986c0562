import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { archivesUrl } from "#features/settings/current-term/current-term.rules.ts";
import { SetTermDialog } from "#features/settings/current-term/set-term-dialog.tsx";
import { readSetting, setTerm } from "#features/settings/current-term/set-term.server.ts";
import { termIdOf } from "#features/settings/current-term/term.schema.server.ts";
import { badRequest } from "#runtime/errors.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Set Term - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return readSetting(person, termIdOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const seen = idOf(String((await postedForm(request)).get("seen")));
  if (seen === null) throw badRequest();
  const { kind, words } = await setTerm(person, { academicTermId: termIdOf(params), seen });
  if (kind === "set") return redirectWithNotice(archivesUrl(), words, { seconds: 5 });
  return data({ fault: words }, kind === "stale" ? 409 : 422);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SetTerm() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <SetTermDialog failed={failed} fault={answer?.fault ?? null} setting={useLoaderData<typeof loader>()} />
  );
}
