import { ButtonLink } from "../form/button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { PageHead } from "./page-head.tsx";
import { Panel } from "./panel.tsx";

/** The page for an address with a term that does not exist, with a link to the current term. */
export function NoSuchTerm({ title, currentTo }: { title: string; currentTo: string }) {
  return (
    <>
      <PageHead title={title} />
      <Panel>
        <EmptyState action={<ButtonLink to={currentTo}>The current term</ButtonLink>}>
          The school has no such term, or its calendar has not begun.
        </EmptyState>
      </Panel>
    </>
  );
}
