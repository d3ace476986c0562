import { Form, useNavigation } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { MESSAGES } from "#domain/messages.ts";
import { Field } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { MessagePlace, UnscriptedMessage } from "#ui/overlay/message-place.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import type { Substitutes } from "./read-substitutes.server.ts";
import { LESSON_FIELD, TAKE_BACK, type SubstituteSent } from "./substitutes.ts";

type SubstituteDialogProps = {
  shown: Substitutes;
  closeTo: string;
  sent: SubstituteSent | null;
  failed: Failed | null;
};

/** Lessons of a teacher who is away, for a colleague from a day to a day. */
export function SubstituteDialog({ failed, ...form }: SubstituteDialogProps) {
  const { shown, closeTo } = form;
  const { teacher, given } = shown;
  return (
    <Dialog closeTo={closeTo} title="Give to a substitute">
      <MessagePlace className="message-on-top" />
      <UnscriptedMessage className="" />
      <p>
        The substitute enters marks in {teacher}’s lessons on these days. The marks stay {teacher}’s, and the
        history names who entered them.
      </p>
      <NotAnswered failed={failed} title={MESSAGES.recordError} />
      {given.length > 0 ? <Given given={given} /> : null}
      <GiveForm {...form} />
    </Dialog>
  );
}

function Given({ given }: Pick<Substitutes, "given">) {
  // Pressed twice, the second would find nothing to take back.
  const isBusy = useNavigation().state === "submitting";
  return (
    <ul className="divide-y divide-line border-y">
      {given.map(({ id, title, words }) => (
        <li key={id}>
          <Form className="flex flex-wrap items-center gap-x-3 py-1" method="post" preventScrollReset replace>
            <AuthorField />
            <input name="substitution" type="hidden" value={id} />
            <span className="min-w-0 flex-1">
              <strong className="block">{title}</strong>
              <span className="text-13 text-muted">{words}</span>
            </span>
            <button
              aria-label={`Take back ${title}`}
              className="row-act text-red"
              aria-disabled={isBusy}
              name="intent"
              type={isBusy ? "button" : "submit"}
              value={TAKE_BACK}
            >
              Take back
            </button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

function GiveForm({ shown, closeTo, sent }: Omit<SubstituteDialogProps, "failed">) {
  const { lessons, colleagues, today } = shown;
  const errors = sent?.errors ?? {};
  const listed = Object.entries(errors).map(([field, message]) => ({ field, message }));
  return (
    <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset replace>
      <AuthorField />
      {listed.length > 0 ? <ErrorSummary errors={listed} title="Nothing was given" /> : null}
      <fieldset id="lessons">
        <legend className="mb-1 font-semibold">Lessons</legend>
        <div className="columns-2 gap-4 max-md:columns-1">
          {lessons.map(({ id, title }) => (
            <label className="flex min-h-8 break-inside-avoid items-center gap-2 touch:min-h-11" key={id}>
              <input
                className="size-4 shrink-0 accent-red touch:size-5"
                defaultChecked={sent ? sent.typed.lessonIds.includes(id) : true}
                name={`${LESSON_FIELD}${id}`}
                type="checkbox"
              />
              {title}
            </label>
          ))}
        </div>
        {errors.lessons ? <p className="mt-1 text-13 font-semibold text-refused">{errors.lessons}</p> : null}
      </fieldset>
      <SelectField
        choices={colleagues}
        defaultValue={sent?.typed.substitute ?? ""}
        error={errors.substitute}
        label="Substitute"
        name="substitute"
        prompt="Choose a colleague"
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          defaultValue={sent?.typed.from ?? today}
          error={errors.from}
          label="From"
          name="from"
          required
          type="date"
        />
        <Field
          defaultValue={sent?.typed.to ?? ""}
          error={errors.to}
          label="To"
          name="to"
          required
          type="date"
        />
      </div>
      <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
        <DialogLink to={closeTo}>Cancel</DialogLink>
        <BusyButton busy="Giving">Give lessons</BusyButton>
      </div>
    </Form>
  );
}
