import { Link, useParams } from "@remix-run/react";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";

/**
 * Links to the history of the other fields. On the report itself, the links would be twenty more stops for the Tab key.
 */
export function OtherFieldHistoryLinks({ closeTo, hasConduct }: { closeTo: string; hasConduct: boolean }) {
  const { field } = useParams();
  const others = [...TERM_RECORD_FIELDS.values()].filter(
    ({ name }) => name !== field && (name !== "conduct" || hasConduct),
  );
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold text-red">Another field</summary>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {others.map(({ name, title }) => (
          <li key={name}>
            <Link
              className="inline-flex min-h-8 items-center touch:min-h-11"
              preventScrollReset
              replace
              to={`${closeTo}/history/${name}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
