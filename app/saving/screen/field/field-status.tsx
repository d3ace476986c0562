import { useSyncExternalStore, useEffect, useRef, useState, type ReactNode } from "react";
import { FieldKindControl, type ControlProps } from "#fields/controls/control.tsx";
import { formatFieldText, formatValue } from "#fields/kind.ts";
import { joinClassNames } from "#ui/classes.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { UnprintableNote } from "#ui/form/printable-text.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { OWN_CHANGE_AUTHOR, type RefusedFields } from "../../protocol/protocol.ts";
import { optimisticValues, type ChangedByColleagueIssue } from "../../client/row-state.ts";
import {
  ConflictChoiceButton,
  getConflictDecisions,
  conflictKey,
  recordDecision,
  saveDecisions,
  subscribeToDecisions,
  type ConflictSide,
} from "../choice-button.tsx";
import {
  formatChangedBy,
  listConflicts,
  type FieldConflict,
  type FieldInputNote,
} from "../conflicts.rules.ts";
import { useSaving } from "../saving-screen.tsx";
import {
  useControlName,
  useField,
  useIsEditable,
  useRowIssue,
  useRowContext,
  useCurrentRowValue,
  useFieldPhase,
  useShownValue,
} from "./row-context.ts";
import { KeyboardKey } from "#ui/page/key.tsx";
import type { RowPhase } from "../../client/row-phase.ts";

type OfField = { field: string };

type FieldStatusProps = OfField & {
  /** True if this field must show why its row was refused, because nothing else on the page does. */
  isAlone?: boolean;
};

/**
 * The messages below a field: a note about the typed text, a warning about characters that cannot be printed, a
 * refusal, or a conflict.
 */
export function FieldStatus({ field, isAlone = false }: FieldStatusProps) {
  const { note } = useRowContext();
  const issue = useRowIssue();
  const refusals = issue?.kind === "refused" ? issue.refusals : [];
  const placeOf = (refusal: RefusedFields) => refusal.field ?? (isAlone ? refusal.fields[0] : null);
  const refused = refusals.filter((refusal) => placeOf(refusal) === field);
  return (
    <div className="text-13 empty:hidden" id={`${useControlName(field)}-state`}>
      {note?.field === field && refused.length === 0 ? <NoteWords note={note} /> : null}
      <Unprintable field={field} />
      {refused.map(({ reason }) => (
        <Refused field={field} isAlone={isAlone} key={field} reason={reason} />
      ))}
      {issue?.kind === "changed" ? (
        <FieldConflictNotice field={field} isAlone={isAlone} issue={issue} />
      ) : null}
    </div>
  );
}

function Unprintable({ field }: OfField) {
  const text = formatFieldText(useShownValue(field));
  return useIsEditable(field) ? <UnprintableNote text={text} /> : null;
}

/** A link to the history of the field: who changed it and when, with buttons to restore values. */
export function HistoryLink({ field, of }: OfField & { of: string }) {
  const { historyUrl } = useRowContext();
  if (!historyUrl) return null;
  return (
    <SaveAndLeaveLink
      className="-my-0.5 py-0.5 text-13 text-muted hover:text-red touch:-my-3 touch:py-3 print:hidden"
      data-dialog=""
      preventScrollReset
      to={historyUrl(field)}
    >
      History<span className="sr-only"> of {of}</span>
    </SaveAndLeaveLink>
  );
}

const QUIET = "decoration-1 hover:text-red-deep";

function NoteWords({ note: { words, offer } }: { note: FieldInputNote }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1 font-semibold">
      <span>{words}</span>
      {offer ? (
        <TextButton className={QUIET} onClick={offer.act}>
          {offer.words}
        </TextButton>
      ) : null}
    </p>
  );
}

/** The maximum number of characters of a value that fit on the button. */
const SHORT = 20;

