import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";

type EmptyStateProps = {
  /** The title, by default 'No Data Available'. */
  title?: string;
  /** The reason why there is nothing. */
  children: ReactNode;
  /** The next step. */
  action: ReactNode;
};

/** An empty place: its title, the reason why it is empty, and the next step. */
export function EmptyState({ title = MESSAGES.noData, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <p className="font-serif text-18 font-bold">{title}</p>
      <p className="mt-1 text-muted">{children}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  );
}
