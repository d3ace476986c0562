import type { Reading } from "../../index.ts";
import { EthnicGroup, House, Religion } from "../../models/look-ups.ts";
import { byName, type RowOf } from "../../models/table.ts";

export function houses(t: Reading): Promise<House[]> {
  return House.select(["house_id", "house"], { order: [byName("house"), "house_id"] }, t);
}

export function religions(t: Reading): Promise<RowOf<typeof Religion>[]> {
  return Religion.select(["religion_id", "grouping"], { order: [byName("grouping"), "religion_id"] }, t);
}

export function ethnicGroups(t: Reading): Promise<RowOf<typeof EthnicGroup>[]> {
  return EthnicGroup.select(
    ["ethnic_group_id", "grouping"],
    { order: [byName("grouping"), "ethnic_group_id"] },
    t,
  );
}
