import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon, type IconName } from "../page/icon.tsx";
import { SaveAndLeaveLink, type LeavingLinkProps } from "./leaving-link.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Record<ButtonKind, string> = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  quiet: "button button-quiet",
  danger: "button button-danger",
};

type Look = { kind?: ButtonKind; icon?: IconName; iconAfter?: IconName; children: ReactNode };

type ButtonProps = Look & ComponentPropsWithoutRef<"button">;

/** A button, always with a label beside its icon. Use one primary button on a screen. */
export function Button({ kind = "secondary", icon, iconAfter, className, children, ...button }: ButtonProps) {
  return (
    <button type="submit" {...button} className={joinClassNames(LOOKS[kind], className)}>
      <Face icon={icon} iconAfter={iconAfter}>
        {children}
      </Face>
    </button>
  );
}

export type ButtonLinkProps = Look & LeavingLinkProps;

export function ButtonLink({
  kind = "secondary",
  icon,
  iconAfter,
  className,
  children,
  ...link
}: ButtonLinkProps) {
  return (
    <SaveAndLeaveLink {...link} className={joinClassNames(LOOKS[kind], className)}>
      <Face icon={icon} iconAfter={iconAfter}>
        {children}
      </Face>
    </SaveAndLeaveLink>
  );
}

function Face({ icon, iconAfter, children }: Pick<Look, "icon" | "iconAfter" | "children">) {
  return (
    <>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} /> : null}
    </>
  );
}
