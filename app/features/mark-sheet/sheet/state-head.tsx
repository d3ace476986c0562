import { NotYetSaved } from "#saving/screen/save-foot.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";

import { useSheet } from "./sheet-context.ts";
import { sheetTitle } from "./sheet-title.rules.ts";

/** On a phone the count of what is not saved stands here, where no keyboard covers it; without script nobody counts. */
export function StateHead({ isScrolled }: { isScrolled: boolean }) {
  const { hydrated } = useSaving();
  const { sheet } = useSheet();
  return (
    <span className="flex items-center justify-between gap-4">
      <span className="max-lg:sr-only">State</span>
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
