import { useFetcher } from "@remix-run/react";
import { besideUrl, type RecordPlace } from "#domain/people/record-place.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";
import { tell } from "#ui/overlay/told.ts";
import type { Failed } from "#ui/page/act-in-place.ts";
import { Icon } from "#ui/page/icon.tsx";

import type { RecordHead } from "./record.ts";

const TOLD_SECONDS = 6;
const NOT_ANSWERED = "No answer came, so the lock may be as it was. Try again.";

/** Print, but to admins, who see its lock and open it (A6). While it is open it is a field of General. */
export function SerialNumber({ head, place }: { head: RecordHead; place: RecordPlace }) {
  const fetcher = useFetcher<Failed>();
  useEachAnswer(fetcher.data, ({ words }) =>
    tell({ text: words ?? NOT_ANSWERED, tone: "refused", seconds: TOLD_SECONDS }),
  );
  const { number, isLocked } = head.serial;
  const words = number ?? "none";
  if (!head.isSeenByAdmin)
    return (
      <p className="max-md:[grid-area:serial]">
        <span className="text-13 text-muted">Serial Number</span> {words}
      </p>
    );
  return (
    <fetcher.Form
      action={besideUrl(place, "serial")}
      className="flex flex-wrap items-center gap-2 max-md:[grid-area:serial]"
      method="post"
      preventScrollReset
    >
      <AuthorField />
      <span className="text-13 text-muted">Serial Number</span>
      <span className="inline-flex min-h-9 items-center justify-between gap-2 rounded border border-line-2 bg-cream px-2.5 text-muted">
        {words}
        {isLocked ? <Icon name="lock" size={15} /> : null}
      </span>
      <button className="as-link min-h-6 touch:min-h-11" name="lock" value={isLocked ? "open" : "closed"}>
        {isLocked ? "Unlock" : "Lock"}
      </button>
    </fetcher.Form>
  );
}
