import type { ReactNode } from "react";

/** A list of the consequences of an action, one in each line. */
export function ConsequenceList({ lines }: { lines: readonly { term: string; says: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line border-y">
      {lines.map(({ term, says }) => (
        <div className="grid gap-x-4 py-2.5 md:grid-cols-[130px_1fr]" key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0">{says}</dd>
        </div>
      ))}
    </dl>
  );
}
