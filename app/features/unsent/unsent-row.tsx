import { useState } from "react";
import { canDiscard, tryAgain } from "#saving/client/open-unsent.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import type { TargetDescription } from "#saving/client/target-names.ts";
import { useConnection } from "#saving/client/connection.ts";
import { Button } from "#ui/form/button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { UnsentGroup } from "./unsent-groups.rules.ts";
import { unsentState, unsentValues } from "./unsent-state.rules.ts";
import { formatTypedValues } from "./value-words.rules.ts";

export type UnsentTargetProps = {
  group: UnsentGroup;
  /** The names; null until the server has answered, and for a target that the server does not name. */
  named: TargetDescription | null;
  isAnswered: boolean;
  /** The store of the waiting rows; null until it is open. */
  store: SavingStore | null;
  isSettled: boolean;
  onDiscarded: (what: string) => void;
};

type UnsentRowProps = { unsent: StoredUnsentRow; target: UnsentTargetProps };

/** Shows one row: its student, the typed values, their state and what the person can do. */
export function UnsentRowView({ unsent, target }: UnsentRowProps) {
  const { named, store, isSettled, isAnswered, onDiscarded } = target;
  const { state: connection } = useConnection();
  const name = named?.names[unsent.row] ?? null;
  const values = formatTypedValues(unsentValues(unsent), named?.fields ?? {});
  const { kind, words } = unsentState(unsent, connection);
  const isHere = store?.rows.row(unsent.row) !== undefined;
  return (
    <li className="flex flex-col gap-x-6 gap-y-1 border-b px-4 py-3 last:border-b-0 md:flex-row md:items-center md:px-5">
      <div className="min-w-0 grow">
        <p>
          {name ? (
            <span className="mr-3">{name}</span>
          ) : (
            <span className="mr-3 text-muted">
              {isAnswered ? "Name unknown" : "Name not available without a connection"}
            </span>
          )}
          <strong className="break-words font-semibold">{values}</strong>
        </p>
        <SaveStatus kind={kind}>{words}</SaveStatus>
        {!isHere && isSettled ? (
          <p className="text-13 text-muted">Another tab is already saving this.</p>
        ) : null}
      </div>
      {store && isHere ? (
        <Actions
          again={kind === "typing" ? "Save" : "Try again"}
          onDiscarded={onDiscarded}
          store={store}
          unsent={unsent}
          what={name ? `${values} for ${name}` : values}
        />
      ) : null}
    </li>
  );
}

type ActionsProps = {
  unsent: StoredUnsentRow;
  store: SavingStore;
  onDiscarded: (what: string) => void;
  what: string;
  /** The label of the first button. */
  again: string;
};

function Actions({ unsent, store, onDiscarded, what, again }: ActionsProps) {
  const [isAsked, ask] = useState(false);

  function discard() {
    store.putBack(unsent.row);
    onDiscarded(what);
  }

  if (isAsked) return <Question onKeep={() => ask(false)} onYes={discard} what={what} />;
  return (
    <div className="flex shrink-0 gap-2">
      {unsent.issue?.kind === "changed" ? null : (
        <Button onClick={() => tryAgain(store, unsent.row)} type="button">
          {again}
          <span className="sr-only">: {what}</span>
        </Button>
      )}
      {canDiscard(unsent) ? (
        <Button kind="danger" onClick={() => ask(true)} type="button">
          Discard<span className="sr-only">: {what}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** Asks once before it discards a row, because the row is kept nowhere else. */
function Question({ what, onKeep, onYes }: { what: string; onKeep: () => void; onYes: () => void }) {
  return (
    <div aria-label="Discard" className="flex flex-col gap-2 md:max-w-[340px]" role="group">
      <p>
        Discard <strong>{what}</strong>? This is the only copy, so you cannot get it back.
      </p>
      <div className="flex gap-2">
        <Button autoFocus onClick={onKeep} type="button">
          Keep
        </Button>
        <Button kind="danger" onClick={onYes} type="button">
          Discard
        </Button>
      </div>
    </div>
  );
}
