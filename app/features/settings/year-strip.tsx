import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import type { TermOfYearCell } from "./current-term/current-term.rules.ts";

/** Shows the terms of the year and the first term of the next year. */
export function TermsOfYearRow({ cells }: { cells: readonly TermOfYearCell[] }) {
  return (
    <ol
      aria-label="The school year"
      className="-mx-4 mb-4 grid grid-cols-2 border-y bg-paper md:mx-0 md:grid-cols-4 md:rounded md:border-x"
    >
      {cells.map(({ name, dates, state, isNextYear, onPhone }) => (
        <li
          aria-current={state === "current" ? "step" : undefined}
          className={joinClassNames(
            "min-w-0 border-b-[3px] px-4 py-2 md:px-5 md:py-3",
            state === "current" ? "border-b-red" : "border-b-transparent",
            isNextYear ? "border-l border-l-rule" : "border-l border-l-line md:first:border-l-0",
            state === "current" && "max-md:border-l-0",
            !onPhone && "max-md:hidden",
          )}
          key={name}
        >
          <p
            className={joinClassNames(
              "flex justify-between font-semibold",
              state === "current" && "text-red",
            )}
          >
            <span className="whitespace-nowrap">{name}</span>
            {state === "over" ? (
              <>
                <Icon className="text-saved" name="tick" />
                <span className="sr-only">, ended</span>
              </>
            ) : null}
          </p>
          <p className="text-13 text-muted">{dates}</p>
        </li>
      ))}
    </ol>
  );
}
