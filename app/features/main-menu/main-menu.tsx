import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { TILE_ICONS } from "./tile-icons.tsx";
import { TILES, type Section } from "./tiles.ts";

/** The third line of a tile, such as '316 of 402 reports to sign', if the loader has the count anyway. */
export type TileNote = { icon: IconName; text: string };

type MainMenuProps = {
  school: { name: string; motto?: string | null; place?: string | null };
  /** The sections from `visibleSections`, in the order of the menu. */
  sections: readonly Section[];
  notes?: Partial<Record<Section, TileNote>>;
};

/** From nine tiles on, everything is a little smaller, so that twelve fit on one phone screen. */
const COMPACT_FROM = 9;

export function MainMenu({ school, sections, notes = {} }: MainMenuProps) {
  const compact = sections.length >= COMPACT_FROM;
  return (
    <>
      <nav aria-label="Main Menu">
        <ul
          className={classes(
            "divide-y divide-line overflow-hidden rounded border bg-paper md:grid md:grid-cols-2 md:divide-y-0 md:overflow-visible md:border-0 md:bg-transparent lg:grid-cols-3",
            compact ? "md:gap-4" : "md:gap-5",
          )}
        >
          {sections.map((section) => (
            <li key={section}>
              <TileLink compact={compact} note={notes[section]} section={section} />
            </li>
          ))}
        </ul>
      </nav>
      {compact || !school.motto ? null : (
        <footer className="mt-auto hidden pt-8 text-center md:block">
          <p className="font-serif italic">{school.motto}</p>
          <p className="text-13 text-muted">{[school.name, school.place].filter(Boolean).join(", ")}</p>
        </footer>
      )}
    </>
  );
}

type TileLinkProps = { section: Section; compact: boolean; note: TileNote | undefined };

function TileLink({ section, compact, note }: TileLinkProps) {
  const { title, subtitle } = TILES[section];
  return (
    <Link
      className={classes(
        "group flex text-ink no-underline hover:text-ink md:h-full md:rounded md:border md:bg-paper md:hover:border-red",
        compact ? "min-h-[55px] md:min-h-[100px]" : "min-h-16 md:min-h-[136px]",
      )}
      to={`${PATHS.mainMenu}/${section}`}
    >
      <TileIcon compact={compact} section={section} />
      <span
        className={classes(
          "flex min-w-0 grow flex-col justify-center px-4 py-1.5 md:justify-start md:px-5",
          compact ? "md:py-3.5" : "md:py-[18px]",
        )}
      >
        <span
          className={classes(
            "font-serif font-bold decoration-2 underline-offset-4 group-hover:text-red group-hover:underline md:text-18",
            compact ? "text-15 leading-5 md:leading-6" : "text-18",
          )}
        >
          {title}
        </span>
        <span className="text-13 text-muted md:mt-1 md:text-15">{subtitle}</span>
        {note ? (
          <span className="mt-0.5 flex items-center gap-2 text-13 font-semibold md:mt-auto">
            <Icon className="text-red" name={note.icon} />
            {note.text}
          </span>
        ) : null}
      </span>
      <Icon className="mr-4 self-center text-field md:hidden" name="chevron-right" />
    </Link>
  );
}

function TileIcon({ section, compact }: Omit<TileLinkProps, "note">) {
  return (
    <span
      className={classes(
        "flex w-16 shrink-0 justify-center border-r border-rule max-md:items-center md:w-[76px]",
        compact ? "md:pt-4" : "md:pt-5",
      )}
    >
      <svg
        aria-hidden="true"
        className={classes(
          "fill-cream-2 stroke-red stroke-2",
          compact ? "size-8 md:size-10" : "size-9 md:size-12",
        )}
        strokeLinecap="round"
        strokeLinejoin="round"
        viewBox="0 0 48 48"
      >
        {TILE_ICONS[section]}
      </svg>
    </span>
  );
}

/** Warns an administrator over the menu that the school's data is not kept safe. */
export function MenuTrouble({ words, detail }: { words: string; detail: string }) {
  return (
    <NoticeBox
      action={<Link to={PATHS.health}>Health</Link>}
      className="mb-4"
      icon="refused"
      title={`${words}.`}
      tone="refused"
    >
      {detail}
    </NoticeBox>
  );
}

type WelcomeHeadProps = {
  /** The first initial and last name; the last name alone for Admin. */
  displayName: string;
  period: { label: string };
  /** The day, such as 'Friday 26 June 2026'. */
  today: string;
};

/** Greets the person over the menu. */
export function WelcomeHead({ displayName, period, today }: WelcomeHeadProps) {
  return (
    <div className="mb-3 flex flex-col pt-2 md:mb-7 md:flex-row md:items-end md:justify-between md:border-b md:pb-6 md:pt-8">
      <div>
        <p className="text-muted">Welcome</p>
        <h1>{displayName}</h1>
      </div>
      <p className="md:text-right">
        <span className="font-semibold md:block md:font-serif md:text-18 md:font-bold md:normal-nums">
          {period.label}
        </span>
        <span aria-hidden="true" className="text-muted md:hidden">
          {" · "}
        </span>
        <span className="text-muted md:block">{today}</span>
      </p>
    </div>
  );
}
