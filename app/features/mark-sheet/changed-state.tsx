import type { ReactNode } from "react";

import { SaveStatus } from "#ui/save-status.tsx";

import type { StateCellProps } from "./state-cell.tsx";
import { changedWords, contestsOf } from "./state-words.rules.ts";
import type { Contest } from "./state-words.rules.ts";

/** A colleague wrote over what was read here: both values, and a choice that nobody makes for the person. */
export function ChangedState(props: StateCellProps) {
  const { snapshot, sheet, columns, hydrated } = props;
  const { trouble } = snapshot.state;
  if (trouble?.kind !== "changed") return null;
  const contests = contestsOf(snapshot.state, trouble, columns);
  const clock = { timeZone: sheet.timeZone, now: new Date() };
  return (
    <>
      <SaveStatus kind="changed">{changedWords(trouble, contests, clock)}</SaveStatus>
      {hydrated ? (
        <ChoiceButtons {...props} contests={contests} />
      ) : (
        <ChoiceRadios {...props} contests={contests} />
      )}
    </>
  );
}

type ChoiceProps = StateCellProps & { contests: readonly Contest[] };

const CHOICES =
  "relative z-10 mt-1 grid grid-cols-2 gap-2 lg:mb-1 lg:flex [&>*]:rounded [&>*]:border [&>*]:border-colleague [&>*]:bg-paper [&>*]:px-3 [&>*]:py-1 touch:[&>*]:min-h-11";

function ChoiceButtons({ contests, store, loaded, onDecided }: ChoiceProps) {
  const { row } = loaded;

  function decide(choose: (row: string) => void) {
    choose(row);
    onDecided();
  }

  return (
    <div className={CHOICES}>
      <button data-way-out="" onClick={() => decide((chosen) => store.keepYours(chosen))} type="button">
        <Yours contests={contests} />
      </button>
      <button onClick={() => decide((chosen) => store.takeTheirs(chosen))} type="button">
        <Theirs contests={contests} />
      </button>
    </div>
  );
}

/** Sent with the form; each names the version that it was decided about. */
function ChoiceRadios({ contests, loaded: { row, name, version } }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">Whose to keep, {name}</legend>
      <div className={CHOICES}>
        <Choice name={`choice.${row}`} value={`mine:${version}`}>
          <Yours contests={contests} />
        </Choice>
        <Choice name={`choice.${row}`} value={`theirs:${version}`}>
          <Theirs contests={contests} />
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

function Yours({ contests }: { contests: readonly Contest[] }) {
  return (
    <>
      Keep yours <strong className="ml-1 text-15">{contests.map(({ yours }) => yours).join(", ")}</strong>
    </>
  );
}

function Theirs({ contests }: { contests: readonly Contest[] }) {
  return (
    <>
      Take theirs{" "}
      <strong className="ml-1 text-15 text-colleague">
        {contests.map(({ theirs }) => theirs).join(", ")}
      </strong>
    </>
  );
}
