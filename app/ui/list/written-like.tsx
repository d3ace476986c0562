import { Link } from "@remix-run/react";
import { Fragment } from "react";

export type AlikePerson = { id: number; name: string };

type WrittenLikeProps = { people: readonly AlikePerson[]; to: (id: number) => string };

/** Who may have been meant where nobody was found. */
export function WrittenLike({ people, to }: WrittenLikeProps) {
  if (people.length === 0) return null;
  return (
    <span className="mt-3 block">
      Written like it:{" "}
      {people.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 ? ", " : null}
          <Link
            className="touch:inline-flex touch:min-h-11 touch:items-center"
            preventScrollReset
            to={to(id)}
          >
            {name}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}
