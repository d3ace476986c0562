import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { SignDialog } from "#features/term-reports/sign/sign-dialog.tsx";
import { loadSigning, SignFormSchema, signReport } from "#features/term-reports/sign/sign-report.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

/** Shows an error dialog. If the server did not respond, the dialog says that the report is not signed. */
export function ErrorBoundary() {
  return <FailureDialog notDone={{ title: "Sign Report", text: `${MESSAGES.reportNotSigned}.` }} />;
}

export const access = "sign-reports" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: signing }) => [
  { title: signing ? `Sign Report of ${signing.student.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadSigning(person, parseReportKey(params));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = parseReportKey(params);
  return handleForm(request, SignFormSchema, (input) =>
    signReport(person, key, { ...input, wanted: context.signal }),
  );
}

export default function SignReport() {
  return <SignDialog signing={useLoaderData<typeof loader>()} />;
}
