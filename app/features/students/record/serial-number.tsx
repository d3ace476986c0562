import { useFetcher } from "@remix-run/react";
import { besideUrl, type RecordPlace } from "#domain/people/record-place.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Icon } from "#ui/page/icon.tsx";

import type { RecordHead } from "./record.ts";

/** While its lock is open the serial number is a field of General. Only administrators see the lock and open it. */
export function SerialNumber({ head, place }: { head: RecordHead; place: RecordPlace }) {
  const [form] = useActionForm("serial-lock", undefined, useFetcher());
  const { number, isLocked } = head.serial;
  const words = number ?? "none";
  if (!head.isSeenByAdmin)
    return (
      <p className="max-md:[grid-area:serial]">
        <span className="text-13 text-muted">Serial Number</span> {words}
      </p>
    );
  return (
    <ActionForm
      action={besideUrl(place, "serial")}
      className="max-md:[grid-area:serial]"
      form={form}
      preventScrollReset
      rejectedTitle="The lock was not changed"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-13 text-muted">Serial Number</span>
        <span className="inline-flex min-h-9 items-center justify-between gap-2 rounded border border-line-2 bg-cream px-2.5 text-muted">
          {words}
          {isLocked ? <Icon name="lock" size={15} /> : null}
        </span>
        <button className="as-link min-h-6 touch:min-h-11" name="lock" value={isLocked ? "open" : "closed"}>
          {isLocked ? "Unlock" : "Lock"}
        </button>
      </div>
    </ActionForm>
  );
}
