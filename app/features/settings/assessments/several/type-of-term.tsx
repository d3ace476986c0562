import { Form } from "@remix-run/react";
import { ASSESSMENT_TYPES } from "#domain/terms.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { AssessmentsInput, TermTypeChangeView } from "../change-assessments.server.ts";
import type { SeveralClassesView } from "./load-several.server.ts";
import { SEVERAL_CLASSES_PATH, severalClassesUrl } from "./several.rules.ts";

/** Shows the type of the term, for all classes. A dialog changes it, and says what the change renames. */
export function TermTypePanel({ view: { term, type, isOver } }: { view: SeveralClassesView }) {
  if (isOver) return null;
  return (
    <Panel className="mb-4" flush>
      <Form
        action={`${SEVERAL_CLASSES_PATH}/type`}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5"
        preventScrollReset
      >
        <input name="term" type="hidden" value={term.id} />
        <label className="font-semibold" htmlFor="type-of-term">
          Type of the term
        </label>
        <select
          className="field-box w-auto"
          defaultValue={type.chosen}
          id="type-of-term"
          key={type.chosen}
          name="type"
        >
          {ASSESSMENT_TYPES.map((item) => (
            <option key={item}>{item}</option>
          ))}
        </select>
        <Button>Change type</Button>
        <p className="text-13 text-muted">for every class this term</p>
      </Form>
    </Panel>
  );
}

export function TermTypeDialog({ academicTermId, type, version, title, ...question }: TermTypeChangeView) {
  const defaults = { what: "type", term: academicTermId, version, type } as const;
  const [form, fields] = useActionForm<AssessmentsInput>("type-of-the-term", defaults);
  const closeTo = severalClassesUrl({ academicTermId, scope: null });
  const isPossible = !question.isSame && question.refusal === null;
  return (
    <Dialog closeTo={closeTo} title={`Set ${title} to ${type}?`}>
      {question.isSame ? <p>{`${title} already has the type ${type}.`}</p> : null}
      {isPossible ? question.words.map((words) => <p key={words}>{words}</p>) : null}
      {question.refusal === null ? null : (
        <NoticeBox icon="refused" tone="refused">
          {question.refusal}
        </NoticeBox>
      )}
      <ActionForm form={form} preventScrollReset rejectedTitle="The type was not set">
        <HiddenField field={fields.what} />
        <HiddenField field={fields.term} />
        <HiddenField field={fields.type} />
        {question.removesTests ? <input name="tests" type="hidden" value="away" /> : null}
        <DialogButtons closeTo={closeTo} startsOnCancel>
          {isPossible ? (
            <BusyButton busy="Setting" intent="type" kind={question.removesTests ? "danger" : "primary"}>
              {question.removesTests ? "Set the type and remove the tests" : "Set type"}
            </BusyButton>
          ) : null}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
