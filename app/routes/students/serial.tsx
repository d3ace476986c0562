import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectWithNotice } from "#access/notice.server.ts";
import { answerInPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { setSerialLock } from "#features/students/general/read-general.server.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { actInPlace } from "#ui/page/act-in-place.ts";

/** The lock of a serial number is opened and closed by admins, nobody else (A6). */
export const access = "admin" satisfies Access;

export function action({ request, params }: ActionFunctionArgs) {
  return answerInPage(async () => {
    const person = await requireAccess(request, access);
    const form = await postedForm(request);
    const isLocked = form.get("lock") !== "open";
    await setSerialLock(person, { studentKey: studentIn(params), isLocked });
    const { pathname, search } = new URL(request.url);
    const words = isLocked ? "Serial number locked" : "Serial number unlocked";
    return redirectWithNotice(pathname.replace(/\/serial\/?$/, "") + search, words);
  }, request);
}

export const clientAction = actInPlace<typeof action>;
