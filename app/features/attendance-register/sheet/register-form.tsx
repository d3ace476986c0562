import { useRevalidator } from "@remix-run/react";
import {
  Fragment,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type FormEvent,
  useState,
} from "react";
import {
  ATTENDANCE_STATES,
  attendanceWord,
  PRESENT,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import type { FieldValues } from "#fields/value.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { countSaveReceipt } from "#saving/protocol/protocol.ts";
import { describeRowResult } from "#saving/screen/announcer.ts";
import {
  SavingProvider,
  useSavingScreen,
  useSaving,
  useSavingCounts,
  replayEarlyEntry,
  type EarlyEntry,
} from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useLinkClick, type LinkClick } from "#ui/page/use-link-click.ts";
import { useScrolledOff } from "#ui/page/use-scrolled-off.ts";
import {
  UnsavedRowCount,
  NextProblemButton,
  RejectedRowCount,
  OffSheetRowsLink,
  UnsavedRowsStatus,
} from "#saving/screen/save-foot.tsx";
import { REGISTER_FORM_ID, type RegisterView } from "../register.ts";
import { formatRegisterCounts, REGISTER_ENTRY_RULES } from "../save/entry.rules.ts";
import { registerColumnsStyle } from "./columns.ts";
import { RegisterStudentEntry } from "./entry-row.tsx";
import { createRegisterEntryFields, RegisterProvider } from "./register-context.ts";
import { KeyboardKey } from "#ui/page/key.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { Button } from "#ui/form/button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

export function RegisterForm({ register }: { register: RegisterView }) {
  const { rows, url, marked } = register;
  const { pencil, write, erase } = useUnsavedStates(register);
  const { screen, words } = useRegisterScreen(register, write);
  const { store } = screen;
  const counts = useCounts(store, register, pencil);
  const isInk = useIsInk(store, register);
  const openLink = useStableLinkClick();
  const { mark: top, isOff } = useScrolledOff();
  const { reasons } = register;
  const entryFields = useMemo(() => createRegisterEntryFields({ reasons }), [reasons]);
  const context = useMemo(
    () => ({ isInk, write, url, openLink, ...entryFields }),
    [isInk, write, url, openLink, entryFields],
  );
  useNewsOfMarking(store, register);

  useEffect(() => {
    if (!isInk || Object.keys(pencil).length === 0) return;
    // These taps were made before this page knew that the register had already been marked on this device. They are
    // saved as corrections.
    if (marked === null)
      store.enter(Object.entries(pencil).map(([row, state]) => ({ row, values: corrected(state) })));
    erase();
  }, [store, isInk, marked, pencil, erase]);

  /** Marks the register by saving all rows. Once it is marked, each row saves by itself. */
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isInk) return;
    store.enter(rows.map((row) => ({ row: row.row, values: penciled(row, pencil) })));
  }

  return (
    <SavingProvider screen={screen} words={words}>
      <RegisterProvider value={context}>
        <form
          action={url}
          autoComplete="off"
          data-early=""
          id={REGISTER_FORM_ID}
          method="post"
          noValidate
          onSubmit={onSubmit}
        >
          <AuthorField savesItself />
          <div ref={top} />
          <RegisterStrip
            counts={counts}
            isInk={isInk}
            isScrolled={isOff}
            title={`Register, ${register.classLabel}`}
          />
          <ol className={isInk ? "entries" : "entries pencil"} style={registerColumnsStyle(rows.length)}>
            {rows.map((row) => (
              <RegisterStudentEntry key={row.row} loaded={row} pencilled={pencil[row.row]} />
            ))}
          </ol>
          <RegisterFoot counts={counts} isInk={isInk} marked={marked} />
        </form>
      </RegisterProvider>
    </SavingProvider>
  );
}

/**
 * Returns a function that stays the same between renders. A new function would make every memoised row render again.
 */
