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
        <EmptyState action={<ButtonLink to={currentTo}>Go to the current term</ButtonLink>}>
          This term does not exist, or the school’s calendar has not started.
        </EmptyState>
      </Panel>
    </>
  );
}
