import { useNavigation } from "@remix-run/react";
import { createContext, useContext } from "react";

import { Icon, type IconName } from "../page/icon.tsx";
import { Button, type ButtonKind } from "./button.tsx";

export type BusyButtonProps = {
  kind?: ButtonKind;
  icon?: IconName;
  /** What it says while the form is under way: 'Adding'. */
  busy: string;
  /** What a form with several buttons is sent by. */
  intent?: string;
  /** The id of the form, where the button stands outside it. */
  form?: string;
  /** A field of the form that tells it from others of the page with the same buttons. */
  of?: { name: string; value: string };
  children: string;
};

const SubmissionContext = createContext<FormData | null | undefined>(undefined);

/** What the `ActionForm` around a button has sent and waits for; its other forms have their own. */
export const SubmissionProvider = SubmissionContext.Provider;

/** The button of a form that takes a moment; it cannot be pressed twice. */
export function BusyButton({ kind = "primary", icon, busy, intent, form, of, children }: BusyButtonProps) {
  const { formData, formMethod } = useNavigation();
  const submission = useContext(SubmissionContext);
  // Also while the page is fetched that the answer leads to.
  const posted = formMethod === "GET" ? undefined : formData;
  const isUnderWay = Boolean(posted ?? submission);
  const own = submission === undefined ? posted : submission;
  const isThis = of === undefined || own?.get(of.name) === of.value;
  const isBusy = Boolean(own) && isThis && (intent === undefined || own?.get("intent") === intent);
  return (
    <Button
      aria-disabled={isUnderWay}
      form={form}
      icon={isBusy ? undefined : icon}
      kind={kind}
      name={intent && "intent"}
      type={isUnderWay ? "button" : "submit"}
      value={intent}
    >
      {isBusy ? <Icon className="animate-turn" name="ring" /> : null}
      {isBusy ? busy : children}
    </Button>
  );
}
