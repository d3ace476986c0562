import { hasAccess, hasPermission, type PersonAccess } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { hasCurrentClass } from "#db/queries/class-teachers.ts";
import { formatLongDate } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { formatShortName } from "#domain/names.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import { today } from "#runtime/clock.ts";
import { MENU_TILES, type MenuSection } from "./tiles.ts";

export type MainMenuView = {
  displayName: string;
  period: { label: string };
  today: string;
  sections: MenuSection[];
  /** The most important problem for an administrator to know about; null if there is none. */
  trouble: { words: string; detail: string } | null;
  school: { name: string; motto: string; place: string };
};

export async function readMainMenu({ person, school, period }: Visit): Promise<MainMenuView> {
  const { employeeId } = person;
  const hasClass = employeeId !== null && (await hasCurrentClass(employeeId, noTransaction));
  return {
    displayName: formatShortName(person),
    period: { label: period },
    today: formatLongDate(today(school.timeZone)),
    trouble: await troubleOf(person),
    sections: listVisibleSections({ ...person, hasClass, flavour: school.flavour }),
    school: { name: school.name, motto: school.motto, place: placeOf(school.address) },
  };
}

async function troubleOf(person: Visit["person"]): Promise<MainMenuView["trouble"]> {
  if (!hasPermission(person, "admin")) return null;
  const { words, detail, isTrouble } = await readBackupState();
  return isTrouble ? { words, detail } : null;
}

/** Returns the town, which is the last part of a postal address. */
function placeOf(address: string): string {
  return address.split(/[,\n]/).at(-1)?.trim() ?? "";
}

type Viewer = {
  permissions: readonly number[];
  /** The employee's id; null for the Admin account. */
  employeeId: number | null;
  hasClass: boolean;
  flavour: SchoolFlavour;
};

type TileAccess = { access: PersonAccess | "all but Admin" | "class teachers"; flavour?: SchoolFlavour };

/** Returns the sections that this person may open, in menu order. */
export function listVisibleSections(viewer: Viewer): MenuSection[] {
  return (Object.keys(MENU_TILES) as MenuSection[]).filter((section) => {
    const { access, flavour = viewer.flavour }: TileAccess = MENU_TILES[section];
    return flavour === viewer.flavour && isShown(access, viewer);
  });
}

function isShown(access: TileAccess["access"], viewer: Viewer): boolean {
  if (access === "class teachers") return viewer.hasClass || hasAccess("admin", viewer);
  return access === "all but Admin" ? viewer.employeeId !== null : hasAccess(access, viewer);
}
