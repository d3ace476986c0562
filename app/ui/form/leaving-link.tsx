import { Link } from "@remix-run/react";
import { createContext, useContext, type ComponentPropsWithoutRef } from "react";
import { joinClassNames } from "../classes.ts";
import { useHydrated } from "../use-hydrated.ts";

const FormToLeave = createContext<string | null>(null);

/**
 * The id of the form that must be saved before leaving the page without JavaScript; null if there is nothing to save.
 */
export const FormToLeaveProvider = FormToLeave.Provider;

export type LeavingLinkProps = Omit<ComponentPropsWithoutRef<typeof Link>, "to"> & { to: string };

/**
 * A link away from a form. Without JavaScript, it submits the form before it opens the page, so nothing typed is lost.
 */
export function SaveAndLeaveLink({ to, ...link }: LeavingLinkProps) {
  const form = useFormToLeave();
  if (form === null) return <Link {...link} to={to} />;
  const { className, children, title, "aria-label": label } = link;
  return (
    <button
      aria-label={label}
      className={joinClassNames("as-link", className)}
      form={form}
      name="go"
      title={title}
      value={to}
    >
      {children}
    </button>
  );
}

/** A hidden submit button. Enter presses a form's first button, so that button must save and stay on the page. */
export function HiddenSaveButton() {
  const form = useFormToLeave();
  if (form === null) return null;
  return (
    <button aria-hidden="true" className="sr-only" form={form} name="intent" tabIndex={-1} value="save" />
  );
}

/** Returns the id of the form to save, or null with JavaScript, because fields then save themselves when left. */
function useFormToLeave(): string | null {
  const form = useContext(FormToLeave);
  return useHydrated() ? null : form;
}
