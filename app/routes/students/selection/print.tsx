import type { LoaderFunctionArgs } from "@remix-run/node";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData } from "#access/require-access.server.ts";
import { printedDocumentResponse } from "#api/dispatch/dispatch.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { logDocument } from "#features/reports/document.server.ts";
import { printStudentList } from "#features/reports/lists/class-lists.server.ts";
import { printRegistrationForms } from "#features/reports/print-registration-forms.server.ts";
import { listSelection } from "#features/students/selection/selection.server.ts";
import { notFound } from "#runtime/errors.ts";

export const access = "student-records" satisfies Access;

/** Sends the list or the registration forms of the selected students, as a PDF. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    const output = { format: "pdf", signal: request.signal } as const;
    const studentKeys = await listSelection(person);
    if (params.list === "list")
      return printedDocumentResponse(await printStudentList(person, studentKeys, output), request);
    if (params.list !== "forms") throw notFound();
    const printed = await printRegistrationForms(person, { studentKeys }, output);
    const address = shortenIpAddress(context.ip);
    await logDocument(person, { kind: "forms-printed", fileName: printed.fileName, address });
    return printedDocumentResponse(printed, request);
  }, request);
}
