import { pageSpan } from "#domain/list/paging.ts";
import { ButtonLink } from "#ui/form/button.tsx";

import { subjectUrl, type SubjectPlace } from "../place.rules.ts";
import type { Roster } from "../subjects.ts";
import type { RosterVisit } from "./use-roster-visit.ts";

/** The way to the first row that was not saved. */
export function NeedsYou({ keys }: { keys: readonly number[] }) {
  return (
    <p role="status">
      {keys.length > 0 ? (
        <a className="inline-flex min-h-6 items-center font-semibold text-refused" href={`#row-${keys[0]}`}>
          {keys.length === 1 ? "1 needs you" : `${keys.length} need you`} ↑
        </a>
      ) : null}
    </p>
  );
}

type RosterPagesProps = { here: SubjectPlace; roster: Roster; onClick: RosterVisit["onClick"] };

export function RosterPages({ here, roster, onClick }: RosterPagesProps) {
  const { found, pageSize, place } = roster;
  const { shown, from, to, last } = pageSpan({ page: place.at, pageSize, total: found });
  const link = (at: number) =>
    ({
      kind: "quiet",
      onClick,
      preventScrollReset: true,
      to: subjectUrl({ ...here, roster: { ...place, at } }),
    }) as const;
  if (found === 0) return <span className="ml-auto" />;
  return (
    <nav aria-label="Pages of students" className="ml-auto flex flex-wrap items-center gap-x-2">
      <span className="text-muted">
        {from} to {to} of {found}
      </span>
      {shown > 1 ? (
        <ButtonLink {...link(shown - 1)} icon="chevron-left">
          Back
        </ButtonLink>
      ) : null}
      {shown < last ? (
        <ButtonLink {...link(shown + 1)} iconAfter="chevron-right">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}
