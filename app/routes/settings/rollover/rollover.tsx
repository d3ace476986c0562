import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { handleFormFields } from "#access/forms/answer-form.server.ts";
import { reloadWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { hasRefreshParam } from "#domain/daily/refresh.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { parseRolloverParams, type RolloverView } from "#features/rollover/rollover.rules.ts";
import { rolloverRefreshInterval, RolloverPage } from "#features/rollover/rollover-page.tsx";
import {
  submitRolloverForm,
  loadRollover,
  parseRolloverId,
  parsePostedStudents,
  RolloverFormSchema,
} from "#features/rollover/rollover.server.ts";
import { useRefreshed } from "#ui/loading/use-refreshed.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const handle = { back: { to: PATHS.currentTerm, label: "Current Term" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New term - Termbook" }];

/** Reloads the whole document when a watched rollover finishes, because the app bar must show the new term. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, parseRolloverId(params), new URL(request.url).searchParams);
  if (rollover.kind !== "finished" || !hasRefreshParam(request.url)) return rollover;
  const words = rollover.state === "done" ? MESSAGES.termSet : "The start of the new term was undone";
  throw await reloadWithNotice(rollover.url, words, { seconds: 5 });
}

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const reading = serverLoader<typeof loader>();
  return hasRefreshParam(request.url) ? reading.catch(nothingUnlessSent) : reading;
}

/** Ignores a failed refresh, so that the page stays as it is, but rethrows a redirect so that Remix follows it. */
function nothingUnlessSent(error: unknown): null {
  if (error instanceof Response) throw error;
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const rolloverId = parseRolloverId(params);
  const listParams = parseRolloverParams(new URL(request.url).searchParams);
  const form = await readPostedForm(request);
  const posted = parsePostedStudents(form);
  return handleFormFields(form, RolloverFormSchema, (input) =>
    submitRolloverForm(person, { rolloverId, input, posted, params: listParams }),
  );
}

export default function RolloverRoute() {
  const rollover = useRefreshed<RolloverView>(useLoaderData<typeof loader>(), rolloverRefreshInterval);
  return (
    <>
      <RolloverPage rollover={rollover} />
      <Outlet context={rollover} />
    </>
  );
}
