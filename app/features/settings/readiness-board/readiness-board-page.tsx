import { PATHS } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { ItemRow } from "./item-row.tsx";
import type { Group, Item, Readiness } from "./readiness.ts";

const TITLE = "Readiness Board";

const GROUPS: Record<Group, { title: string; ink: string; aside: string }> = {
  stops: { title: "Stops the new term", ink: "text-refused", aside: "" },
  better: { title: "Better done first", ink: "text-ink", aside: ", not required" },
  ready: { title: "Ready", ink: "text-saved", aside: "" },
};

/** The things that the school still needs before the rollover, each with a link to the page that fixes it. */
export function ReadinessBoardPage({ board }: { board: Readiness | null }) {
  if (!board) return <NoTerm />;
  const { to, now, rehearse, groups } = board;
  return (
    <>
      <PageHead
        about={
          <>
            Everything to finish before <span className="whitespace-nowrap">{to}.</span> {now}.
          </>
        }
        actions={
          <ButtonLink icon="arrow-right" kind="primary" to={rehearse.to}>
            {rehearse.words}
          </ButtonLink>
        }
        title={TITLE}
      />
      <div className="flex flex-col gap-4">
        {(Object.keys(GROUPS) as Group[]).map((group) => (
          <Items group={group} items={groups[group]} key={group} />
        ))}
      </div>
    </>
  );
}

function Items({ group, items }: { group: Group; items: readonly Item[] }) {
  if (items.length === 0) return null;
  const { title, ink, aside } = GROUPS[group];
  return (
    <Panel flush>
      <div className="flex min-h-10 items-center justify-between gap-4 border-b border-red bg-cream-2 px-4 md:px-5">
        <h2 className={classes("font-sans text-15", ink)}>{title}</h2>
        <span className="text-13 text-muted">
          {items.length}
          {aside}
        </span>
      </div>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow group={group} item={item} key={`${item.name} ${item.why}`} />
        ))}
      </ul>
    </Panel>
  );
}

function NoTerm() {
  return (
    <>
      <PageHead title={TITLE} />
      <Panel>
        <EmptyState
          action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}
          title="No term to advance"
        >
          The school has no terms yet, so there is nothing to get ready for the next one.
        </EmptyState>
      </Panel>
    </>
  );
}