function useStableLinkClick(): LinkClick {
  const openLink = useLinkClick();
  const latest = useRef(openLink);

  useEffect(() => {
    latest.current = openLink;
  });

  return useCallback<LinkClick>((event) => latest.current(event), []);
}

function corrected(state: AttendanceState): FieldValues {
  return state === PRESENT ? { state, reason: null, note: null } : { state };
}

function penciled({ row, proposed }: RegisterView["rows"][number], pencil: UnsavedStates) {
  const state = pencil[row];
  return state ? REGISTER_ENTRY_RULES.normalise({ ...proposed, state }) : proposed;
}

function useRegisterScreen(register: RegisterView, write: (row: string, state: AttendanceState) => void) {
  const { saveUrl, accountId: account, rows, receipt, timeZone, marked } = register;
  return useSavingScreen({
    target: { saveUrl, account, rows, receipt, rules: REGISTER_ENTRY_RULES },
    timeZone,
    wordsOf: (result) => describeRowResult(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
    takeEarly,
  });

  /** Applies a state that was chosen in the select before JavaScript loaded. A button has replaced the select since. */
  function takeEarly(store: SavingStore, early: EarlyEntry) {
    const { name, text, row } = early;
    if (!name.startsWith("state.")) return replayEarlyEntry(store, early);
    if (text === "") return;
    if (marked === null) return write(row, text as AttendanceState);
    store.type(row, REGISTER_ENTRY_RULES.normalise({ state: text, reason: null, note: null }));
    store.commit(row);
  }
}

/** Returns text such as '31 present, 3 absent, 1 late'. The counts include states that are not saved yet. */
function useCounts(store: SavingStore, { rows }: RegisterView, pencil: UnsavedStates): string {
  const count = useCallback(() => {
    const values = rows.map((row) => {
      const shown = shownOf(store, row.row);
      return shown.state == null && !isAnySaid(store, rows) ? penciled(row, pencil) : shown;
    });
    return formatRegisterCounts(countSaveReceipt(values, REGISTER_ENTRY_RULES));
  }, [store, rows, pencil]);
  return useSyncExternalStore(store.rows.subscribe, count, count);
}

/**
 * Tells whether the register is marked. A colleague may have marked it before the page loaded, or it may have been
 * marked on this device and still be waiting to be sent.
 */
function useIsInk(store: SavingStore, { rows, marked }: RegisterView): boolean {
  const isSaid = useCallback(() => marked !== null || isAnySaid(store, rows), [store, rows, marked]);
  return useSyncExternalStore(store.rows.subscribe, isSaid, isSaid);
}

function isAnySaid(store: SavingStore, rows: RegisterView["rows"]): boolean {
  return rows.some(({ row }) => shownOf(store, row).state != null);
}

function shownOf(store: SavingStore, row: string) {
  const snapshot = store.rows.row(row);
  return snapshot ? displayedValues(snapshot.state) : {};
}

/** Reloads the page's data to show who marked the register and when, which only the server knows. */
function useNewsOfMarking(store: SavingStore, { marked, rows }: RegisterView) {
  const { revalidate } = useRevalidator();
  const { unsaved, needYou, isEmpty } = useSavingCounts(store);
  const isNews = marked === null && !isEmpty && unsaved === needYou && needYou < rows.length;

  useEffect(() => {
    if (isNews) revalidate();
  }, [isNews, revalidate]);
}

const KEYS = [...ATTENDANCE_STATES.filter((state) => state !== PRESENT), PRESENT] as const;

type RegisterStripProps = { counts: string; title: string; isInk: boolean; isScrolled: boolean };

/** The bar at the top with counts and instructions. It shows the title once the heading has scrolled away. */
function RegisterStrip({ counts, title, isInk, isScrolled }: RegisterStripProps) {
  const { hydrated } = useSaving();
  return (
    <div className="sticky top-0 z-[11] -mx-4 flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 md:mx-0 md:border-x md:border-x-line">
      {isScrolled ? <span className="truncate font-serif text-15 font-bold lg:hidden">{title}</span> : null}
      <strong className={isScrolled ? "max-lg:sr-only" : "max-lg:leading-4"}>{counts}</strong>
      {hydrated && isInk ? (
        <span className="flex lg:hidden">
          <UnsavedRowCount />
        </span>
      ) : null}
      {hydrated ? (
        <span className={isInk || isScrolled ? "text-muted max-lg:hidden" : "text-muted"}>
          <span className="lg:hidden">Tap a mark to change it</span>
          <span className="max-lg:hidden touch:hidden">
            Click a mark or press Space to change it.{" "}
            {KEYS.map((state) => (
              <Fragment key={state}>
                <KeyboardKey>{state}</KeyboardKey> {attendanceWord(state)}{" "}
              </Fragment>
            ))}
            <KeyboardKey>↓</KeyboardKey> next
          </span>
        </span>
      ) : null}
    </div>
  );
}

type RegisterFootProps = {
  counts: string;
  isInk: boolean;
  /** The text 'Marked 8:12 by you'. */ marked: string | null;
};

/**
 * The footer with the button that marks the register. Once the register is marked, it shows the save status instead.
 */
function RegisterFoot({ counts, isInk, marked }: RegisterFootProps) {
  const { store, hydrated } = useSaving();
  const summary = useSavingCounts(store);
  if (!isInk)
    return (
      <FixedBottomBar>
        <span className="mr-auto max-md:hidden">
          <SaveStatus kind="blank" size={15}>
            Not marked yet. Change the students who are absent or late, then mark the register.
          </SaveStatus>
        </span>
        <Button className="my-2 max-md:min-h-[52px] max-md:grow" icon="tick" kind="primary">
          Mark the register
        </Button>
      </FixedBottomBar>
    );
  return (
    <FixedBottomBar>
      {hydrated ? <UnsavedRowsStatus summary={summary} /> : null}
      <p className="mr-auto py-1 lg:ml-auto lg:mr-0 lg:flex lg:gap-4">
        <span>{counts}</span>
        {hydrated ? null : <RejectedRowCount summary={summary} />}
        <OffSheetRowsLink summary={summary} />
        <span className="block text-13 text-muted lg:text-15">{marked ?? "Marked on this device"}</span>
      </p>
      {hydrated ? (
        <span className="lg:hidden">
          <NextProblemButton summary={summary} />
        </span>
      ) : (
        <Button kind="primary">Save</Button>
      )}
    </FixedBottomBar>
  );
}

/** The states chosen before the register is marked, by row. */
type UnsavedStates = Readonly<Record<string, AttendanceState>>;

const NOTHING: UnsavedStates = {};

/**
 * Stores the chosen states in this browser tab until the register is marked, so that they survive a reload. Nothing is
 * sent before, because a few taps are not yet a register.
 */
function useUnsavedStates({ accountId, url }: { accountId: number; url: string }) {
  const name = `pencil ${accountId} ${url}`;
  const [pencil, setPencil] = useState(NOTHING);

  useEffect(() => setPencil(stored(name)), [name]);

  const write = useCallback(
    (row: string, state: AttendanceState) => {
      const next = { ...stored(name), [row]: state };
      store(name, next);
      setPencil(next);
    },
    [name],
  );

  const erase = useCallback(() => {
    store(name, NOTHING);
    setPencil(NOTHING);
  }, [name]);

  return { pencil, write, erase };
}

/** A fallback for browsers without session storage. It lasts until the page is closed. */
const inMemory = new Map<string, UnsavedStates>();

function stored(name: string): UnsavedStates {
  const known = inMemory.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as UnsavedStates;
  } catch {
    return NOTHING;
  }
}

function store(name: string, pencil: UnsavedStates) {
  inMemory.set(name, pencil);
  try {
    if (pencil === NOTHING) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(pencil));
  } catch {
    // Without storage, `inMemory` still has the states.
  }
}
