import type { ReadTransaction } from "../../index.ts";
import { EthnicGroup, House, Religion } from "../../models/look-ups.ts";
import { orderByName, type RowOf } from "../../models/table.ts";

export function listHouseRows(t: ReadTransaction): Promise<House[]> {
  return House.select(["house_id", "house"], { order: [orderByName("house"), "house_id"] }, t);
}

export function listReligionRows(t: ReadTransaction): Promise<RowOf<typeof Religion>[]> {
  return Religion.select(["religion_id", "grouping"], { order: [orderByName("grouping"), "religion_id"] }, t);
}

export function listEthnicGroupRows(t: ReadTransaction): Promise<RowOf<typeof EthnicGroup>[]> {
  return EthnicGroup.select(
    ["ethnic_group_id", "grouping"],
    { order: [orderByName("grouping"), "ethnic_group_id"] },
    t,
  );
}
