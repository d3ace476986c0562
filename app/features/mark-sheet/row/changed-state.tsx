import type { ReactNode } from "react";

import { YOURSELF } from "#saving/protocol/protocol.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

import type { StateCellProps } from "./state-cell.tsx";
import { changedWords, conflictsOf } from "./state-words.rules.ts";
import type { Conflict } from "./state-words.rules.ts";

/** A colleague wrote over what was read here: both values, and a choice that nobody makes for the person. */
export function ChangedState(props: StateCellProps) {
  const { snapshot, sheet, columns, hydrated } = props;
  const { issue } = snapshot.state;
  if (issue?.kind !== "changed") return null;
  const conflicts = conflictsOf(snapshot.state, issue, columns);
  const isOwn = issue.by === YOURSELF;
  const clock = { timeZone: sheet.timeZone, now: new Date() };
  return (
    <>
      <SaveStatus kind="changed">{changedWords(issue, conflicts, clock)}</SaveStatus>
      {hydrated ? (
        <ChoiceButtons {...props} conflicts={conflicts} isOwn={isOwn} />
      ) : (
        <ChoiceRadios {...props} conflicts={conflicts} isOwn={isOwn} />
      )}
    </>
  );
}

type Choices = {
  conflicts: readonly Conflict[];
  /** There is no colleague: it is between two pages of the same person. */
  isOwn: boolean;
};
type ChoiceProps = StateCellProps & Choices;

const CHOICES =
  "relative z-10 mt-1 grid grid-cols-2 gap-2 lg:mb-1 lg:flex [&>*]:rounded [&>*]:border [&>*]:border-colleague [&>*]:bg-paper [&>*]:px-3 [&>*]:py-1 touch:[&>*]:min-h-11";

function ChoiceButtons({ store, loaded, onDecided, ...choices }: ChoiceProps) {
  const { row } = loaded;

  function decide(choose: (row: string) => void) {
    choose(row);
    onDecided();
  }

  return (
    <div className={CHOICES}>
      <button data-way-out="" onClick={() => decide((chosen) => store.keepYours(chosen))} type="button">
        <Yours {...choices} />
      </button>
      <button onClick={() => decide((chosen) => store.takeTheirs(chosen))} type="button">
        <Theirs {...choices} />
      </button>
    </div>
  );
}

/** Sent with the form; each names the version that it was decided about. */
function ChoiceRadios({ loaded: { row, name, version }, ...choices }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">Which to keep, {name}</legend>
      <div className={CHOICES}>
        <Choice name={`choice.${row}`} value={`mine:${version}`}>
          <Yours {...choices} />
        </Choice>
        <Choice name={`choice.${row}`} value={`theirs:${version}`}>
          <Theirs {...choices} />
        </Choice>
      </div>
    </fieldset>
  );
}

function Choice({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <label className="flex items-center gap-2">
      <input className="size-4 accent-colleague" name={name} type="radio" value={value} />
      <span>{children}</span>
    </label>
  );
}

function Yours({ conflicts, isOwn }: Choices) {
  return (
    <>
      {isOwn ? "Use" : "Keep yours"}{" "}
      <strong className="ml-1 text-15">{conflicts.map(({ yours }) => yours).join(", ")}</strong>
      {isOwn ? <span className="sr-only"> of this page</span> : null}
    </>
  );
}

function Theirs({ conflicts, isOwn }: Choices) {
  return (
    <>
      {isOwn ? "Use" : "Take theirs"}{" "}
      <strong className="ml-1 text-15 text-colleague">
        {conflicts.map(({ theirs }) => theirs).join(", ")}
      </strong>
      {isOwn ? <span className="sr-only"> of the other page</span> : null}
    </>
  );
}
