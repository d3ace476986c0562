import type { FormEventHandler, ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Button } from "./button.tsx";
import { LabelledTextField, type FieldProps } from "./field.tsx";

type SearchFormProps = Pick<FieldProps, "label" | "hint" | "name"> & {
  /** The search words in the address. */
  query: string;
  onType: (typed: string) => void;
  onSubmit?: FormEventHandler;
  /** The label of the button; null if typing narrows the list and no button is needed. */
  button?: string | null;
  className?: string;
  /** Hidden fields with the other parameters of the address. */
  children?: ReactNode;
};

/** A search form. With JavaScript, a page that can narrow its list does so while the person types. */
export function SearchForm({ query, onType, onSubmit, className, children, ...props }: SearchFormProps) {
  const { button = "Search", ...field } = props;
  return (
    <form
      className={joinClassNames("flex items-end gap-2", className)}
      method="get"
      onSubmit={onSubmit}
      role="search"
    >
      {children}
      <div className="grow">
        <LabelledTextField
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
