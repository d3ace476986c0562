import { Form, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TermChoice } from "#domain/terms.ts";
import { joinClassNames } from "../classes.ts";
import { Button } from "./button.tsx";
import { AutoSubmitSelect } from "./choice/chooser.tsx";
import { useHydrated } from "../use-hydrated.ts";

type TermPickerProps = {
  terms: readonly TermChoice[];
  chosen: number;
  className?: string;
  /** The id of the list, which is needed if the page has another element with the id `term`. */
  id?: string;
  /**
   * The address to which the choice is sent. An address with a fragment is loaded as a whole page. The default is the
   * page itself.
   */
  action?: string;
  /** Hidden fields with the other parameters of the address. */
  children?: ReactNode;
};

/** A list of terms. Choosing a term opens the same page for that term. */
export function TermPicker({
  terms,
  chosen,
  className = "mb-4",
  id = "term",
  action,
  children,
}: TermPickerProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  if (terms.length < 2) return null;
  return (
    <Form
      action={action}
      className={joinClassNames("flex flex-wrap items-center gap-2", className)}
      method="get"
      reloadDocument={action !== undefined}
    >
      {children}
      <label className="mr-1 font-semibold max-sm:sr-only" htmlFor={id}>
        Term
      </label>
      <AutoSubmitSelect
        className="field-box w-auto min-w-0"
        id={id}
        name="term"
        onChoose={({ form }) =>
          action === undefined ? submit(form, { preventScrollReset: true }) : form?.submit()
        }
        value={String(chosen)}
      >
        {terms.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </AutoSubmitSelect>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}
