import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { PATHS } from "#domain/paths.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { ButtonLink } from "../form/button.tsx";
import { splitAtMatches } from "../form/matching.ts";
import { EmptyState } from "../page/empty-state.tsx";

type EmptyListProps = {
  search: string;
  /** The address of the list without the search. */
  clearTo: string;
  /** The text of an empty list without a search, such as 'No student is here yet.' */
  nothingYet: string;
  /** The text when a search finds nothing, such as 'No subject has ‘art’ in its name or ID.' */
  nothingFound: string;
};

/** An empty list. After a search, it links to the list without the search; otherwise it links to the main menu. */
export function EmptyList({ search, clearTo, nothingYet, nothingFound }: EmptyListProps) {
  const isSearched = search !== "";
  return (
    <div className="border-t">
      <EmptyState
        action={
          <ButtonLink preventScrollReset={isSearched} to={isSearched ? clearTo : PATHS.mainMenu}>
            {isSearched ? "Clear the search" : "Main Menu"}
          </ButtonLink>
        }
      >
        {isSearched ? nothingFound : nothingYet}
      </EmptyState>
    </div>
  );
}

type NobodyFoundProps = {
  search: string;
  /** The searched columns in words: 'name, username or ID'. */
  where: string;
  /** The address of the list without the search. */
  clearTo: string;
  alike: readonly AlikePerson[];
  to: (id: number) => string;
};

/** The empty state of a search for people. It links to people with similar names and to the list without the search. */
export function NoPeopleFound({ search, where, clearTo, alike, to }: NobodyFoundProps) {
  return (
    <div className="border-t">
      <EmptyState
        action={
          <ButtonLink preventScrollReset to={clearTo}>
            Clear the search
          </ButtonLink>
        }
      >
        Nobody matches “{search}”. You can search by {where}.
        <WrittenLike people={alike} to={to} />
      </EmptyState>
    </div>
  );
}

type AlikePerson = { id: number; name: string };

type WrittenLikeProps = { people: readonly AlikePerson[]; to: (id: number) => string };

function WrittenLike({ people, to }: WrittenLikeProps) {
  if (people.length === 0) return null;
  return (
    <span className="mt-3 block">
      Similar names:{" "}
      {people.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 ? "; " : null}
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

/** Shows a text with the searched words in bold. */
export function HighlightMatches({ text, search }: { text: string; search: string }) {
  const words = splitSearch(search);
  if (words.length === 0) return text;
  return splitAtMatches(text, words).map(({ text: part, isMatch }, index) => (
    <Fragment key={index}>{isMatch ? <strong>{part}</strong> : part}</Fragment>
  ));
}
