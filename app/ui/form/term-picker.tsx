import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TermChoice } from "#domain/terms.ts";

import { classes } from "../classes.ts";
import { Button } from "./button.tsx";

type TermPickerProps = {
  terms: readonly TermChoice[];
  chosen: number;
  className?: string;
  /** What else the address says, as hidden fields. */
  children?: ReactNode;
};

/** The same page in another term; past ones are read only. */
export function TermPicker({ terms, chosen, className = "mb-4", children }: TermPickerProps) {
  if (terms.length < 2) return null;
  return (
    <Form className={classes("flex items-center gap-2", className)} method="get">
      {children}
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
