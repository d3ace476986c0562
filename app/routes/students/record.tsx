import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { loadDocuments } from "#features/record-files/documents/documents.server.ts";
import { StudentDocuments } from "#features/record-files/documents/student-documents.tsx";
import { parseRecordOwner } from "#features/record-files/open-record.server.ts";
import { addSaveOutcomesToStudentTab } from "#features/students/fields/fields.ts";
import { StudentFieldsTab } from "#features/students/fields/fields-tab.tsx";
import { saveStudentTabForm, readStudentTab } from "#features/students/fields/fields.server.ts";
import { saveGeneralTabForm, loadGeneralTab } from "#features/students/general/general.server.ts";
import { GeneralTab } from "#features/students/general/general-tab.tsx";
import { parseStudentTab, STUDENT_UPDATED_MESSAGE } from "#features/students/record/record.ts";
import { loadRecord } from "#features/students/record/load-record.server.ts";
import { loadSiblings } from "#features/students/siblings/siblings.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { KEEP_OPEN } from "#domain/form-reply.ts";
import { useLastResult } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

export const access = "students" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: record }) => [
  { title: record ? `${record.shown.head.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const query = new URL(request.url).searchParams;
  const input = { studentKey: parseStudentKey(params), tab: parseStudentTab(query), query };
  const { tab } = input;
  if (tab !== "general") {
    const [shown, fields, siblings] = await Promise.all([
      loadRecord(visit, input),
      readStudentTab(visit, { ...input, tab }),
      tab === "family" ? loadSiblings(visit, input.studentKey) : null,
    ]);
    return { shown, general: null, documents: null, fields, siblings };
  }
  const [shown, general, documents] = await Promise.all([
    loadRecord(visit, input),
    loadGeneralTab(visit, input),
    loadDocuments(visit, parseRecordOwner(params)),
  ]);
  return { shown, general, documents, fields: null, siblings: null };
}

/**
 * Saves a tab. With JavaScript, only the General tab is sent as a form; without JavaScript, every tab is sent as a
 * form.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await readPostedForm(request);
  const studentKey = parseStudentKey(params);
  const tab = parseStudentTab(new URL(request.url).searchParams);
  const { status, sent } =
    tab === "general"
      ? await saveGeneralTabForm(person, { studentKey }, form)
      : await saveStudentTabForm(person, { studentKey, tab }, form);
  if (status !== 200 || form.has(KEEP_OPEN)) return data(sent, { status });
  const { pathname, search } = new URL(request.url);
  return redirectWithNotice(pathname + search, STUDENT_UPDATED_MESSAGE);
}

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export default function StudentRecord() {
  const { shown, general, fields, siblings, documents } = useLoaderData<typeof loader>();
  const { result: sent } = useLastResult(useActionData<typeof action>());
  const { studentKey = "" } = useParams();
  const { pathname: path, search } = useLocation();
  const params = { record: `${PATHS.students}/${studentKey}`, path, query: new URLSearchParams(search) };
  // The key changes with the student and the tab, so that typed text never appears in another record or tab.
  const key = `${studentKey} ${fields?.tab ?? "general"}`;
  return fields ? (
    <StudentFieldsTab
      key={key}
      params={params}
      // The result may belong to a form on another tab, and is then ignored.
      read={
        sent && "outcomes" in sent && sent.tab === fields.tab
          ? addSaveOutcomesToStudentTab(fields, sent.outcomes)
          : fields
      }
      shown={shown}
      siblings={siblings}
    >
      <Outlet />
    </StudentFieldsTab>
  ) : (
    <GeneralTab
      general={general}
      params={params}
      shown={shown}
      documents={<StudentDocuments {...documents} />}
      key={key}
      sent={sent && "outcome" in sent ? sent : undefined}
    >
      <Outlet />
    </GeneralTab>
  );
}
