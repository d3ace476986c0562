import { SESSIONS_PER_DAY, type Calendar } from "./calendar.ts";
import type { Row } from "./insert.ts";
import type { SchoolKind } from "./kind.ts";
import { ETHNIC_GROUPS, RELIGIONS } from "#domain/school/levels.ts";

export function schoolRows(kind: SchoolKind, { current }: Calendar, logo: string | null): Row[] {
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

export function houseRows({ houses }: SchoolKind): Row[] {
  return houses.map(({ house }, index) => ({ house_id: index + 1, house }));
}

export function religionRows(): Row[] {
  return RELIGIONS.map((grouping, index) => ({ religion_id: index + 1, grouping }));
}

export function ethnicGroupRows(): Row[] {
  return ETHNIC_GROUPS.map((grouping, index) => ({ ethnic_group_id: index + 1, grouping }));
}

export function subjectRows({ subjects }: SchoolKind): Row[] {
  return subjects.map(({ subject_id, title, abbr, inactive = false }) => ({
    subject_id,
    title,
    abbr,
    is_active: !inactive,
  }));
}
