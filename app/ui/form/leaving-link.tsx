import { Link } from "@remix-run/react";
import { createContext, useContext, type ComponentPropsWithoutRef } from "react";

import { classes } from "../classes.ts";
import { useHydrated } from "../use-hydrated.ts";

const FormToLeave = createContext<string | null>(null);

/** The id of the form on the page that a link must not lose; null where nothing can be written. */
export const FormToLeaveProvider = FormToLeave.Provider;

export type LeavingLinkProps = Omit<ComponentPropsWithoutRef<typeof Link>, "to"> & { to: string };

/** A link away from a form. Without script it sends the form, which is saved on the way: nothing typed is lost. */
export function LeavingLink({ to, ...link }: LeavingLinkProps) {
  const form = useFormToLeave();
  if (form === null) return <Link {...link} to={to} />;
  const { className, children, title, "aria-label": label } = link;
  return (
    <button
      aria-label={label}
      className={classes("as-link", className)}
      form={form}
      name="go"
      title={title}
      value={to}
    >
      {children}
    </button>
  );
}

/** Enter in a field presses the form's first button, wherever that stands: it saves, and goes nowhere. */
export function SaveByEnter() {
  const form = useFormToLeave();
  if (form === null) return null;
  return (
    <button aria-hidden="true" className="sr-only" form={form} name="intent" tabIndex={-1} value="save" />
  );
}

/** Null also where script has saved each field by the time it is left. */
function useFormToLeave(): string | null {
  const form = useContext(FormToLeave);
  return useHydrated() ? null : form;
}
