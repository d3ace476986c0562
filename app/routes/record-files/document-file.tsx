import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerInPage } from "#api/dispatch/refusal-page.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireAccessForData } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { sendDocument } from "#features/record-files/documents/show-documents.server.ts";
import { deleteDocument } from "#features/record-files/documents/take-document.server.ts";
import { documentIn } from "#features/record-files/owner-in.server.ts";
import { goesTo } from "#saving/server/posted-rows.server.ts";

export const access = "signed-in" satisfies Access;

/** To whoever may see the record, oneself included. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answerInPage(async () => {
    const person = await requireAccessForData(request, access);
    return sendDocument(person, documentIn(params), request);
  }, request);
}

/** Delete File. */
export function action({ request, params }: ActionFunctionArgs) {
  return answerInPage(async () => {
    const person = await requireAccess(request, access);
    const goTo = goesTo(await postedForm(request)) ?? PATHS.mainMenu;
    const { description } = await deleteDocument(person, documentIn(params));
    return redirectWithNotice(goTo, `${description} deleted.`);
  }, request);
}
