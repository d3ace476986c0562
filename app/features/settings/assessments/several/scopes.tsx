import { joinClassNames } from "#ui/classes.ts";
import { Link } from "@remix-run/react";
import { assessmentsUrl } from "../assessments.rules.ts";
import type { ScopeLink } from "./several.rules.ts";

type ScopesProps = {
  academicTermId: number;
  scopes: readonly ScopeLink[];
  isOneClass?: boolean;
};

/** Links to the tests of one class, of a level, or of the whole school. */
export function ScopeLinks({ academicTermId, scopes, isOneClass = false }: ScopesProps) {
  const cells = [
    { title: "One class", to: assessmentsUrl({ academicTermId }), isCurrent: isOneClass },
    ...scopes,
  ];
  return (
    <nav aria-label="One or several classes" className="-mx-4 mb-4 md:mx-0">
      <ul className="grid grid-cols-4 border-t bg-paper md:flex md:flex-wrap md:rounded md:border">
        {cells.map(({ title, to, isCurrent }) => (
          <li className="flex border-r max-md:border-b" key={to}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={joinClassNames(
                "flex min-h-11 grow items-center justify-center border-b-[3px] px-1 pt-[3px] text-center no-underline hover:text-red md:px-4",
                isCurrent
                  ? "border-red font-semibold text-red"
                  : "border-transparent text-ink hover:border-rule",
              )}
              preventScrollReset
              to={to}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
