import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { describeCaller } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { OwnEmployeeRecord } from "#features/employees/profile/profile-dialog.tsx";
import {
  parseEmployeeTab,
  employeeTabUrl,
  addSaveOutcomeToEmployeeTab,
} from "#features/employees/profile/profile.ts";
import { submitEmployeeTab, loadEmployeeTab } from "#features/employees/profile/profile.server.ts";
import { useSavedMessage } from "#saving/screen/form/form-result.ts";
import { OwnAccountFormSchema, submitOwnAccountForm } from "#features/profile/account.server.ts";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { readOwnAccount, requireEmployeeId } from "#features/profile/read-profile.server.ts";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { useLastResult } from "#ui/form/form-result.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Profile - Termbook" }];

/** This route opens within the page; all other nested routes open as dialogs over the page. */
const DOCUMENTS = "routes/employees/own-documents";

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const employeeId = requireEmployeeId(visit.person);
  const tab = parseEmployeeTab(new URL(request.url).searchParams);
  const [account, record] = await Promise.all([
    readOwnAccount(visit.person, visit.school),
    loadEmployeeTab(visit, { employeeId, tab }),
  ]);
  return { account, record };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = requireEmployeeId(person);
  const form = await readPostedForm(request);
  if (form.has("record")) return takeRecord(person, { employeeId, form });
  const caller = await describeCaller(request, context.ip);
  return handleForm(request, OwnAccountFormSchema, (input) =>
    submitOwnAccountForm(person, { input, caller, to: PATHS.profile }),
  );
}

export default function Profile() {
  const { account, record } = useLoaderData<typeof loader>();
  const { result: answer } = useLastResult(useActionData<typeof action>());
  const { pathname, search } = useLocation();
  const hasDocuments = useMatches().some(({ id }) => id === DOCUMENTS);
  const params = { record: PATHS.profile, path: pathname, query: new URLSearchParams(search) };
  const tabSent = answer && "tab" in answer ? answer : undefined;
  useSavedMessage(tabSent, MESSAGES.profileSaved);
  return (
    <>
      <ProfilePage {...account}>
        <OwnEmployeeRecord
          panel={hasDocuments ? <Outlet /> : null}
          params={params}
          profile={addSaveOutcomeToEmployeeTab(record, tabSent)}
        />
      </ProfilePage>
      {hasDocuments ? null : <Outlet />}
    </>
  );
}

async function takeRecord(person: Person, { employeeId, form }: { employeeId: number; form: FormData }) {
  const { status, sent } = await submitEmployeeTab(person, employeeId, form);
  if (status !== 200 || form.has(KEEP_OPEN)) return data(sent, { status });
  const here = employeeTabUrl(PATHS.profile, { query: new URLSearchParams(), tab: sent.tab });
  return redirectWithNotice(here, MESSAGES.profileSaved);
}
