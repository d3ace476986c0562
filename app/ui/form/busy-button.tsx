import { useNavigation } from "@remix-run/react";
import { createContext, useContext } from "react";
import { Icon, type IconName } from "../page/icon.tsx";
import { Button, type ButtonKind } from "./button.tsx";

export type BusyButtonProps = {
  kind?: ButtonKind;
  icon?: IconName;
  /** The label while the form is being sent, such as 'Adding'. */
  busy: string;
  /** The value of the `intent` field, which tells the server which button was pressed. */
  intent?: string;
  /** The id of the form, for a button outside the form element. */
  form?: string;
  /** A field whose value distinguishes this form from other forms on the page with the same buttons. */
  of?: { name: string; value: string };
  children: string;
};

const SubmissionContext = createContext<FormData | null | undefined>(undefined);

/** Provides the values that the surrounding `ActionForm` is sending. */
export const SubmissionProvider = SubmissionContext.Provider;

/** A submit button that shows its progress and cannot be pressed twice. */
export function BusyButton({ kind = "primary", icon, busy, intent, form, of, children }: BusyButtonProps) {
  const { formData, formMethod } = useNavigation();
  const submission = useContext(SubmissionContext);
  // The button stays busy while the next page loads.
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
