import { Form, useSubmit } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { FieldErrorMessage } from "#ui/form/field.tsx";
import { Checkbox } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons, DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { LessonsToAddView } from "./add-lessons.server.ts";

type AddLessonsDialogProps = { shown: LessonsToAddView; closeTo: string };

/** Adds several lessons at once: a subject in several classes, or lessons from the timetable of last year or a leaver. */
export function AddLessonsDialog({ shown, closeTo }: AddLessonsDialogProps) {
  const isChosen = shown.subject !== "" || shown.source !== "";
  return (
    <Dialog closeTo={closeTo} title={`Add lessons for ${shown.teacher}`} width="record">
      <div className="grid gap-4 md:grid-cols-2">
        <OffersChoice
          all="Choose a subject"
          closeTo={closeTo}
          label="One subject for several classes"
          name="subject"
          options={shown.subjects}
          value={shown.subject}
        />
        {shown.sources.length > 0 ? (
          <OffersChoice
            all="Choose a timetable"
            closeTo={closeTo}
            label="Lessons from another timetable"
            name="from"
            options={shown.sources}
            value={shown.source}
          />
        ) : null}
      </div>
      {isChosen ? (
        <OffersForm closeTo={closeTo} shown={shown} />
      ) : (
        <div className="flex justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
        </div>
      )}
    </Dialog>
  );
}

type OffersChoiceProps = {
  name: string;
  label: string;
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  closeTo: string;
};

/**
 * A drop-down list whose choice reopens the dialog with other lessons to tick. Without JavaScript, a button does this.
 */
function OffersChoice({ name, label, all, value, options, closeTo }: OffersChoiceProps) {
  const submit = useSubmit();
  const kept = new URLSearchParams(closeTo.split("?")[1]);
  return (
    <Form method="get" preventScrollReset replace>
      {[...kept].map(([key, text]) => (
        <input key={key} name={key} type="hidden" value={text} />
      ))}
      <label className="font-semibold" htmlFor={`offers-${name}`}>
        {label}
      </label>
      <div className="flex gap-2">
        <AutoSubmitSelect
          className="field-box"
          data-first-focus={name === "subject" ? "" : undefined}
          id={`offers-${name}`}
          name={name}
          onChoose={({ form }) => submit(form, { preventScrollReset: true, replace: true })}
          value={value}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </AutoSubmitSelect>
        <Button className="hidden unscripted:inline-flex">Show</Button>
      </div>
    </Form>
  );
}

type AddLessonsInput = {
  [box: `lesson.${string}`]: boolean;
  lesson: Record<string, boolean>;
  by_choice: boolean;
  lessons: string;
};

function OffersForm({ shown: { offers, subject }, closeTo }: AddLessonsDialogProps) {
  const ticked = Object.fromEntries(offers.map(({ key, isTicked }) => [key, isTicked]));
  const [form, fields] = useActionForm<Pick<AddLessonsInput, "lesson" | "by_choice" | "lessons">>(
    "add-lessons",
    { lesson: ticked } as never,
  );
  const boxes = fields.lesson.getFieldset();
  const isSubject = subject !== "";
  const free = offers.flatMap(({ key, note }) => (note === "" ? [key] : [])).join(" ");
  return (
    <ActionForm
      form={form}
      labels={{ lessons: "Lessons" }}
      preventScrollReset
      rejectedTitle="No lessons were added"
      replace
      unansweredTitle={MESSAGES.recordError}
    >
      <input name="free" type="hidden" value={free} />
      <fieldset id={fields.lessons.id} tabIndex={-1}>
        <legend className="mb-1 font-semibold">{isSubject ? "Classes" : "Lessons"}</legend>
        {offers.length === 0 ? <p className="text-muted">There are no lessons to add.</p> : null}
        <div className={isSubject ? "columns-3 gap-4 max-md:columns-2" : "columns-2 gap-4 max-md:columns-1"}>
          {offers.map(({ key, label, note, isOffered }) => {
            const field = boxes[key];
            return (
              <div className="min-h-8 break-inside-avoid py-0.5" key={key + label}>
                {isOffered && field ? (
                  <Checkbox
                    field={field}
                    label={
                      <span>
                        {label}
                        {note ? <span className="block text-13 text-waiting">{note}</span> : null}
                      </span>
                    }
                  />
                ) : (
                  <p className="pl-[34px] text-muted">
                    {label}
                    <span className="block text-13">{note}</span>
                  </p>
                )}
              </div>
            );
          })}
        </div>
        <FieldErrorMessage error={fields.lessons.errors?.[0]} id={fields.lessons.id} />
      </fieldset>
      {isSubject ? <Checkbox field={fields.by_choice} label="Only students who chose the subject" /> : null}
      <DialogButtons closeTo={closeTo}>
        <BusyButton busy="Adding">Add lessons</BusyButton>
      </DialogButtons>
    </ActionForm>
  );
}
