import { Icon } from "#ui/page/icon.tsx";
import type { Summary } from "#saving/client/row-phase.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { useSummary } from "#saving/screen/use-row.ts";

import type { Sheet } from "./sheet.ts";
import { sheetTitle } from "./sheet-title.rules.ts";

type StateHeadProps = { sheet: Sheet; store: SavingStore; isScrolled: boolean; hydrated: boolean };

/** On a phone the count of what is not saved stands here, where no keyboard covers it; without script nobody counts. */
export function StateHead({ sheet, store, isScrolled, hydrated }: StateHeadProps) {
  return (
    <span className="flex items-center justify-between gap-4">
      <span className="max-lg:sr-only">State</span>
      {isScrolled ? (
        <span className="truncate font-serif text-15 font-bold normal-nums max-lg:hidden">{`${sheetTitle(sheet)}, ${sheet.testTitle}`}</span>
      ) : null}
      {hydrated ? (
        <span className="flex lg:hidden">
          <NotYetSaved store={store} />
        </span>
      ) : null}
    </span>
  );
}

export function NotYetSaved({ store }: { store: SavingStore }) {
  const [look, icon, words] = lookOf(useSummary(store));
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap font-bold ${look}`}>
      <Icon name={icon} />
      {words}
    </span>
  );
}

function lookOf({ unsaved, isEmpty }: Summary) {
  if (unsaved > 0) return ["text-waiting", "waiting", `${unsaved} not yet saved`] as const;
  if (isEmpty) return ["text-muted", "dash", "Nothing entered yet"] as const;
  return ["text-saved", "tick", "All saved"] as const;
}
