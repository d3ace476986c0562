import { ButtonLink } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { UnsentRowView } from "./unsent-row.tsx";
import type { KeptSheetProps } from "./unsent-row.tsx";
import { plainTitle } from "./unsent-groups.rules.ts";
import type { NamedSheet } from "./names.ts";

/** What waits of one sheet, and the way to it where it can still be opened. */
export function KeptSheet(props: KeptSheetProps) {
  const { group, named, isAnswered } = props;
  const reason = reasonShut(named, isAnswered);
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
        <div>
          <h2>{named?.title ?? plainTitle(group.sheet)}</h2>
          {named?.about ? <p className="text-13 text-muted">{named.about}</p> : null}
        </div>
        {named?.url ? <ButtonLink to={named.url}>Open it</ButtonLink> : null}
      </div>
      {reason ? (
        <p className="flex gap-3 border-b px-4 py-2 md:px-5">
          <Icon className="mt-[3px] text-refused" name="info" />
          {reason}
        </p>
      ) : null}
      <ul>
        {group.rows.map((kept) => (
          <UnsentRowView {...props} kept={kept} key={kept.row} />
        ))}
      </ul>
    </Panel>
  );
}

/** Why there is no way to the sheet; what waits stays until the person discards it. */
function reasonShut(named: NamedSheet | null, isAnswered: boolean): string | null {
  if (!isAnswered) return null;
  if (!named) return "This was never yours to see, or it is there no more: it cannot be saved.";
  if (named.url) return null;
  return "This is no longer yours, so what you typed for it cannot be saved. Tell who has it now, then discard it here.";
}
