import type { Entry } from "./log.ts";
import type { Change } from "./trail.ts";
import type { RowCase } from "./verdict.ts";

/** Tells the history of a row, for finding the cause. */
export function storyOf({ row, before, entries, changes, bases }: RowCase): string {
  return [
    `row ${row}: before ${before.mark}, version ${before.version}`,
    `  on the screen: ${entries.map(describeStoryEntry).join(", ")}`,
    `  stored: ${changes.map(changeWords).join(", ")}`,
    `  sent: ${[...bases].map(([saveId, base]) => `${saveId.slice(0, 6)} on ${base}`).join(", ")}`,
  ].join("\n");
}

export function describeStoryEntry(entry: Entry): string {
  switch (entry.did) {
    case "showed":
      return `${entry.phase} ${entry.value}`;
    case "typed":
      return `TYPED ${entry.value} over ${entry.over}`;
    case "left":
      return "left";
    case "chose":
      return `CHOSE ${entry.whose} of ${entry.mine} and ${entry.theirs}`;
  }
}

function changeWords({ account, saveId, version, to }: Change): string {
  return `${to} by ${account} as ${version} (${saveId?.slice(0, 6)})`;
}
