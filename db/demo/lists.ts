import { SESSIONS_PER_DAY, type DemoCalendar } from "./calendar.ts";
import type { DemoRow } from "./insert.ts";
import type { SchoolKind } from "./kind.ts";
import { ETHNIC_GROUPS, RELIGIONS } from "#domain/school/levels.ts";

export function schoolRows(kind: SchoolKind, { current }: DemoCalendar, logo: string | null): DemoRow[] {
  const { flavour, name, motto, address } = kind;
  return [
    {
      name,
      flavour,
      address,
      motto,
      logo,
      sessions_per_day: SESSIONS_PER_DAY,
      current_term_id: current.academic_term_id,
    },
  ];
}

export function houseRows({ houses }: SchoolKind): DemoRow[] {
  return houses.map(({ house }, index) => ({ house_id: index + 1, house }));
}

export function religionRows(): DemoRow[] {
  return RELIGIONS.map((grouping, index) => ({ religion_id: index + 1, grouping }));
}

export function ethnicGroupRows(): DemoRow[] {
  return ETHNIC_GROUPS.map((grouping, index) => ({ ethnic_group_id: index + 1, grouping }));
}

export function subjectRows({ subjects }: SchoolKind): DemoRow[] {
  return subjects.map(({ subject_id, title, abbr, inactive = false }) => ({
    subject_id,
    title,
    abbr,
    is_active: !inactive,
  }));
}
