import { useNavigation } from "@remix-run/react";

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

/** The button of a form that takes a moment; it cannot be pressed twice. */
export function BusyButton({ kind = "primary", icon, busy, intent, form, of, children }: BusyButtonProps) {
  const { formData, formMethod } = useNavigation();
  // Also while the page is fetched that the answer leads to.
  const isUnderWay = formData !== undefined && formMethod !== "GET";
  const isThis = !isUnderWay || of === undefined || formData.get(of.name) === of.value;
  const isBusy = isUnderWay && isThis && (intent === undefined || formData.get("intent") === intent);
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
