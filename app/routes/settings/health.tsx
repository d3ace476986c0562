import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { HealthPage } from "#features/settings/health/health-page.tsx";
import { readHealth } from "#features/settings/health/read-health.server.ts";
import { tryAgain } from "#features/settings/health/try-again.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Health - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { health: await readHealth(visit) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { person } = await requireVisit(request, access);
  const work = await tryAgain(person, (await postedForm(request)).get("jobId"));
  if (work) return redirectWithNotice(PATHS.health, `${work}: it is tried again now.`);
  return redirectWithNotice(PATHS.health, "It is not failed any more, so nothing was done.", {
    tone: "refused",
  });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function Health() {
  const { failed } = useAnswer(useActionData<typeof clientAction>());
  return <HealthPage failed={failed} health={useLoaderData<typeof loader>().health} />;
}
