import { Form } from "@remix-run/react";
import { Button } from "#ui/form/button.tsx";

import type { Board } from "./board.ts";

/** Another term, looked at in the same way. */
export function TermForm({ place, term, terms }: Pick<Board, "place" | "term" | "terms">) {
  if (terms.length < 2) return null;
  return (
    <Form className="flex items-center gap-2" method="get">
      {place.view === "classes" ? null : <input name="by" type="hidden" value={place.view} />}
      {place.missing === "all" ? null : <input name="missing" type="hidden" value={place.missing} />}
      <label className="mr-1 font-semibold max-sm:sr-only" htmlFor="term">
        Term
      </label>
      <select
        className="field-box w-auto min-w-0 max-md:grow"
        defaultValue={term.id}
        id="term"
        key={term.id}
        name="term"
      >
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
