import { NeedYou, NotTaken, OffSheetRows, Unsaved } from "#saving/screen/save-foot.tsx";
import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { useSummary } from "#saving/screen/use-row.ts";
import { Button } from "#ui/form/button.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

type RegisterFootProps = {
  counts: string;
  isInk: boolean;
  /** 'Marked 8:12 by you'. */ marked: string | null;
};

/** Under the thumb: what says that the register is done, and from then on how it stands. */
export function RegisterFoot({ counts, isInk, marked }: RegisterFootProps) {
  const { store, hydrated } = useSaving();
  const summary = useSummary(store);
  if (!isInk)
    return (
      <FixedFoot>
        <span className="mr-auto max-md:hidden">
          <SaveStatus kind="blank" size={15}>
            Not marked yet. All are taken as present until you change them.
          </SaveStatus>
        </span>
        <Button className="my-2 max-md:min-h-[52px] max-md:grow" icon="tick" kind="primary">
          Mark the register
        </Button>
      </FixedFoot>
    );
  return (
    <FixedFoot>
      {hydrated ? <Unsaved summary={summary} /> : null}
      <p className="mr-auto py-1 lg:ml-auto lg:mr-0 lg:flex lg:gap-4">
        <span>{counts}</span>
        {hydrated ? null : <NotTaken summary={summary} />}
        <OffSheetRows summary={summary} />
        <span className="block text-13 text-muted lg:text-15">{marked ?? "Marked on this device"}</span>
      </p>
      {hydrated ? (
        <span className="lg:hidden">
          <NeedYou summary={summary} />
        </span>
      ) : (
        <Button kind="primary">Save</Button>
      )}
    </FixedFoot>
  );
}
