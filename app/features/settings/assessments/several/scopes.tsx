import { joinClassNames } from "#ui/classes.ts";
import { Link, Form } from "@remix-run/react";
import { ASSESSMENT_TYPES } from "#domain/terms.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { assessmentsUrl } from "../assessments.rules.ts";
import { type LevelScopeLink, SEVERAL_CLASSES_PATH, severalClassesUrl } from "./several.rules.ts";
import type { SeveralClassesView } from "./load-several.server.ts";
import type { AssessmentsInput, TermTypeChangeView } from "../change-assessments.server.ts";

type ScopesProps = {
  academicTermId: number;
  scopes: readonly LevelScopeLink[];
  isOneClass?: boolean;
};

/** Links to the tests of one class, of a level, or of the whole school. */
export function ScopeLinks({ academicTermId, scopes, isOneClass = false }: ScopesProps) {
  const cells = [
    { title: "One class", to: assessmentsUrl({ academicTermId }), isCurrent: isOneClass },
    ...scopes,
  ];
  return (
    <nav aria-label="One or several classes" className="-mx-4 mb-4 md:mx-0">
      <ul className="grid grid-cols-4 border-t bg-paper md:flex md:flex-wrap md:rounded md:border">
        {cells.map(({ title, to, isCurrent }) => (
          <li className="flex border-r max-md:border-b" key={to}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={joinClassNames(
                "flex min-h-11 grow items-center justify-center border-b-[3px] px-1 pt-[3px] text-center no-underline hover:text-red md:px-4",
                isCurrent
                  ? "border-red font-semibold text-red"
                  : "border-transparent text-ink hover:border-rule",
              )}
              preventScrollReset
              to={to}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
          Assessment type for the term
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
      <ActionForm form={form} preventScrollReset rejectedTitle="The assessment type was not set">
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
