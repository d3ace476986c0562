import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ReportCardSettingsPage } from "#features/reports/card-settings/report-card-page.tsx";
import {
  loadReportCardSettings,
  ReportCardSettingsFormSchema,
  saveReportCardSettings,
} from "#features/reports/card-settings/report-card.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Report Card - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return loadReportCardSettings(new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const query = new URL(request.url).searchParams;
  return handleForm(request, ReportCardSettingsFormSchema, (input) =>
    saveReportCardSettings(person, { query, input }),
  );
}

export default function ReportCard() {
  const view = useLoaderData<typeof loader>();
  return <ReportCardSettingsPage key={`${view.level} ${view.beginsLater}`} {...view} />;
}
