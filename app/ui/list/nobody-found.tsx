import { ButtonLink } from "../form/button.tsx";
import { EmptyState } from "../page/empty-state.tsx";
import { WrittenLike, type AlikePerson } from "./written-like.tsx";

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
