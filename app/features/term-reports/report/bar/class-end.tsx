import { SaveStatus } from "#ui/page/save-status.tsx";
import { LeavingLink } from "#ui/form/leaving-link.tsx";

import type { Report } from "../report.ts";

type ClassEndProps = { links: Report["links"]; incomplete: readonly { name: string; url: string }[] };

/** More names than this are a list to look through on the class's own page. */
const MOST_NAMED = 6;

/** At the class's last report: whose still need something, and the way to each. */
export function ClassEnd({ links, incomplete }: ClassEndProps) {
  if (incomplete.length === 0) {
    return (
      <p className="border-t py-2.5 md:px-4">
        <SaveStatus kind="saved">Every report of the class is complete</SaveStatus>
      </p>
    );
  }
  const named = incomplete.slice(0, MOST_NAMED);
  const others = incomplete.length - named.length;
  return (
    <div className="border-t py-2.5 md:px-4 text-13">
      <h2 className="font-sans text-13 font-semibold">{incomplete.length} not complete:</h2>
      <ul className="flex flex-wrap gap-x-4 md:flex-col">
        {named.map(({ name, url }) => (
          <li key={url}>
            <LeavingLink className="inline-flex min-h-6 items-center touch:min-h-11" to={url}>
              {name}
            </LeavingLink>
          </li>
        ))}
        {others > 0 ? (
          <li>
            <LeavingLink
              className="inline-flex min-h-6 items-center touch:min-h-11"
              to={`${links.signAll}?show=incomplete`}
            >
              and {others} more
            </LeavingLink>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
