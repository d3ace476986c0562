import { PATHS } from "#domain/paths.ts";
import { listQuery, type ListPlace } from "#domain/people/list-place.ts";
import { Button } from "#ui/form/button.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

export const CHOSEN_FORM = "chosen";

/** Asks about those who are ticked; the ticks stand in the table, in a form of their own. */
export function ChosenForm({ place }: { place: ListPlace }) {
  return (
    <form action={`${PATHS.resetPassword}/several`} id={CHOSEN_FORM} method="get">
      {Object.entries(listQuery(place)).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
    </form>
  );
}

/** Without script it does not know how many there are. */
export function ChosenButton({ count }: { count: number }) {
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <Button form={CHOSEN_FORM} icon="print">
        Reset the ticked and print slips
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-4 max-md:grow max-md:justify-between">
      <span className="text-muted" role="status">
        {count === 0 ? "Tick several for slips" : `${count} chosen`}
      </span>
      {count === 0 ? null : (
        <Button form={CHOSEN_FORM} icon="print" kind="primary">
          Reset {count} and print slips
        </Button>
      )}
    </div>
  );
}
