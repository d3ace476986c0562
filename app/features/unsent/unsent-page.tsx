import { useRef, useState, useEffect } from "react";
import { PATHS } from "#domain/paths.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { ButtonLink, Button } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import {
  groupUnsentRows,
  type UnsentGroup,
  describeUnsentState,
  mergeUnsentValues,
  formatTypedValues,
} from "./unsent.rules.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { saveTargetTitle } from "#domain/saved-targets.ts";
import { useConnection } from "#saving/client/connection.ts";
import { targetWithoutRows } from "#saving/client/loaded-target.ts";
import { openStore, markStoreShown } from "#saving/client/open-stores.ts";
import type { SaveDestination } from "#saving/client/send.ts";
import {
  type TargetDescription,
  type TargetRequest,
  MAX_TARGETS_PER_REQUEST,
  fetchNames,
} from "#saving/client/target-names.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import { Icon } from "#ui/page/icon.tsx";
import { MAX_ROWS_PER_REQUEST } from "#saving/protocol/protocol.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

/** Lists the changes that wait on this device for one account. Changes of other accounts are not shown. */
export function UnsentPage({ account, displayName }: { account: number; displayName: string }) {
  const unsentRows = useUnsentRows(account);
  return (
    <>
      <PageHead
        about={`Typed by ${displayName} in this browser, but not yet saved on the server.`}
        title="Not yet saved"
      />
      <p className="hidden unscripted:block">
        JavaScript is switched off in this browser, so no entries can wait here. When you send a sheet, the
        page shows what was not saved.
      </p>
      <div className="unscripted:hidden">
        {unsentRows ? (
          <UnsentTargets account={account} groups={groupUnsentRows(unsentRows)} />
        ) : (
          <p className="text-muted">Checking this device …</p>
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
        You have nothing waiting on this device.
      </EmptyState>
    </Panel>
  );
}

/** The time within which other open pages report which rows they have. */
const TAKING_UP_MS = 1_000;

/** Opens a store for each target. Once `isSettled`, a row in no store belongs to another open page. */
function useUnsentTargets(account: number, groups: readonly UnsentGroup[]) {
  const [stores, setStores] = useState<ReadonlyMap<string, SavingStore>>(new Map());
  const [isSettled, settle] = useState(false);
  const targets = groups.map(({ target }) => target).join(" ");

  useEffect(() => {
    setStores((known) => {
      const wanted = targets.split(" ").filter((target) => target && !known.has(target));
      const opened = wanted.map((saveUrl) => [saveUrl, openUnsent({ account, saveUrl })] as const);
      return opened.length > 0 ? new Map([...known, ...opened]) : known;
    });
    const timer = setTimeout(() => settle(true), TAKING_UP_MS);
    return () => clearTimeout(timer);
  }, [account, targets]);

  return { stores, isSettled };
}

/** The waiting rows of one target. The title is a link if the target can still be opened. */
function UnsentTarget(props: UnsentTargetProps) {
  const { group, named, isAnswered } = props;
  const reason = reasonShut(named, isAnswered);
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
        <div>
          <h2>{named?.title ?? saveTargetTitle(group.target)}</h2>
          {named?.about ? <p className="text-13 text-muted">{named.about}</p> : null}
        </div>
        {named?.url ? <ButtonLink to={named.url}>Open page</ButtonLink> : null}
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

/** Returns the reason why a target cannot be opened, or null. Its rows wait until the person discards them. */
function reasonShut(named: TargetDescription | null, isAnswered: boolean): string | null {
  if (!isAnswered) return null;
  if (!named) return "You cannot open this page, so what you typed cannot be saved. Discard your changes.";
  if (named.isEarly) return "The term has not started. What you typed will be saved when the term starts.";
  if (named.url) return null;
  return "You can no longer change this page, so what you typed cannot be saved. Give what you typed to the person who fills in this page now, then discard your changes here.";
}

const NOTHING: TargetDescriptions = new Map();

/** Loads the names of the waiting rows. Tries again when the network is back. */
function useNames(groups: readonly UnsentGroup[]): TargetDescriptions {
  const [names, setNames] = useState(NOTHING);
  const input = JSON.stringify(askedOf(groups));

  useEffect(() => {
    let isGone = false;

    async function ask() {
      for await (const answered of fetchTargetDescriptions(JSON.parse(input) as TargetRequest[])) {
        if (isGone) return;
        setNames((known) => new Map([...known, ...answered]));
      }
    }

    void ask();
    window.addEventListener("online", ask);
    return () => {
      isGone = true;
      window.removeEventListener("online", ask);
    };
  }, [input]);

  return names;
}

/** The server's description of each target, or null for a target that the person could never see. */
export type TargetDescriptions = ReadonlyMap<string, TargetDescription | null>;

function askedOf(groups: readonly UnsentGroup[]): TargetRequest[] {
  return groups.map(({ target, rows }) => ({
    target,
    rows: rows.slice(0, MAX_ROWS_PER_REQUEST).map(({ row }) => row),
  }));
}

/** Fetches the descriptions in batches, because requests have a size limit. Stops at the first failed request. */
export async function* fetchTargetDescriptions(
  requests: readonly TargetRequest[],
): AsyncGenerator<TargetDescriptions> {
  for (let from = 0; from < requests.length; from += MAX_TARGETS_PER_REQUEST) {
    const portion = requests.slice(from, from + MAX_TARGETS_PER_REQUEST);
    const answered = await fetchNames(portion);
    if (!answered) return;
    const named = new Map(answered.map((item) => [item.target, item]));
    yield new Map(portion.map(({ target }) => [target, named.get(target) ?? null]));
  }
}

type UnsentTargetProps = {
  group: UnsentGroup;
  /** The description, or null until the server has responded, and for a target that it does not describe. */
  named: TargetDescription | null;
  isAnswered: boolean;
  /** The store of the waiting rows; null until it is open. */
  store: SavingStore | null;
  isSettled: boolean;
  onDiscarded: (what: string) => void;
};

type UnsentRowProps = { unsent: StoredUnsentRow; target: UnsentTargetProps };

/** A row with its student, the typed values, their state and the possible actions. */
function UnsentRowView({ unsent, target }: UnsentRowProps) {
  const { named, store, isSettled, isAnswered, onDiscarded } = target;
  const { state: connection } = useConnection();
  const name = named?.names[unsent.row] ?? null;
  const values = formatTypedValues(mergeUnsentValues(unsent), named ?? {});
  const { kind, words } = describeUnsentState(unsent, connection);
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

/** Asks for confirmation before a row is discarded, because there is no other copy of it. */
function Question({ what, onKeep, onYes }: { what: string; onKeep: () => void; onYes: () => void }) {
  return (
    <div aria-label="Discard" className="flex flex-col gap-2 md:max-w-[340px]" role="group">
      <p>
        Discard <strong>{what}</strong>? This is the only copy, so you cannot restore it.
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

/**
 * Returns a store for a target that is not on the page. The store takes over the unsent rows of closed pages, including
 * rows that need a decision, but leaves rows that belong to another open page.
 */
function openUnsent(destination: SaveDestination): SavingStore {
  const target = targetWithoutRows(destination);
  const store = openStore(target);
  // Takes over the unsent rows, then marks the store as not shown. Otherwise the browser would ask before closing a
  // page that only lists waiting rows.
  markStoreShown(store, target)();
  return store;
}

/** Sends a refused or waiting row again without changes. */
function tryAgain(store: SavingStore, row: string): void {
  const state = store.rows.row(row)?.state;
  if (!state) return;
  store.type(row, state.typed);
  store.commit(row);
  store.resume();
}

/** Returns whether a row can be discarded. A row that is being sent may already have reached the server. */
function canDiscard({ sent, issue }: StoredUnsentRow): boolean {
  return sent === null && issue?.kind !== "changed";
}
