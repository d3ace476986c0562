import { Link } from "@remix-run/react";
import type { ClassTests } from "../assessments.rules.ts";

/** What each subject of the class is graded by: its level's, for all its classes. */
export function CriteriaList({ tests: { criteria }, isOver }: { tests: ClassTests; isOver: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {criteria.map(({ subjectId, name, details, to }) => (
        <li className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 md:px-5" key={subjectId}>
          <span className="font-semibold max-md:grow md:w-52">{name}</span>
          <span className="min-w-0 grow text-muted max-md:order-last max-md:basis-full md:basis-0">
            {details.length > 0 ? details.join(" · ") : "no criteria: it has marks"}
          </span>
          {isOver ? null : (
            <Link data-dialog="" preventScrollReset to={to}>
              Edit<span className="sr-only"> the criteria of {name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
