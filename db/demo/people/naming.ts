import { itemAt, type Random } from "../random.ts";
import { STYLES, type StyleName } from "./names.ts";

export type Gender = "M" | "F";

/** The type of face for a portrait. */
export type Look = "deep" | "brown" | "medium" | "light";

export type Named = {
  first_name: string;
  last_name: string;
  other_name: string;
  gender: Gender;
  ethnicGroup: string;
  religion: string;
  look: Look;
};

type Heritage = {
  share: number;
  ethnicGroup: string;
  look: Look;
  first: readonly StyleName[];
  last: readonly StyleName[];
  religions: readonly string[];
};

const CHURCHES = ["Roman Catholic", "Roman Catholic", "Anglican", "Pentecostal", "Pentecostal", "Methodist"];
const OTHER_CHURCHES = [
  "Spiritual Baptist",
  "Seventh-day Adventist",
  "Jehovah's Witness",
  "Moravian",
  "None",
];

/** Shares that roughly follow the census. */
const HERITAGES: readonly Heritage[] = [
  {
    share: 0.34,
    ethnicGroup: "African",
    look: "deep",
    first: ["african"],
    last: ["african"],
    religions: [...CHURCHES, ...OTHER_CHURCHES],
  },
  {
    share: 0.21,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["hindu"],
    last: ["hindu"],
    religions: ["Hinduism"],
  },
  {
    share: 0.08,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["muslim"],
    last: ["muslim"],
    religions: ["Islam"],
  },
  {
    share: 0.07,
    ethnicGroup: "East Indian",
    look: "brown",
    first: ["christianIndian"],
    last: ["christianIndian"],
    religions: ["Presbyterian", "Presbyterian", "Pentecostal", "Roman Catholic"],
  },
  {
    share: 0.22,
    ethnicGroup: "Mixed",
    look: "medium",
    first: ["african", "creole", "christianIndian"],
    last: ["african", "creole", "hindu", "chinese"],
    religions: [...CHURCHES, "None"],
  },
  {
    share: 0.03,
    ethnicGroup: "Chinese",
    look: "light",
    first: ["chinese"],
    last: ["chinese"],
    religions: ["Roman Catholic", "Anglican", "None"],
  },
  {
    share: 0.02,
    ethnicGroup: "Syrian or Lebanese",
    look: "light",
    first: ["syrian"],
    last: ["syrian"],
    religions: ["Roman Catholic"],
  },
  {
    share: 0.03,
    ethnicGroup: "Caucasian",
    look: "light",
    first: ["creole"],
    last: ["creole"],
    religions: ["Roman Catholic", "Anglican"],
  },
];

const DOUBLE_BARRELLED = 0.04;
const MIDDLE_NAME = 0.35;

/** Every person gets a unique name: two people of the same name in one class would only confuse. */
export function naming(chance: Random): (gender?: Gender) => Named {
  const taken = new Set<string>();
  return function name(gender = chance.chance(0.5) ? "F" : "M"): Named {
    const named = inventedName(gender, chance);
    const full = `${named.first_name} ${named.last_name}`;
    if (taken.has(full)) return name(gender);
    taken.add(full);
    return named;
  };
}

function inventedName(gender: Gender, chance: Random): Named {
  const heritage = heritageAt(chance.next());
  const firstNames = STYLES[chance.pick(heritage.first)][gender === "M" ? "boys" : "girls"];
  const first_name = chance.pick(firstNames);
  const other_name = chance.chance(MIDDLE_NAME) ? chance.pick(firstNames) : "";
  return {
    first_name,
    last_name: familyName(heritage, chance),
    other_name: other_name === first_name ? "" : other_name,
    gender,
    ethnicGroup: heritage.ethnicGroup,
    religion: chance.pick(heritage.religions),
    look: heritage.look,
  };
}

function familyName(heritage: Heritage, chance: Random): string {
  const last = chance.pick(STYLES[chance.pick(heritage.last)].families);
  if (!chance.chance(DOUBLE_BARRELLED)) return last;
  const other = chance.pick(STYLES[chance.pick<StyleName>(["african", "hindu", "creole"])].families);
  return other === last ? last : `${last}-${other}`;
}

function heritageAt(share: number): Heritage {
  let rest = share;
  const found = HERITAGES.find((heritage) => (rest -= heritage.share) < 0);
  return found ?? itemAt(HERITAGES, 0);
}
