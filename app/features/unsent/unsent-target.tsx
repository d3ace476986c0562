import { savedTitle } from "#domain/saved-targets.ts";
import type { NamedTarget } from "#saving/client/target-names.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { UnsentRowView, type UnsentTargetProps } from "./unsent-row.tsx";

/** What waits of one saved target, and the way to it where it can still be opened. */
export function UnsentTarget(props: UnsentTargetProps) {
  const { group, named, isAnswered } = props;
  const reason = reasonShut(named, isAnswered);
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
        <div>
          <h2>{named?.title ?? savedTitle(group.target)}</h2>
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
        {group.rows.map((unsent) => (
          <UnsentRowView key={unsent.row} target={props} unsent={unsent} />
        ))}
      </ul>
    </Panel>
  );
}

/** Why it cannot be opened; what waits stays until the person discards it. */
function reasonShut(named: NamedTarget | null, isAnswered: boolean): string | null {
  if (!isAnswered) return null;
  if (!named) return "This was never yours to see, or it is there no more: it cannot be saved.";
  if (named.url) return null;
  return "This is no longer yours, so what you typed for it cannot be saved. Tell who has it now, then discard it here.";
}
