import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";

type ClassLineProps = {
  url: string;
  label: string;
  teachers: string;
  className?: string;
  children: ReactNode;
};

/** One class in a list of classes: the class at the left, then its teachers and its status. */
export function ClassListItem({ url, label, teachers, className, children }: ClassLineProps) {
  return (
    <Link
      className={joinClassNames("group flex items-stretch text-ink no-underline hover:text-ink", className)}
      to={url}
    >
      <span className="flex w-28 shrink-0 items-center border-r border-r-rule px-4 py-2 font-semibold group-hover:text-red md:w-32 md:px-5">
        {label}
      </span>
      <span className="flex min-h-12 min-w-0 grow flex-col justify-center px-4 py-1.5">
        <span className="break-words group-hover:text-red group-hover:underline group-hover:underline-offset-4">
          {teachers || <span className="text-muted">No form teacher yet</span>}
        </span>
        {children}
      </span>
    </Link>
  );
}
