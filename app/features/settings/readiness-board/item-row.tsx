import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { classes } from "#ui/classes.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { formatNumber } from "./figures.rules.ts";
import type { Group, Item, LinkedText } from "./readiness.ts";

const FACES: Record<Group, { icon: IconName; ink: string }> = {
  stops: { icon: "refused", ink: "text-refused" },
  better: { icon: "pencil", ink: "text-waiting" },
  ready: { icon: "tick", ink: "text-saved" },
};

/** A row of the board; on a phone a record: the figure beside the name, then the places, then the link. */
const ROW =
  "grid min-h-12 grid-cols-[52px_minmax(0,1fr)_auto] lg:grid-cols-[52px_minmax(0,320px)_minmax(0,1fr)_112px_168px] lg:items-center";
const STATE =
  "flex items-center justify-center self-stretch border-r border-rule max-lg:row-span-3 max-lg:row-start-1";
const UNDER = "max-lg:col-span-2 max-lg:col-start-2";

/** A line for one thing that a new term needs. */
export function ItemRow({ group, item }: { group: Group; item: Item }) {
  const { name, why, places, figure, mend } = item;
  const { icon, ink } = FACES[group];
  return (
    <li className={ROW}>
      <span className={classes(STATE, ink)}>
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
        <p className={classes(UNDER, "px-4 py-1 text-13 leading-6 lg:col-start-3 lg:row-start-1")}>
          <Places places={places} />
        </p>
      ) : null}
      {mend ? (
        <p
          className={classes(UNDER, "px-4 pb-2 md:pr-5 lg:col-start-5 lg:row-start-1 lg:py-1 lg:text-right")}
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

/** Several links lead to the same kind of page, so each names its item for a screen reader. */
function Mend({ words, to, of }: LinkedText & { of: string }) {
  if (!to) return <span className="text-13 text-muted">{words}</span>;
  return (
    <Link className="inline-block touch:py-2.5" to={to}>
      {words}
      <span className="sr-only">, {of}</span>
    </Link>
  );
}
