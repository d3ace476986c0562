import { Form } from "@remix-run/react";

import { Button } from "#ui/form/button.tsx";

import type { TermChoice } from "./choices.ts";

type TermPickerProps = { terms: readonly TermChoice[]; chosen: number };

/** Opens the sheets of a past term, which are read only: the mark sheet archive (T2). */
export function TermPicker({ terms, chosen }: TermPickerProps) {
  if (terms.length < 2) return null;
  return (
    <Form className="mb-4 flex items-center gap-2" method="get">
      <label className="mr-1 font-semibold max-sm:sr-only" htmlFor="term">
        Term
      </label>
      <select className="field-box w-auto min-w-0" defaultValue={chosen} id="term" key={chosen} name="term">
        {terms.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <Button>Show</Button>
    </Form>
  );
}
