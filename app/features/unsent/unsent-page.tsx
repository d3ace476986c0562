import { useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { PageHead } from "#ui/page/page-head.tsx";

import { UnsentTarget } from "./unsent-target.tsx";
import { unsentGroups, type UnsentGroup } from "./unsent-groups.rules.ts";
import { useUnsentTargets } from "./use-unsent-targets.ts";
import { useNames } from "./use-names.ts";

/** What waits on this device for one account; what waits for others is not shown. */
export function UnsentPage({ account, displayName }: { account: number; displayName: string }) {
  const unsentRows = useUnsentRows(account);
  return (
    <>
      <PageHead
        about={`Typed by ${displayName} in this browser, and not yet saved by the server.`}
        title="Not yet saved"
      />
      <p className="hidden unscripted:block">
        What waits is kept by the script of the pages, which is switched off here: nothing can wait. A sheet
        that you send is saved, or it says at once what was not.
      </p>
      <div className="unscripted:hidden">
        {unsentRows ? (
          <UnsentTargets account={account} groups={unsentGroups(unsentRows)} />
        ) : (
          <p className="text-muted">Looking on this device …</p>
        )}
      </div>
    </>
  );
}

function UnsentTargets({ account, groups }: { account: number; groups: readonly UnsentGroup[] }) {
  const names = useNames(groups);
  const { stores, isSettled } = useUnsentTargets(account, groups);
  const top = useRef<HTMLDivElement>(null);
  const [words, say] = useState("");

  function discarded(what: string) {
    say(`${what} discarded.`);
    top.current?.focus();
  }

  return (
    <div className="flex flex-col gap-4" ref={top} tabIndex={-1}>
      <p className="sr-only" role="status">
        {words}
      </p>
      {groups.length === 0 ? <NothingWaits /> : null}
      {groups.map((group) => (
        <UnsentTarget
          group={group}
          isAnswered={names.has(group.target)}
          isSettled={isSettled}
          key={group.target}
          named={names.get(group.target) ?? null}
          onDiscarded={discarded}
          store={stores.get(group.target) ?? null}
        />
      ))}
    </div>
  );
}

function NothingWaits() {
  return (
    <Panel flush>
      <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>} title="All saved">
        Nothing of yours waits on this device.
      </EmptyState>
    </Panel>
  );
}
