import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../page/icon.tsx";
import { DOWNLOAD_ATTRIBUTE } from "../page/downloads.ts";
import { useCloseOnPressOutside } from "../use-closing.ts";

/** The rarely used actions of a row under 'More': a menu in a table, buttons under the row on a phone. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const menu = useCloseOnPressOutside();
  return (
    <details className="row-menu" ref={menu}>
      <summary aria-label={`More, ${of}`} className="row-act">
        More <Icon name="chevron-down" size={13} />
      </summary>
      <div>{children}</div>
    </details>
  );
}

type MenuLinkProps = {
  to: string;
  icon: IconName;
  /** The name of the person, for screen readers, because every row has the same links. */
  of: string;
  look?: "danger" | "phone-only";
  /** True if the link leads to a file, which the router must not handle. */
  file?: boolean;
  children: string;
};

export function RowMenuLink({ to, icon, of, look, file, children }: MenuLinkProps) {
  return (
    <Link
      {...(file && DOWNLOAD_ATTRIBUTE)}
      aria-label={`${children}, ${of}`}
      className={look}
      preventScrollReset
      reloadDocument={file}
      to={to}
    >
      <Icon name={icon} /> {children}
    </Link>
  );
}
