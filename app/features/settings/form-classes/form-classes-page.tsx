import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { HiddenField, SelectField, TextField } from "#ui/form/fields/fields.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { FormClassesInput, FormClassesView } from "./form-classes.server.ts";

const ABOUT = "The levels of the school and their form classes, which stay the same from year to year.";

/** Lists the form classes of each level, and adds one that is missing. */
export function FormClassesPage({ levels, ...view }: FormClassesView) {
  return (
    <>
      <PageHead about={ABOUT} title="Form Classes" />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        <AddFormClass levels={levels} {...view} />
        <div className="flex flex-col gap-4">
          {levels.map(({ value, label, formClasses }) => (
            <Panel flush key={value} title={label}>
              <ul className="divide-y divide-line">
                {formClasses.map((formClass) => (
                  <FormClass key={formClass.formClassId} {...formClass} />
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}

const NEXT_STEPS =
  "Afterwards, choose the form teacher on the teacher’s timetable, and move students into the class.";

function AddFormClass({ levels, years, maxLength }: FormClassesView) {
  const [form, fields] = useActionForm<FormClassesInput>("add-form-class");
  return (
    <Panel title="Add a form class">
      <ActionForm form={form} rejectedTitle="The form class was not added">
        <SelectField choices={levels} field={fields.level} label="Level" />
        <TextField field={fields.name} hint={NEXT_STEPS} label="Form class" maxLength={maxLength} required />
        {years.length > 0 ? (
          <SelectField choices={years} field={fields.year} label="First school year" />
        ) : null}
        <Button className="self-start" kind="primary" name="intent" value="add">
          Add form class
        </Button>
      </ActionForm>
    </Panel>
  );
}

type FormClassProps = FormClassesView["levels"][number]["formClasses"][number];

function FormClass({ formClassId, about, canDelete }: FormClassProps) {
  const [form, fields] = useActionForm<FormClassesInput>(`delete-${formClassId.replaceAll(" ", "_")}`, {
    formClassId,
  });
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5">
      <p className="min-w-0 py-1">
        <span className="block break-words font-semibold">{formClassId}</span>
        <span className="block text-13 text-muted">{about}</span>
      </p>
      {canDelete ? (
        <ActionForm
          className="items-end"
          form={form}
          preventScrollReset
          rejectedTitle="The form class was not deleted"
        >
          <HiddenField field={fields.formClassId} />
          <Button aria-label={`Delete ${formClassId}`} kind="quiet" name="intent" value="delete">
            Delete
          </Button>
        </ActionForm>
      ) : null}
    </li>
  );
}
