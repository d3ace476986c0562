import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { Button } from "#ui/form/button.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { selectedWords, type PostingLine } from "./post-reports.rules.ts";
import type { Ticks } from "./use-ticks.ts";

type PostingFootProps = { lines: readonly PostingLine[] } & Pick<Ticks, "ticked">;

/** What is selected, what of it is not in order, and what can be done with it: nothing holds anybody back. */
export function PostingFoot({ lines, ticked }: PostingFootProps) {
  const hydrated = useHydrated();
  const selected = lines.filter(({ classId }) => ticked.has(classId));
  return (
    <>
      <div className="h-20 md:hidden" />
      <FixedFoot>
        <div className="flex w-full items-center gap-x-4 gap-y-1.5 max-md:flex-col max-md:items-stretch max-md:py-2">
          <div className="flex min-w-0 grow items-center gap-x-4 gap-y-1 max-md:flex-col max-md:items-start">
            {hydrated ? <Selected lines={selected} /> : <NotPostedYet lines={lines} />}
          </div>
          <div className="grid grid-cols-2 gap-2">
            {hydrated && selected.length === 0 ? <NoActs /> : <Acts />}
          </div>
        </div>
      </FixedFoot>
    </>
  );
}

function Selected({ lines }: { lines: readonly PostingLine[] }) {
  const { classes, reports, notInOrder } = selectedWords(lines);
  if (lines.length === 0) return <p className="text-muted">Nothing selected</p>;
  return (
    <>
      <p role="status">
        <strong>{classes} selected</strong>, {reports}
      </p>
      <NotInOrder words={notInOrder} />
    </>
  );
}

/** Without script nobody knows what is ticked. */
function NotPostedYet({ lines }: { lines: readonly PostingLine[] }) {
  const { notInOrder } = selectedWords(lines.filter(({ postedOn }) => postedOn === null));
  return <NotInOrder words={notInOrder && `Of those not posted ${notInOrder}`} />;
}

function NotInOrder({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p className="flex items-center gap-2 font-semibold text-waiting md:border-l md:pl-4 md:first:border-l-0 md:first:pl-0">
      <Icon name="pencil" />
      {words}
    </p>
  );
}

function Acts() {
  return (
    <>
      <BusyButton busy="Unposting" intent="unpost" kind="secondary">
        Unpost Selected
      </BusyButton>
      <BusyButton busy="Posting" icon="tick" intent="post">
        Post Selected
      </BusyButton>
    </>
  );
}

function NoActs() {
  return (
    <>
      <Button disabled>Unpost Selected</Button>
      <Button disabled icon="tick" kind="primary">
        Post Selected
      </Button>
    </>
  );
}
