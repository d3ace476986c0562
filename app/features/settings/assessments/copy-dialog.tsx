import { Form } from "@remix-run/react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import type { CopyTestsView } from "./copy.server.ts";

type CopyDialogProps = {
  shown: CopyTestsView;
  /** The term and class of the page. The form that chooses the source must send them too. */
  place: { term: string; class: string };
};

/** Copies tests from another class. The dialog asks for that class, then shows the changes before anything is saved. */
export function CopyTestsDialog({ shown, place }: CopyDialogProps) {
  const { label, sources, plan, closeTo } = shown;
  const [form] = useActionForm("copy-tests");
  return (
    <Dialog closeTo={closeTo} title={`Copy tests into ${label}`}>
      {sources.length === 0 ? (
        <p>No other class or term has tests to copy.</p>
      ) : (
        <Form
          className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          method="get"
          preventScrollReset
          replace
        >
          <input name="term" type="hidden" value={place.term} />
          <input name="class" type="hidden" value={place.class} />
          <LabelledSelectField
            choices={sources}
            defaultValue={plan?.from}
            key={plan?.from}
            label="Copy from"
            name="from"
            prompt="Choose a class and term"
          />
          <Button>Show changes</Button>
        </Form>
      )}
      {plan ? <Plan plan={plan} /> : null}
      <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was copied">
        {/*
         * This hidden field is not bound to the form's state, so that after a conflict it has the class that the dialog
         * shows now.
         */}
        <input name="from" type="hidden" value={plan?.from} />
        <input name="seen" type="hidden" value={plan?.seen} />
        <DialogButtons closeTo={closeTo}>
          {plan && doesSomething(plan) ? <BusyButton busy="Copying">Copy tests</BusyButton> : null}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

type PlanProps = { plan: NonNullable<CopyTestsView["plan"]> };

function doesSomething({ lines, added }: PlanProps["plan"]): boolean {
  return added.length > 0 || lines.some(({ words }) => words.length > 0);
}

function Plan({ plan }: PlanProps) {
  const { lines, added, withDays } = plan;
  const changed = lines.filter(({ words }) => words.length > 0);
  const refused = lines.filter((line) => line.refused.length > 0);
  return (
    <div className="flex flex-col gap-3">
      {withDays ? null : <p className="text-13 text-muted">Dates are not copied from another term.</p>}
      {added.length > 0 ? (
        <p>{`${formatCountOf(added.length, "fortnightly test")} will be added, max marks included: ${added.join(", ")}.`}</p>
      ) : null}
      {doesSomething(plan) ? null : <p>This class already has the same settings.</p>}
      {changed.length > 0 ? (
        <>
          <p className="font-semibold">{formatCountOf(changed.length, "subject")} will change</p>
          <Lines lines={changed.map(({ row, name, words }) => ({ row, name, words }))} />
        </>
      ) : null}
      {refused.length > 0 ? (
        <>
          <p className="font-semibold text-refused">Not copied</p>
          <Lines lines={refused.map(({ row, name, refused: words }) => ({ row, name, words }))} />
        </>
      ) : null}
    </div>
  );
}

function Lines({ lines }: { lines: readonly { row: string; name: string; words: readonly string[] }[] }) {
  return (
    <ul className="text-13">
      {lines.map(({ row, name, words }) => (
        <li className="py-0.5" key={row}>
          <strong>{name}</strong>: {words.join("; ")}
        </li>
      ))}
    </ul>
  );
}
