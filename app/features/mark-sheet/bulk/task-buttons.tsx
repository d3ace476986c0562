import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import type { SheetCommands } from "./tasks.ts";

/** The search button beside the heading of the names, always in view. The key '/' in a row does the same. */
export function FindButton({ begin }: Pick<SheetCommands, "begin">) {
  return (
    <button
      className="-my-1 inline-flex min-h-7 items-center gap-1.5 font-semibold text-red max-lg:min-h-10 print:hidden"
      onClick={() => begin({ kind: "find", typed: "" })}
      type="button"
    >
      <Icon name="search" />
      <span>
        Find<span className="sr-only"> a student</span>
      </span>
    </button>
  );
}

/** On a phone, a button in the footer for the tools that wider screens show above the sheet. */
export function SheetToolsButton({ begin }: Pick<SheetCommands, "begin">) {
  return (
    <button
      className="-mr-2 inline-flex min-h-11 items-center gap-2 px-2 font-semibold text-red lg:hidden"
      onClick={() => begin({ kind: "choose" })}
      type="button"
    >
      More
      <Icon name="chevron-up" />
    </button>
  );
}

export function FillButton({ begin }: Pick<SheetCommands, "begin">) {
  return (
    <Button icon="arrow-down" onClick={() => begin({ kind: "choose" })} type="button">
      Fill or paste
    </Button>
  );
}
