import { NO_WORK, attendancesOf } from "#domain/attendance.ts";
import type { MarkRules } from "#fields/mark.ts";
import { NotYetSaved } from "#saving/screen/save-foot.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";

import { Key } from "#ui/page/key.tsx";

import { useSheet } from "./sheet-context.ts";
import { sheetTitle } from "./sheet-title.rules.ts";

/** On a phone the count of what is not saved stands here, where no keyboard covers it; without script nobody counts. */
export function StateHead({ isScrolled }: { isScrolled: boolean }) {
  const { hydrated } = useSaving();
  const { sheet } = useSheet();
  return (
    <span className="flex items-center justify-between gap-4">
      <span className="max-lg:sr-only">State</span>
      {hydrated ? <KeyHint rules={sheet.rules} /> : null}
      {isScrolled ? (
        <span className="truncate font-serif text-15 font-bold normal-nums max-lg:hidden">{`${sheetTitle(sheet)}, ${sheet.testTitle}`}</span>
      ) : null}
      {hydrated ? (
        <span className="flex lg:hidden">
          <NotYetSaved />
        </span>
      ) : null}
    </span>
  );
}

/** What letters do in the field of a mark; beside a grade they are the grade. Those that have no room are not shown. */
function KeyHint({ rules: { kind, testId } }: { rules: MarkRules }) {
  return (
    <span className="mr-auto flex h-5 min-w-0 shrink-[9] flex-wrap gap-x-1 overflow-hidden whitespace-nowrap font-normal text-muted max-lg:hidden touch:hidden print:hidden">
      {kind === "grades" ? null : (
        <span>
          <Key>a</Key> absent
        </span>
      )}
      {kind !== "grades" && attendancesOf(testId).includes(NO_WORK) ? (
        <span>
          <Key>n</Key> no work
        </span>
      ) : null}
      <span>
        <Key>/</Key> find
      </span>
    </span>
  );
}
