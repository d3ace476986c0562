import { Form } from "@remix-run/react";
import { countOf } from "#domain/text/noun.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Field } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { RefusedFields, type Sent } from "../../refused-fields.tsx";
import { NEW_FIELDS, oldField, type ShownCriteria } from "./criteria.rules.ts";

type CriteriaDialogProps = { shown: ShownCriteria; sent: Sent | null; failed: Failed | null };

/** What a subject is graded by at a level; a field that is emptied takes its criterion away. */
export function CriteriaDialog({ shown, sent, failed }: CriteriaDialogProps) {
  const { subject, level, criteria, seen, closeTo } = shown;
  const field = (name: string, held = "") => ({
    ...{ name, id: name },
    defaultValue: sent?.typed[name] ?? held,
    error: sent?.errors[name],
    autoComplete: "off",
  });
  return (
    <Dialog closeTo={closeTo} title={`Criteria of ${subject}`}>
      <p className="text-muted">{`Of all classes of ${level} that are graded by criteria, from 1 to 5 each.`}</p>
      <NotAnswered failed={failed} title="The criteria were not changed" />
      <Form className="flex flex-col gap-4" key={seen} method="post" noValidate preventScrollReset>
        <AuthorField />
        <input name="seen" type="hidden" value={seen} />
        <RefusedFields idPrefix="" sent={sent} title="The criteria were not changed" />
        {criteria.map(({ id, detail, grades }, place) => (
          <Field
            {...field(oldField(id), detail)}
            aside={<span className="text-13 text-muted">{`${countOf(grades, "grade")} given`}</span>}
            key={id}
            label={`Criterion ${place + 1}`}
          />
        ))}
        {NEW_FIELDS.map((name, place) => (
          <Field {...field(name)} key={name} label={`New criterion${place === 0 ? "" : ` ${place + 1}`}`} />
        ))}
        <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Saving">Save</BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
