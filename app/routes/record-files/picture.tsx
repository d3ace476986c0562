import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLocation, useParams } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { recordUnder } from "#domain/people/record-place.ts";
import { ownerIn } from "#features/record-files/owner-in.server.ts";
import { PictureDialog, PicturePanel } from "#features/record-files/picture/picture-panel.tsx";
import { receivePicture } from "#features/record-files/picture/take-picture.server.ts";
import { unlessFailed } from "#ui/page/act-in-place.ts";

/** Admins add and change pictures, nobody else (A6). */
export const access = "admin" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const taken = await receivePicture(person, { owner: ownerIn(params), field: "picture" }, request);
  if (!taken.ok) return data({ fault: taken.fault }, { status: 422 });
  return redirectWithNotice(recordUnder(new URL(request.url)), MESSAGES.profileSaved);
}

/** Not when the form beside it came to no answer. */
export const shouldRevalidate = unlessFailed;

/** Beside an employee's record, over a student's. */
export default function RecordPicture() {
  const fault = useActionData<typeof action>()?.fault ?? null;
  const place = useLocation();
  const url = place.pathname + place.search;
  const isStudent = useParams()["studentKey"] !== undefined;
  if (isStudent) return <PictureDialog closeTo={recordUnder(place)} fault={fault} url={url} />;
  return <PicturePanel fault={fault} url={url} />;
}
