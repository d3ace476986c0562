import { Link } from "@remix-run/react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Field } from "#ui/form/field.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { ClassTests } from "./assessments.rules.ts";
import { NEW_FIELDS, oldField, wasSeen } from "./criteria.rules.ts";
import type { CriteriaView } from "./criteria.server.ts";

/** The criteria of each subject of the class; all classes of a level share them. */
export function CriteriaList({ tests: { criteria }, isOver }: { tests: ClassTests; isOver: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {criteria.map(({ subjectId, name, details, to }) => (
        <li className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 md:px-5" key={subjectId}>
          <span className="font-semibold max-md:grow md:w-52">{name}</span>
          <span className="min-w-0 grow text-muted max-md:order-last max-md:basis-full md:basis-0">
            {details.length > 0 ? details.join(" · ") : "no criteria: graded by marks"}
          </span>
          {isOver ? null : (
            <Link data-dialog="" preventScrollReset to={to}>
              Edit<span className="sr-only"> the criteria of {name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The form for the criteria of a subject at a level; an emptied field removes its criterion. */
export function CriteriaDialog({ subject, level, criteria, seen, closeTo }: CriteriaView) {
  const [form] = useActionForm("criteria");
  const rejected = form.reply?.initialValue;
  const field = (name: string, value = "") => ({
    name,
    id: `${form.id}-${name}`,
    defaultValue: value,
    error: form.conform.allErrors[name]?.[0],
    autoComplete: "off",
  });
  /** Keeps typed text after a rejection; a criterion that somebody else added meanwhile shows its stored text. */
  const valueOf = (id: number, detail: string) =>
    rejected && wasSeen(id, String(rejected["seen"])) ? String(rejected[oldField(id)] ?? "") : detail;
  return (
    <Dialog closeTo={closeTo} title={`Criteria for ${subject}`}>
      <p className="text-muted">{`All ${level} classes that are graded by criteria share these. Each criterion is graded from 1 to 5.`}</p>
      <ActionForm form={form} key={seen} preventScrollReset rejectedTitle="The criteria were not changed">
        <input name="seen" type="hidden" value={seen} />
        {criteria.map(({ id, detail, grades }, index) => (
          <Field
            {...field(oldField(id), valueOf(id, detail))}
            aside={<span className="text-13 text-muted">{`${formatCountOf(grades, "grade")} given`}</span>}
            key={id}
            label={`Criterion ${index + 1}`}
          />
        ))}
        {NEW_FIELDS.map((name, index) => (
          <Field
            {...field(name, String(rejected?.[name] ?? ""))}
            key={name}
            label={`New criterion${index === 0 ? "" : ` ${index + 1}`}`}
          />
        ))}
        <DialogButtons closeTo={closeTo}>
          <BusyButton busy="Saving">Save criteria</BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
