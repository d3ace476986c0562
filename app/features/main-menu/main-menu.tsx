import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { MENU_TILES, type MenuSection } from "./tiles.ts";

/** The optional third line of a tile, such as '316 of 402 reports to sign'. */
export type MenuTileNote = { icon: IconName; text: string };

type MainMenuProps = {
  school: { name: string; motto?: string | null; place?: string | null };
  /** The sections from `listVisibleSections`, in menu order. */
  sections: readonly MenuSection[];
  notes?: Partial<Record<MenuSection, MenuTileNote>>;
};

/** With this many tiles or more, each tile is a little smaller, so that twelve fit on a phone's screen. */
const COMPACT_FROM = 9;

export function MainMenu({ school, sections, notes = {} }: MainMenuProps) {
  const compact = sections.length >= COMPACT_FROM;
  return (
    <>
      <nav aria-label="Main Menu">
        <ul
          className={joinClassNames(
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

type TileLinkProps = { section: MenuSection; compact: boolean; note: MenuTileNote | undefined };

function TileLink({ section, compact, note }: TileLinkProps) {
  const { title, subtitle } = MENU_TILES[section];
  return (
    <Link
      className={joinClassNames(
        "group flex text-ink no-underline hover:text-ink md:h-full md:rounded md:border md:bg-paper md:hover:border-red",
        compact ? "min-h-[55px] md:min-h-[100px]" : "min-h-16 md:min-h-[136px]",
      )}
      to={`${PATHS.mainMenu}/${section}`}
    >
      <TileIcon compact={compact} section={section} />
      <span
        className={joinClassNames(
          "flex min-w-0 grow flex-col justify-center px-4 py-1.5 md:justify-start md:px-5",
          compact ? "md:py-3.5" : "md:py-[18px]",
        )}
      >
        <span
          className={joinClassNames(
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
      className={joinClassNames(
        "flex w-16 shrink-0 justify-center border-r border-rule max-md:items-center md:w-[76px]",
        compact ? "md:pt-4" : "md:pt-5",
      )}
    >
      <svg
        aria-hidden="true"
        className={joinClassNames(
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

/** Warns an administrator above the menu when the school's data is at risk. */
export function MenuWarning({ words, detail }: { words: string; detail: string }) {
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
  /** The initial of the first name, then the last name. The Admin account has only the last name. */
  displayName: string;
  period: { label: string };
  /** Today's date, such as 'Friday 26 June 2026'. */
  today: string;
};

export function WelcomeHeader({ displayName, period, today }: WelcomeHeadProps) {
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

const PAPER = "fill-paper";

/** The icons are drawn on a grid of 48 by 48: red lines, and shapes filled with cream. */
const TILE_ICONS: Record<MenuSection, ReactNode> = {
  overview: (
    <>
      <path className={PAPER} d="M6 8h36v32H6z" />
      <path d="M12 27h6v13h-6zM21 20h6v20h-6zM30 24h6v16h-6z" />
      <path className="fill-none" d="M11 19l9-5 7 3 10-5" />
    </>
  ),
  "mark-sheet": (
    <>
      <path d="M9 7h24v35H9z" />
      <path className="stroke-rule" d="M15 8.5v32" />
      <path d="M19 15h9M19 22h9M19 29h5" />
      <path className={PAPER} d="M39 21.5l4.2 4.2-11.2 11.2-5 1.6 1.3-5.3z" />
    </>
  ),
  "term-reports": (
    <>
      <path d="M24 13.5C19.5 10 13.5 8.8 6 8.8v28c7.5 0 13.5 1 18 4.7 4.5-3.7 10.5-4.7 18-4.7v-28c-7.5 0-13.5 1.2-18 4.7zM24 13.5v28" />
      <path
        className="fill-none"
        d="M11.5 17.5c2.8.1 5.2.6 7.5 1.5M11.5 23.7c2.8.1 5.2.6 7.5 1.5M29 26l3.6 4 6-8"
      />
    </>
  ),
  reports: (
    <>
      <path className={PAPER} d="M15 7.5h18V19H15z" />
      <path d="M8 18.5h32V35H8z" />
      <path className={PAPER} d="M15 28.5h18V42H15z" />
      <path d="M19 33.5h10M19 37.5h6M34 23.5v.1" />
    </>
  ),
  employees: (
    <>
      <circle cx="18" cy="16" r="7.5" />
      <path d="M5 40c0-8 5.5-13 13-13s13 5 13 13z" />
      <path className="fill-none" d="M33 12h10v14h-8M37.5 17h2M37.5 21h2" />
    </>
  ),
  students: (
    <>
      <path className={PAPER} d="M12.5 21v12.5c2.6 3.5 6.5 5 11.5 5s8.9-1.5 11.5-5V21z" />
      <path d="M24 8.5L44 18l-20 9.5L4 18z" />
      <path d="M40.5 20v12" />
    </>
  ),
  subjects: (
    <>
      <path d="M8 8h9.5v32H8zM17.5 12H27v28h-9.5z" />
      <path className={PAPER} d="M28 13.3l8-2.3 7.5 26.7-8 2.3z" />
      <path d="M12.7 14v6M22.3 18v6" />
    </>
  ),
  "marks-archive": (
    <>
      <path className={PAPER} d="M9 18.5h30V40H9z" />
      <path d="M6 8.5h36v10H6zM18.5 25.5h11" />
    </>
  ),
  "attendance-register": (
    <>
      <path d="M8 7h27l5 5v29H8z" />
      <path
        className="fill-none"
        d="M14 17.5l2.5 2.5 4-5M25 18h9M14 28l2.5 2.5 4-5M25 28.5h9M15 36l4 4M19 36l-4 4M25 38h9"
      />
    </>
  ),
  "attendance-summary": (
    <>
      <path d="M7.5 11h33v31h-33zM7.5 19h33M16 6.5v8.5M32 6.5v8.5" />
      <path className="fill-none" d="M16 30.5l5.5 5.5L33 24.5" />
    </>
  ),
  "late-board": (
    <>
      <circle cx="24" cy="26.5" r="16" />
      <path className="fill-none" d="M24 16v10.5l7.5 5.5M18 6h12" />
    </>
  ),
  "reset-password": (
    <>
      <path className="fill-none" d="M16 21v-5.5C16 10.5 19.5 7 24 7s8 3.5 8 8.5V21" />
      <path d="M9 21h30v20.5H9zM24 29v5.5" />
    </>
  ),
  "readiness-board": (
    <>
      <path d="M9 9.5h30V43H9z" />
      <path className={PAPER} d="M17.5 6h13v7h-13z" />
      <path className="fill-none" d="M15 22l3 3.2 4.5-5M28 23h6M15 33l3 3.2 4.5-5M28 34h6" />
    </>
  ),
  settings: (
    <>
      <path d="M5 13h38M5 24h38M5 35h38" />
      <circle cx="16.5" cy="13" r="4.5" />
      <circle cx="32.5" cy="24" r="4.5" />
      <circle cx="20.5" cy="35" r="4.5" />
    </>
  ),
  "security-events": (
    <>
      <path d="M24 5.5l16 5.5v12c0 10-6.5 16.5-16 20-9.5-3.5-16-10-16-20V11z" />
      <path className="fill-none" d="M16.5 23.5l5.5 5.5 10-11.5" />
    </>
  ),
  profile: (
    <>
      <circle cx="24" cy="15.5" r="8" />
      <path d="M7.5 41c0-9 6.5-14.5 16.5-14.5S40.5 32 40.5 41z" />
    </>
  ),
};
