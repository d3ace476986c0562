import { useState } from "react";
import { canGiveUp, giveUp, tryAgain } from "#saving/client/unsent-target.ts";
import type { StoredUnsentRow } from "#saving/client/outbox-database.ts";
import type { SheetStore } from "#saving/client/sheet-store.ts";
import { useConnection } from "#saving/screen/use-connection.ts";
import { Button } from "#ui/form/button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { NamedSheet } from "./names.ts";
import type { KeptGroup } from "./unsent-groups.rules.ts";
import { keptState, keptValues } from "./unsent-state.rules.ts";
import { valueWords } from "./value-words.rules.ts";

export type KeptSheetProps = {
  group: KeptGroup;
  /** Null until the server has named it, and for what it does not name. */
  named: NamedSheet | null;
  isAnswered: boolean;
  /** Null until what waits of it is taken up. */
  store: SheetStore | null;
  isSettled: boolean;
  onDiscarded: (what: string) => void;
};

type KeptRowProps = KeptSheetProps & { kept: StoredUnsentRow };

/** One row: whose it is, what was typed, where it stands and what can be done about it. */
export function UnsentRowView(props: KeptRowProps) {
  const { kept, named, store, isSettled } = props;
  const { link } = useConnection();
  const name = named?.names[kept.row] ?? null;
  const values = valueWords(keptValues(kept), named?.fields ?? {});
  const { kind, words } = keptState(kept, link);
  const isHere = store?.rows.row(kept.row) !== undefined;
  return (
    <li className="flex flex-col gap-x-6 gap-y-1 border-b px-4 py-3 last:border-b-0 md:flex-row md:items-center md:px-5">
      <div className="min-w-0 grow">
        <p>
          {name ? (
            <span className="mr-3">{name}</span>
          ) : (
            <span className="mr-3 text-muted">{unnamedWords(props)}</span>
          )}
          <strong className="break-words font-semibold">{values}</strong>
        </p>
        <SaveStatus kind={kind}>{words}</SaveStatus>
        {!isHere && isSettled ? (
          <p className="text-13 text-muted">Another open page of this browser has it in hand.</p>
        ) : null}
      </div>
      {isHere ? <Acts {...props} what={name ? `${values} of ${name}` : values} /> : null}
    </li>
  );
}

function unnamedWords({ isAnswered }: KeptRowProps): string {
  return isAnswered ? "Not named" : "Not named without a connection";
}

function Acts({ kept, store, onDiscarded, what }: KeptRowProps & { what: string }) {
  const [isAsked, ask] = useState(false);
  if (!store) return null;

  function discard() {
    if (!store) return;
    giveUp(store, kept.row);
    onDiscarded(what);
  }

  if (isAsked) return <Question onKeep={() => ask(false)} onYes={discard} what={what} />;
  return (
    <div className="flex shrink-0 gap-2">
      {kept.issue?.kind === "changed" ? null : (
        <Button onClick={() => tryAgain(store, kept.row)} type="button">
          Try again<span className="sr-only">: {what}</span>
        </Button>
      )}
      {canGiveUp(kept) ? (
        <Button kind="danger" onClick={() => ask(true)} type="button">
          Discard<span className="sr-only">: {what}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** Asked once: it is nowhere else. */
function Question({ what, onKeep, onYes }: { what: string; onKeep: () => void; onYes: () => void }) {
  return (
    <div aria-label="Discard" className="flex flex-col gap-2 md:max-w-[340px]" role="group">
      <p>
        Discard <strong>{what}</strong>? It is kept nowhere else and cannot be brought back.
      </p>
      <div className="flex gap-2">
        <Button autoFocus onClick={onKeep} type="button">
          Keep it
        </Button>
        <Button kind="danger" onClick={onYes} type="button">
          Discard
        </Button>
      </div>
    </div>
  );
}
