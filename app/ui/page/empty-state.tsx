import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";

type EmptyStateProps = {
  /** 'No Data Available' unless the screen has its own words (T8). */
  title?: string;
  /** Why there is nothing. */
  children: ReactNode;
  /** What to do next. */
  action: ReactNode;
};

/** Says what an empty place is, why it is empty and what to do next: nobody is left there. */
export function EmptyState({ title = MESSAGES.noData, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <p className="font-serif text-18 font-bold">{title}</p>
      <p className="mt-1 text-muted">{children}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  );
}
