import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLocation, useParams } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { parseRecordOwner } from "#features/record-files/open-record.server.ts";
import { PictureDialog, PicturePanel } from "#features/record-files/picture/picture-panel.tsx";
import { submitPicture } from "#features/record-files/picture/picture.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return submitPicture(person, parseRecordOwner(params), request);
}

/** Opens an employee's picture in a panel beside the record, and a student's in a dialog. */
export default function RecordPicture() {
  const closeTo = recordUrlWithoutPanel(useLocation());
  const isStudent = useParams()["studentKey"] !== undefined;
  return isStudent ? <PictureDialog closeTo={closeTo} /> : <PicturePanel />;
}
