import { MESSAGES } from "#domain/messages.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatLeftOutItems } from "#domain/rollover/rollover.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { rolloverUrl, type RolloverView } from "../rollover.rules.ts";

/** Asks for confirmation before a rollover. The focus starts on Cancel. */
export function ConfirmRolloverDialog({ rollover }: { rollover: RolloverView }) {
  const { id, from, to, requested, state } = rollover;
  const [form] = useActionForm("start-run");
  return (
    <Dialog closeTo={rolloverUrl(id)} title="Start the new term?">
      <p className="-mt-2">
        The school moves from <strong>{from.title}</strong> to <strong>{to.title}</strong>, exactly as
        rehearsed {requested.at}.
      </p>
      <ConsequenceList lines={linesOf(rollover)} />
      <ul className="flex flex-col gap-1">
        <li className="flex gap-2">
          <Icon className="mt-[3px] text-red" name="lock" />
          Marks and reports are saved a few seconds later while the new term starts.
        </li>
        <li className="flex gap-2">
          <Icon className="mt-[3px] text-red" name="undo" />
          You can undo the new term while it is the current term. Termbook keeps all entries made in it.
        </li>
      </ul>
      <ActionForm
        form={form}
        rejectedTitle={MESSAGES.termNotSet}
        replace
        unansweredHint="Check whether the new term has started, then try again."
        unansweredTitle={MESSAGES.termNotSet}
      >
        <DialogButtons closeTo={rolloverUrl(id)} startsOnCancel>
          {state === "ready" ? (
            <BusyButton busy="Starting" icon="arrow-right">
              Start new term
            </BusyButton>
          ) : null}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

function linesOf({ balance, endsYear: turnsYear, carriedOver }: RolloverView) {
  const { promoted, assumed, repeating, leaving, staying, unplaced } = balance;
  if (!turnsYear) {
    return [
      { term: "Staying", says: `${staying.toLocaleString("en")}, in their classes` },
      { term: "Not in a class", says: unplaced.toLocaleString("en") },
    ];
  }
  const all = [
    { term: "Promoted", says: promoted.toLocaleString("en") },
    { term: "Repeating", says: repeating.toLocaleString("en") },
    { term: "Leaving", says: leaving.toLocaleString("en") },
    { term: "Staying", says: `${unplaced.toLocaleString("en")}, without a class` },
  ];
  const unsaid = {
    term: "Assumed",
    says: `${formatCountOf(assumed, "student")} without a decision`,
  };
  const left = carriedOver ? formatLeftOutItems(carriedOver) : "";
  const notCarried = { term: "Not carried over", says: left };
  return [...all, ...(assumed > 0 ? [unsaid] : []), ...(left ? [notCarried] : [])];
}
