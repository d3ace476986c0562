import { Form } from "@remix-run/react";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import type { TermChoice } from "./choices.ts";

type TermPickerProps = { terms: readonly TermChoice[]; chosen: number };

/** Opens the sheets of a past term, which are read only: the mark sheet archive (T2). */
export function TermPicker({ terms, chosen }: TermPickerProps) {
  if (terms.length < 2) return null;
  const choices = terms.map(({ id, label }) => ({ value: String(id), label }));
  return (
    <Form className="flex items-end gap-2" method="get">
      <SelectField choices={choices} defaultValue={String(chosen)} key={chosen} label="Term" name="term" />
      <Button>Show</Button>
    </Form>
  );
}
