import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { HealthPage } from "#features/settings/health/health-page.tsx";
import { loadHealth, retryJob, RetryJobFormSchema } from "#features/settings/health/health.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.settings, label: "Settings" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Health - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadHealth(await requireVisit(request, access));
}

export async function action({ request }: ActionFunctionArgs) {
  const { person } = await requireVisit(request, access);
  return handleForm(request, RetryJobFormSchema, (input) => retryJob(person, input));
}

export default function Health() {
  return <HealthPage {...useLoaderData<typeof loader>()} />;
}
