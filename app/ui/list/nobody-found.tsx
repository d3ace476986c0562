import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { ButtonLink } from "../form/button.tsx";
import { EmptyState } from "../page/empty-state.tsx";

type NobodyFoundProps = {
  search: string;
  /** Where was looked: 'name, user name or ID'. */
  where: string;
  /** The list without the search. */
  clearTo: string;
  alike: readonly AlikePerson[];
  to: (id: number) => string;
};

/** What was looked for in vain, who may have been meant, and the way back to all. */
export function NobodyFound({ search, where, clearTo, alike, to }: NobodyFoundProps) {
  return (
    <div className="border-t">
      <EmptyState
        action={
          <ButtonLink preventScrollReset to={clearTo}>
            Clear the search
          </ButtonLink>
        }
      >
        Nobody here has ‘{search}’ in the {where}.
        <WrittenLike people={alike} to={to} />
      </EmptyState>
    </div>
  );
}

type AlikePerson = { id: number; name: string };

type WrittenLikeProps = { people: readonly AlikePerson[]; to: (id: number) => string };

/** Who may have been meant where nobody was found. */
function WrittenLike({ people, to }: WrittenLikeProps) {
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
