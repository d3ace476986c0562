import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { FieldErrorMessage } from "#ui/form/field.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { Checkbox, HiddenField, SelectField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { SubstituteInput, SubstitutesView } from "./substitute.server.ts";

type SubstituteDialogProps = { shown: SubstitutesView; closeTo: string };

/** Assigns lessons of an absent teacher to a colleague for a range of dates. */
export function SubstituteDialog({ shown, closeTo }: SubstituteDialogProps) {
  const { teacher, given } = shown;
  return (
    <Dialog closeTo={closeTo} title="Lessons for a substitute">
      <p>
        The substitute can enter marks in {teacher}’s lessons on these days. The marks still count as
        {teacher}’s, and the history shows who entered them.
      </p>
      {given.length > 0 ? (
        <ul className="divide-y divide-line border-y">
          {given.map((lesson) => (
            <GivenLesson key={lesson.id} {...lesson} />
          ))}
        </ul>
      ) : null}
      <GiveForm closeTo={closeTo} shown={shown} />
    </Dialog>
  );
}

function GivenLesson({ id, title, words }: SubstitutesView["given"][number]) {
  const [form, fields] = useActionForm<SubstituteInput>(`take-back-${id}`, { substitution: id });
  return (
    <li>
      <ActionForm
        className="gap-0 py-1"
        form={form}
        preventScrollReset
        rejectedTitle="The substitution was not ended"
        replace
        unansweredTitle={MESSAGES.recordError}
      >
        <HiddenField field={fields.substitution} />
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1">
            <strong className="block">{title}</strong>
            <span className="text-13 text-muted">{words}</span>
          </span>
          <button
            aria-label={`End substitution in ${title}`}
            className="row-act text-red"
            name="intent"
            value="take-back"
          >
            End substitution
          </button>
        </div>
      </ActionForm>
    </li>
  );
}

const GIVE_FORM = "give-to-substitute";

function GiveForm({ shown: { lessons, colleagues, today }, closeTo }: SubstituteDialogProps) {
  const ticked = Object.fromEntries(lessons.map(({ id }) => [`lesson-${id}`, true]));
  const [form, fields] = useActionForm<SubstituteInput>(GIVE_FORM, { ...ticked, from: today });
  const lessonsId = `${GIVE_FORM}-lessons`;
  return (
    <ActionForm
      form={form}
      preventScrollReset
      rejectedTitle="The lessons were not given to a substitute"
      replace
      unansweredTitle={MESSAGES.recordError}
    >
      <fieldset
        aria-describedby={fields.lessons.errors ? `${lessonsId}-error` : undefined}
        id={lessonsId}
        tabIndex={-1}
      >
        <legend className="mb-1 font-semibold">Lessons</legend>
        <div className="columns-2 gap-4 max-md:columns-1">
          {lessons.map(({ id, title }) => {
            const field = fields[`lesson-${id}`];
            return (
              <div className="min-h-8 break-inside-avoid" key={id}>
                {field ? <Checkbox field={field} label={title} /> : null}
              </div>
            );
          })}
        </div>
        <FieldErrorMessage error={fields.lessons.errors?.[0]} id={lessonsId} />
      </fieldset>
      <SelectField
        choices={colleagues}
        field={fields.substitute}
        label="Substitute"
        prompt="Choose a colleague"
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField field={fields.from} label="From" required />
        <DateField field={fields.to} label="To" required />
      </div>
      <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
        <DialogLink to={closeTo}>Cancel</DialogLink>
        <BusyButton busy="Giving">Give lessons</BusyButton>
      </div>
    </ActionForm>
  );
}