function Refused({ field, reason, isAlone }: Required<FieldStatusProps> & { reason: string }) {
  const { hydrated } = useSaving();
  const { controller } = useRowContext();
  const { kind } = useField(field);
  const before = useCurrentRowValue((snapshot) =>
    formatValue(kind, snapshot && optimisticValues(snapshot.state)[field], "blank"),
  );
  return (
    <p className={joinClassNames("flex flex-wrap items-center gap-x-3 pt-1", isAlone && "justify-between")}>
      <SaveStatus className={isAlone ? "[&>span]:first-letter:uppercase" : undefined} kind="refused">
        {isAlone ? reason : `Not saved: ${reason}`}
      </SaveStatus>
      {hydrated ? (
        <TextButton className={QUIET} onClick={() => controller.takeBack(field)}>
          {before.length <= SHORT ? `Put back ${before}` : "Put back the earlier value"}
        </TextButton>
      ) : null}
    </p>
  );
}

/** A conflict with a colleague's change, with both values. Neither choice is preselected. */
function FieldConflictNotice({
  field,
  isAlone,
  issue,
}: Required<FieldStatusProps> & { issue: ChangedByColleagueIssue }) {
  const { store, timeZone } = useSaving();
  const { row, parts, controller } = useRowContext();
  const { title } = useField(field);
  const snapshot = useCurrentRowValue((each) => each);
  const conflicts = snapshot ? listConflicts(snapshot.state, issue, parts) : [];
  const conflict = conflicts.find((item) => conflictKey(item) === field);
  if (!conflict) return null;

  function onDecided(choice: ConflictSide) {
    const decided = new Map(getConflictDecisions(issue)).set(field, choice);
    recordDecision(issue, decided);
    if (conflicts.some((item) => !decided.has(conflictKey(item)))) return;
    saveDecisions(store, row, { conflicts, decided });
    controller.rewrite();
  }

  const changes = conflict.isLong ? "" : `, from ${conflict.from} to ${conflict.theirs}`;
  return (
    <div className="mt-1.5 rounded bg-colleague-wash p-2.5">
      <p className="flex flex-wrap items-start justify-between gap-x-3">
        <SaveStatus kind="changed">
          {formatChangedBy(issue, { timeZone, now: new Date() }) + changes}
        </SaveStatus>
        <HistoryLink field={field} of={title} />
      </p>
      <Choices
        conflict={conflict}
        conflicts={conflicts}
        isAlone={isAlone}
        issue={issue}
        onDecided={onDecided}
      />
    </div>
  );
}

const COLLEAGUE = { stored: "Theirs", yours: "Keep yours", theirs: "Take theirs" };
/** The labels for a conflict between two pages of the same person. */
const OWN = { stored: "On the other page", yours: "Keep this page’s", theirs: "Take the other page’s" };

type ChoicesProps = {
  conflict: FieldConflict;
  conflicts: readonly FieldConflict[];
  issue: ChangedByColleagueIssue;
  /** True if the choices are below each other, because their text may be long and the field narrow. */
  isAlone: boolean;
  onDecided: (choice: ConflictSide) => void;
};

