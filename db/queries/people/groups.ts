import type { Reading } from "../../index.ts";
import { EthnicGroup, House, Religion } from "../../models/look-ups.ts";
import { byName, type RowOf } from "../../models/table.ts";

export function listHouseRows(t: Reading): Promise<House[]> {
  return House.select(["house_id", "house"], { order: [byName("house"), "house_id"] }, t);
}

export function listReligionRows(t: Reading): Promise<RowOf<typeof Religion>[]> {
  return Religion.select(["religion_id", "grouping"], { order: [byName("grouping"), "religion_id"] }, t);
}

export function listEthnicGroupRows(t: Reading): Promise<RowOf<typeof EthnicGroup>[]> {
  return EthnicGroup.select(
    ["ethnic_group_id", "grouping"],
    { order: [byName("grouping"), "ethnic_group_id"] },
    t,
  );
}
