import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PastTermsPage } from "#features/settings/entry-windows/past-terms-page.tsx";
import {
  changePastTerms,
  loadPastTerms,
  PastTermsFormSchema,
  type PastTermsView,
} from "#features/settings/entry-windows/past-terms.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = {
  back: ({ canSetDates }: PastTermsView) =>
    canSetDates ? { to: PATHS.settings, label: "Settings" } : { to: PATHS.lateBoard, label: "Late Board" },
};

export const access = "past-terms" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Past terms, Entry windows - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadPastTerms(visit, new URL(request.url).searchParams);
}

/** Administrators open and close past terms; the principal can only see which terms are open. */
export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  return handleForm(request, PastTermsFormSchema, (input) => changePastTerms(visit, input));
}

export default function PastTerms() {
  return <PastTermsPage {...useLoaderData<typeof loader>()} />;
}
