import { NotAnswered } from "#ui/form/not-answered.tsx";
import { ChangeDialog } from "#ui/overlay/change-dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import type { Sent } from "../refused-fields.tsx";
import { HolidayFields } from "./holiday-fields.tsx";

type HolidayDialogProps = {
  holiday: { title: string; from_date: string; to_date: string; version: number };
  closeTo: string;
  sent: Sent | null;
  failed: Failed | null;
};

/** Change or delete a holiday. */
export function HolidayDialog({ holiday, closeTo, sent, failed }: HolidayDialogProps) {
  const { title, from_date: from, to_date: to, version } = holiday;
  return (
    <ChangeDialog
      closeTo={closeTo}
      notice={<NotAnswered failed={failed} title="The holiday was not changed" />}
      title="Change the holiday"
    >
      <input name="version" type="hidden" value={sent?.typed.version ?? version} />
      <HolidayFields
        idPrefix="changed-"
        refused="The holiday was not changed"
        sent={sent}
        shown={{ title, from, to: to === from ? "" : to }}
      />
    </ChangeDialog>
  );
}
