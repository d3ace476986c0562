import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ButtonLink } from "../form/button.tsx";
import { PageHead } from "./page-head.tsx";
import { Panel } from "./panel.tsx";

type EmptyStateProps = {
  /** The title, by default 'No Data Available'. */
  title?: string;
  /** The reason why there is nothing to show. */
  children: ReactNode;
  /** A link or button for the next step. */
  action: ReactNode;
};

export function EmptyState({ title = MESSAGES.noData, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <p className="font-serif text-18 font-bold">{title}</p>
      <p className="mt-1 text-muted">{children}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  );
}

/** The page for a term that does not exist. It links to the current term. */
export function TermNotFound({ title, currentTo }: { title: string; currentTo: string }) {
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
