import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../page/icon.tsx";
import { IN_PLACE } from "../page/downloads.ts";
import { useClosing } from "../use-closing.ts";

/** The rare actions of a row under 'More': a menu in a table, buttons under the row on a phone. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const menu = useClosing();
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
  /** The name of the person, because the same words occur in each row. */
  of: string;
  look?: "danger" | "phone-only";
  /** The link leads to a file that no route of the page shows. */
  file?: boolean;
  children: string;
};

export function MenuLink({ to, icon, of, look, file, children }: MenuLinkProps) {
  return (
    <Link
      {...(file && IN_PLACE)}
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
