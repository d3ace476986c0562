import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "../form/button.tsx";
import { EmptyState } from "../page/empty-state.tsx";

type EmptyListProps = {
  search: string;
  /** The list without the search. */
  clearTo: string;
  /** Why the list is empty without a search: 'No student is here yet.' */
  nothingYet: string;
  /** 'No subject has ‘art’ in its name or ID.' */
  nothingFound: string;
};

/** A list without rows: the way on is the whole list after a search, else the main menu. */
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
