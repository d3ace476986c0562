import type { FormEventHandler, ReactNode } from "react";

import { classes } from "../classes.ts";
import { Button } from "./button.tsx";
import { Field, type FieldProps } from "./field.tsx";

type SearchFormProps = Pick<FieldProps, "label" | "hint" | "name"> & {
  /** What was searched for, from the URL. */
  query: string;
  onType: (typed: string) => void;
  onSubmit?: FormEventHandler;
  /** Null where the list narrows by itself. */
  button?: string | null;
  className?: string;
  /** The rest of the URL's query, in hidden fields. */
  children?: ReactNode;
};

/** Asks the server without script; with it the list under the box narrows as one types. */
export function SearchForm({ query, onType, onSubmit, className, children, ...props }: SearchFormProps) {
  const { button = "Search", ...field } = props;
  return (
    <form
      className={classes("flex items-end gap-2", className)}
      method="get"
      onSubmit={onSubmit}
      role="search"
    >
      {children}
      <div className="grow">
        <Field
          autoComplete="off"
          defaultValue={query}
          onChange={(event) => onType(event.currentTarget.value)}
          type="search"
          {...field}
        />
      </div>
      {button ? <Button icon="search">{button}</Button> : null}
    </form>
  );
}
