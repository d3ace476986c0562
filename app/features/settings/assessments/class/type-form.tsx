import { Form } from "@remix-run/react";
import { ASSESSMENT_TYPES } from "#domain/terms.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Segments } from "#ui/form/choice/segments.tsx";
import type { Sent } from "../../refused-fields.tsx";
import { RefusedAct } from "./refused-act.tsx";
import { assessmentsUrl, type Assessments } from "../assessments.rules.ts";

type TypeFormProps = { shown: Assessments; sent: Sent | null };

const TYPES = ASSESSMENT_TYPES.map((type) => ({ value: type, label: type }));

/** What kind of test all classes of the term have. */
export function TypeForm({ shown: { term, type, isOver, shown }, sent }: TypeFormProps) {
  const chosen = sent?.typed.type ?? type.chosen;
  if (isOver) {
    return (
      <p className="border-b px-4 py-3 md:px-5">
        <span className="mr-3 font-semibold">Type</span>
        {type.chosen} <span className="ml-3 text-13 text-muted">of every class in that term</span>
      </p>
    );
  }
  return (
    <Form
      action={assessmentsUrl({ academicTermId: term.id, classId: shown?.classId ?? null })}
      aria-label="Type of the term"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b px-4 py-4 md:px-5"
      method="post"
      preventScrollReset
    >
      <AuthorField />
      <input name="what" type="hidden" value="type" />
      <input name="term" type="hidden" value={term.id} />
      <input name="version" type="hidden" value={type.version} />
      <Segments
        choices={TYPES}
        chosen={chosen}
        className="max-md:w-full max-md:[&_label]:px-1.5"
        key={`${type.version} ${chosen}`}
        label="Type"
        name="type"
      />
      <BusyButton busy="Setting" intent="type" kind="secondary">
        Set type
      </BusyButton>
      <p className="self-center text-13 text-muted md:pt-7">of every class this term</p>
      <RefusedAct words={sent?.errors.type}>
        {sent?.errors.tests ? (
          <button className="button button-danger" name="tests" value="away">
            {sent.errors.tests}
          </button>
        ) : null}
      </RefusedAct>
    </Form>
  );
}
