import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { answerFields } from "#access/forms/answer-form.server.ts";
import { reloadWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { isRefresh } from "#domain/daily/refresh.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { parseRolloverParams, type RolloverView } from "#features/rollover/rollover.rules.ts";
import { refreshOf, RolloverPage } from "#features/rollover/rollover-page.tsx";
import {
  changeRollover,
  loadRollover,
  rolloverIdIn,
  tickedIn,
  RolloverForm,
} from "#features/rollover/rollover.server.ts";
import { useRefreshed } from "#ui/loading/use-refreshed.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";
export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.currentTerm, label: "Current Term" } };

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New term - Termbook" }];

/** Reloads the whole page for a person who watched a run to its end, because the bar now names another term. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const rollover = await loadRollover(visit, rolloverIdIn(params), new URL(request.url).searchParams);
  if (rollover.kind !== "finished" || !isRefresh(request.url)) return rollover;
  const words = rollover.state === "done" ? MESSAGES.termSet : "The new term was undone";
  throw await reloadWithNotice(rollover.url, words, { seconds: 5 });
}

/** A refresh that fails leaves the page as it is. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const reading = serverLoader<typeof loader>();
  return isRefresh(request.url) ? reading.catch(nothingUnlessSent) : reading;
}

/** Redirects are still followed. */
function nothingUnlessSent(error: unknown): null {
  if (error instanceof Response) throw error;
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const rolloverId = rolloverIdIn(params);
  const listParams = parseRolloverParams(new URL(request.url).searchParams);
  const form = await postedForm(request);
  const studentKeys = tickedIn(form);
  return answerFields(form, RolloverForm, (input) =>
    changeRollover(person, { rolloverId, input, studentKeys, params: listParams }),
  );
}

export default function RolloverRoute() {
  const rollover = useRefreshed<RolloverView>(useLoaderData<typeof loader>(), refreshOf);
  return (
    <>
      <RolloverPage rollover={rollover} />
      <Outlet context={rollover} />
    </>
  );
}