/** The choices for each field in conflict. They are saved together after the last one is made. */
function Choices({ conflict, conflicts, issue, isAlone, onDecided }: ChoicesProps) {
  const { hydrated } = useSaving();
  const read = () => getConflictDecisions(issue);
  const decided = useSyncExternalStore(subscribeToDecisions, read, read);
  const words = issue.by === OWN_CHANGE_AUTHOR ? OWN : COLLEAGUE;
  const chosen = decided.get(conflictKey(conflict));
  const others = conflicts.filter((item) => !decided.has(conflictKey(item))).length;
  const { isLong } = conflict;
  // Without JavaScript, the person decides all conflicts together in the summary above the form.
  if (!hydrated) return <p className="mt-1 break-words">{`${words.stored}: ${conflict.theirs}`}</p>;
  return (
    <>
      <div
        className={joinClassNames(
          "mt-1.5 grid gap-2",
          !isAlone && (isLong ? "md:grid-cols-2" : "grid-cols-2"),
        )}
      >
        {(["yours", "theirs"] as const).map((choice) => (
          <ConflictChoiceButton
            className={joinClassNames("text-left align-top", chosen === choice && "border-2")}
            isPressed={chosen === choice}
            key={choice}
            onChoose={() => onDecided(choice)}
          >
            {words[choice]}{" "}
            <strong
              className={joinClassNames(
                "text-15",
                choice === "theirs" && "text-colleague",
                isLong && "mt-0.5 block whitespace-pre-wrap break-words font-normal",
              )}
            >
              {conflict[choice]}
            </strong>
          </ConflictChoiceButton>
        ))}
      </div>
      {chosen && others > 0 ? (
        <p className="mt-1">{`This is saved once you have also chosen a value for the other ${others === 1 ? "field" : `${others} fields`}.`}</p>
      ) : null}
    </>
  );
}

type FieldControlProps = Pick<ControlProps, "describedBy" | "disabled" | "className" | "isCompact"> & {
  field: string;
};

export function FieldControl({ field, className, ...others }: FieldControlProps) {
  const { kind } = useField(field);
  const name = useControlName(field);
  const shared = { name, field, kind, value: useShownValue(field), state: useFieldPhase(field) };
  return <FieldKindControl {...others} {...shared} className={joinClassNames("state-edge", className)} />;
}

type FieldSlotProps = {
  field: string;
  /** The content for a field without a save state, such as a shortcut. */
  children?: ReactNode;
};

/** The save state of a field, to the right of its label. A problem appears below the field instead. */
export function FieldSaveStateSlot({ field, children }: FieldSlotProps) {
  const { hydrated } = useSaving();
  const phase = useFieldPhase(field);
  const isSaved = useArrived(phase);
  if (!hydrated) return null;
  if (phase === undefined) return isSaved ? <SaveStatus className="shrink-0" kind="saved" /> : children;
  if (phase === "typing") return <Typing field={field} />;
  if (phase === "saving") return <SaveStatus className="shrink-0" kind="saving" />;
  return phase === "waiting" ? <Waiting /> : null;
}

/** A narrow field has space for only one word beside the label. */
function Waiting() {
  return (
    <SaveStatus className="min-w-0" kind="waiting">
      Waiting<span className="md:sr-only"> on this page</span>
    </SaveStatus>
  );
}

/** The maximum number of characters of a value that fit beside a label. */
const SHORT_BESIDE_LABEL = 12;

/**
 * Keeps the status on one line, because a second line under the label would move the field. If there is not enough
 * space, the key Esc is hidden.
 */
const ONE_LINE = "md:h-6 md:grow md:basis-0 md:flex-wrap md:justify-end md:overflow-hidden";

function Typing({ field }: { field: string }) {
  const { kind } = useField(field);
  const before = useCurrentRowValue((snapshot) =>
    formatValue(kind, snapshot && optimisticValues(snapshot.state)[field], "blank"),
  );
  return (
    <span className={`flex min-w-0 items-center gap-2 ${ONE_LINE}`}>
      <SaveStatus kind="typing">
        {before.length <= SHORT_BESIDE_LABEL ? `Was ${before}` : "Being typed"}
      </SaveStatus>
      <span className="touch:hidden">
        <KeyboardKey>Esc</KeyboardKey>
      </span>
    </span>
  );
}

/**
 * Tells whether a value that was being sent has been saved. The sign for this stays visible until the person uses the
 * field again or leaves the tab.
 */
function useArrived(phase: RowPhase | undefined): boolean {
  const before = useRef(phase);
  const [hasArrived, setHasArrived] = useState(false);

  useEffect(() => {
    const wasOnItsWay = before.current === "saving" || before.current === "waiting";
    before.current = phase;
    setHasArrived((was) => phase === undefined && (was || wasOnItsWay));
  }, [phase]);

  return hasArrived;
}
