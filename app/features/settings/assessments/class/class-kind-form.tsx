import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Segments } from "#ui/form/choice/segments.tsx";
import type { Sent } from "../../refused-fields.tsx";
import type { ClassTests } from "../assessments.rules.ts";
import { KINDS } from "./class-kind.rules.ts";
import { RefusedAct } from "./refused-act.tsx";

type ClassKindFormProps = { tests: ClassTests; termId: number; sent: Sent | null };

const CHOICES = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** How the class is assessed, in all terms of its year. */
export function ClassKindForm({ tests: { kind, classId, url }, termId, sent }: ClassKindFormProps) {
  const chosen = sent?.typed.kind ?? kind;
  return (
    <Form
      action={url}
      aria-label="How the class is assessed"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b px-4 py-4 md:px-5"
      method="post"
      preventScrollReset
    >
      <AuthorField />
      <input name="what" type="hidden" value="class" />
      <input name="term" type="hidden" value={termId} />
      <input name="class" type="hidden" value={classId} />
      <input name="seen" type="hidden" value={kind} />
      <Segments
        choices={CHOICES}
        chosen={chosen}
        className="max-md:w-full max-md:[&_label]:px-1.5"
        key={`${kind} ${chosen}`}
        label="Assessed by"
        name="kind"
      />
      <BusyButton busy="Setting" intent="kind" kind="secondary">
        Set for the class
      </BusyButton>
      <p className="self-center text-13 text-muted md:pt-7">all year</p>
      <RefusedAct words={sent?.errors.kind} />
    </Form>
  );
}
