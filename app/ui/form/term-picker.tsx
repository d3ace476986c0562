import { Form, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TermChoice } from "#domain/terms.ts";
import { classes } from "../classes.ts";
import { Button } from "./button.tsx";
import { Chooser } from "./choice/chooser.tsx";
import { useHydrated } from "../use-hydrated.ts";

type TermPickerProps = {
  terms: readonly TermChoice[];
  chosen: number;
  className?: string;
  /** Hidden fields with the other parameters of the address. */
  children?: ReactNode;
};

/** A list of terms that opens the same page in another term as soon as one is chosen. */
export function TermPicker({ terms, chosen, className = "mb-4", children }: TermPickerProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  if (terms.length < 2) return null;
  return (
    <Form className={classes("flex flex-wrap items-center gap-2", className)} method="get">
      {children}
      <label className="mr-1 font-semibold max-sm:sr-only" htmlFor="term">
        Term
      </label>
      <Chooser
        className="field-box w-auto min-w-0"
        id="term"
        name="term"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(chosen)}
      >
        {terms.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Chooser>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}
