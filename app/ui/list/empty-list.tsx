import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "../form/button.tsx";
import { EmptyState } from "../page/empty-state.tsx";

type EmptyListProps = {
  search: string;
  /** The address of the list without the search. */
  clearTo: string;
  /** The reason why the list is empty without a search: 'No student is here yet.' */
  nothingYet: string;
  /** Words such as 'No subject has ‘art’ in its name or ID.' */
  nothingFound: string;
};

/** An empty list. After a search it links to the whole list, otherwise to the main menu. */
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
