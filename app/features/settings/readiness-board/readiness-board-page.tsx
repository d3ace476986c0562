import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  type ReadinessGroup,
  type ReadinessItem,
  type ReadinessBoardView,
  formatNumber,
  type LinkedText,
} from "./readiness.ts";

const TITLE = "Readiness Board";

const GROUPS: Record<ReadinessGroup, { title: string; ink: string; aside: string }> = {
  stops: { title: "Must be done before the new term", ink: "text-refused", aside: "" },
  better: { title: "Should be done before the new term", ink: "text-ink", aside: ", not required" },
  ready: { title: "Ready", ink: "text-saved", aside: "" },
};

/** Lists what the school still needs before the rollover, with a link to the page for each item. */
export function ReadinessBoardPage({ board }: { board: ReadinessBoardView | null }) {
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
        {(Object.keys(GROUPS) as ReadinessGroup[]).map((group) => (
          <Items group={group} items={groups[group]} key={group} />
        ))}
      </div>
    </>
  );
}

function Items({ group, items }: { group: ReadinessGroup; items: readonly ReadinessItem[] }) {
  if (items.length === 0) return null;
  const { title, ink, aside } = GROUPS[group];
  return (
    <Panel flush>
      <div className="flex min-h-10 items-center justify-between gap-4 border-b border-red bg-cream-2 px-4 md:px-5">
        <h2 className={joinClassNames("font-sans text-15", ink)}>{title}</h2>
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
          title="There is no term to advance"
        >
          The school has no terms yet, so there is nothing to get ready for the next term.
        </EmptyState>
      </Panel>
    </>
  );
}

const FACES: Record<ReadinessGroup, { icon: IconName; ink: string }> = {
  stops: { icon: "refused", ink: "text-refused" },
  better: { icon: "pencil", ink: "text-waiting" },
  ready: { icon: "tick", ink: "text-saved" },
};

/** The grid of a row. On a phone the row becomes a card: the number beside the name, then the classes, then the link. */
const ROW =
  "grid min-h-12 grid-cols-[52px_minmax(0,1fr)_auto] lg:grid-cols-[52px_minmax(0,320px)_minmax(0,1fr)_112px_168px] lg:items-center";
const STATE =
  "flex items-center justify-center self-stretch border-r border-rule max-lg:row-span-3 max-lg:row-start-1";
const UNDER = "max-lg:col-span-2 max-lg:col-start-2";

function ItemRow({ group, item }: { group: ReadinessGroup; item: ReadinessItem }) {
  const { name, why, places, figure, mend } = item;
  const { icon, ink } = FACES[group];
  return (
    <li className={ROW}>
      <span className={joinClassNames(STATE, ink)}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0 px-4 py-1">
        <h3 className="font-sans text-15 font-semibold">{name}</h3>
        <p className="text-13 text-muted">{why}</p>
      </div>
      {figure ? (
        <p className="py-1 pr-4 text-right tabular-nums md:pr-5 lg:col-start-4 lg:row-start-1 lg:pr-4">
          <strong className="block text-18">{formatNumber(figure.missing)}</strong>
          <span className="block text-13 text-muted">of {formatNumber(figure.of)}</span>
        </p>
      ) : null}
      {places.length > 0 ? (
        <p className={joinClassNames(UNDER, "px-4 py-1 text-13 leading-6 lg:col-start-3 lg:row-start-1")}>
          <Places places={places} />
        </p>
      ) : null}
      {mend ? (
        <p
          className={joinClassNames(
            UNDER,
            "px-4 pb-2 md:pr-5 lg:col-start-5 lg:row-start-1 lg:py-1 lg:text-right",
          )}
        >
          <Mend {...mend} of={name} />
        </p>
      ) : null}
    </li>
  );
}

function Places({ places }: { places: readonly LinkedText[] }) {
  return places.map(({ words, to }, index) => (
    <Fragment key={`${words} ${to ?? index}`}>
      {index > 0 ? <span className="text-muted"> · </span> : null}
      {to ? <Link to={to}>{words}</Link> : words}
    </Fragment>
  ));
}

/** Links to the page for the item. Several links have the same text, so a screen reader reads the item too. */
function Mend({ words, to, of }: LinkedText & { of: string }) {
  if (!to) return <span className="text-13 text-muted">{words}</span>;
  return (
    <Link className="inline-block touch:py-2.5" to={to}>
      {words}
      <span className="sr-only">, {of}</span>
    </Link>
  );
}
