import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { SiblingDialogView } from "./siblings.server.ts";

type SiblingDialogProps = SiblingDialogView & { closeTo: string };

/** Copies family data from a brother's or sister's record, after listing what would be filled in. */
export function SiblingDialog({
  name,
  sibling,
  about,
  version,
  groups,
  others,
  closeTo,
}: SiblingDialogProps) {
  const [form, fields] = useActionForm<{ intent: string; version: string }>("copy-family", {
    intent: "copy",
    version,
  });
  return (
    <Dialog closeTo={closeTo} title={`Copy family details from ${sibling}`}>
      <p>
        {groups.length > 0
          ? `These fields are empty in the record of ${name} and are filled in from ${sibling}, ${about}. Nothing that was entered is replaced.`
          : `The record of ${sibling}, ${about}, has nothing that is missing in the record of ${name}.`}
      </p>
      <div className="grid gap-4">
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h3 className="border-b border-line-2 pb-1 text-18">{title}</h3>
            <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4">
              {lines.map((line) => (
                <div className="contents" key={line.title}>
                  <dt className="py-1 text-muted">{line.title}</dt>
                  <dd className="break-words py-1 font-semibold">{line.value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {others.length > 0 ? (
        <p className="text-muted">
          Nothing is copied for the {others.join(" and the ")}: the two records name different people.
        </p>
      ) : null}
      <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was copied" replace>
        <HiddenField field={fields.intent} />
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <DialogLink data-first-focus="" to={closeTo}>
            {groups.length > 0 ? "Cancel" : "Close"}
          </DialogLink>
          {groups.length > 0 ? <BusyButton busy="Copying">Copy details</BusyButton> : null}
        </div>
      </ActionForm>
    </Dialog>
  );
}
