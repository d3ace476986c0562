import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Outlet,
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  type ClientActionFunctionArgs,
} from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { parseForm, postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { OwnRecord } from "#features/employees/profile/own-record.tsx";
import { postTab } from "#features/employees/profile/post-tab.server.ts";
import { tabIn, tabUrl, withOutcome, type TabSent } from "#features/employees/profile/profile.ts";
import { showProfile } from "#features/employees/profile/show-profile.server.ts";
import { useToldSaved } from "#saving/screen/form/form-sent.ts";
import { postPasswords, type PasswordRefused } from "#features/profile/post-passwords.server.ts";
import { endSession, EndSessionForm } from "#features/profile/end-session.server.ts";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { readProfile, requireEmployee } from "#features/profile/read-profile.server.ts";
import { badRequest } from "#runtime/errors.ts";
import { isFailed, orFailed, STAYS, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export { handle, links } from "#ui/styles/for-people.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Profile - Termbook" }];

/** The forms of the page: the record's, and those of the account. */
const RECORD = "record";
const ACCOUNT = "account";

/** Shown in the page; the signature is a dialog over it. */
const DOCUMENTS = "routes/employees/own-documents";

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const employeeId = requireEmployee(visit.person);
  const tab = tabIn(new URL(request.url).searchParams);
  const [account, record] = await Promise.all([
    readProfile(visit.person, visit.school),
    showProfile(visit, { employeeId, tab }),
  ]);
  return { account, record };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const employeeId = requireEmployee(person);
  const form = await postedForm(request);
  if (form.has("record")) return takeRecord(person, { employeeId, form });
  if (form.get("intent") === "end-session") return takeEnd(person, form);
  return postPasswords(person, { request, form, ip: context.ip, to: PATHS.profile });
}

/** Each form of the page says itself that no answer came of it. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const came = await orFailed(() => serverAction<TabSent | PasswordRefused>());
  return isFailed(came) ? { ...came, about: form.has("record") ? RECORD : ACCOUNT } : came;
}

export const shouldRevalidate = unlessFailed;

export default function Profile() {
  const { account, record } = useLoaderData<typeof loader>();
  const { answer: sent, failed } = useAnswer(useActionData<typeof clientAction>());
  const { pathname, search } = useLocation();
  const hasDocuments = useMatches().some(({ id }) => id === DOCUMENTS);
  const place = { record: PATHS.profile, path: pathname, query: new URLSearchParams(search) };
  const tabSent = sent && "tab" in sent ? sent : undefined;
  useToldSaved(tabSent, MESSAGES.profileSaved);
  return (
    <>
      <ProfilePage
        {...account}
        failed={failed?.about === ACCOUNT ? failed : null}
        errors={sent && "errors" in sent ? sent.errors : undefined}
      >
        <OwnRecord
          failed={failed?.about === RECORD ? failed : null}
          panel={hasDocuments ? <Outlet /> : null}
          place={place}
          profile={withOutcome(record, tabSent)}
        />
      </ProfilePage>
      {hasDocuments ? null : <Outlet />}
    </>
  );
}

async function takeRecord(person: Person, { employeeId, form }: { employeeId: number; form: FormData }) {
  const { status, sent } = await postTab(person, employeeId, form);
  if (status !== 200 || form.has(STAYS)) return data(sent, { status });
  const here = tabUrl(PATHS.profile, { query: new URLSearchParams(), tab: sent.tab });
  return redirectWithNotice(here, MESSAGES.profileSaved);
}

async function takeEnd(person: Person, form: FormData) {
  const parsed = parseForm(form, EndSessionForm);
  if (!parsed.ok) throw badRequest();
  await endSession(person, parsed.value.sessionId);
  return redirectWithNotice(PATHS.profile, "Session ended.");
}
