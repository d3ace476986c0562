import { noTransaction } from "#db/index.ts";
import { listEthnicGroupRows, listHouseRows, listReligionRows } from "#db/queries/people/groups.ts";

/** A group to which a student can belong: a house, a religious group or an ethnic group. */
export type Group = { id: number; grouping: string };

export async function listReligions(): Promise<Group[]> {
  const found = await listReligionRows(noTransaction);
  return found.map(({ religion_id: id, grouping }) => ({ id, grouping }));
}

export async function listEthnicGroups(): Promise<Group[]> {
  const found = await listEthnicGroupRows(noTransaction);
  return found.map(({ ethnic_group_id: id, grouping }) => ({ id, grouping }));
}

export async function listHouses(): Promise<{ id: number; house: string }[]> {
  const found = await listHouseRows(noTransaction);
  return found.map(({ house_id: id, house }) => ({ id, house }));
}
