import type { Entry } from "./log.ts";
import type { Change } from "./trail.ts";

/** One row of the sheet: what the person saw and did, and what the audit trail says. */
export type RowCase = {
  row: string;
  before: { mark: string | null; version: number };
  entries: readonly Entry[];
  sentByColleague: ReadonlySet<string>;
  changes: readonly Change[];
  /** The base that each save sent for this row, by save id. */
  bases: ReadonlyMap<string, number>;
  typistAccount: number;
  colleagueAccount: number;
};

/** Lists what must never happen at any time. Each mark is typed once, so that a value shows its origin. */
export function complaintsAbout(found: RowCase): string[] {
  return [
    ...ofNobody(found),
    ...storedTwice(found),
    ...shownButNotStored(found),
    ...overtaken(found),
    ...onWrongBase(found),
    ...overwrittenInSilence(found),
  ].map((complaint) => `row ${found.row}: ${complaint}`);
}

/** Lists marks that were typed and exist nowhere, once everything had time to be saved. */
export function lostMarks({ row, entries, changes }: RowCase): string[] {
  const place = entries.findLastIndex(({ did }) => did === "typed");
  const last = entries[place];
  if (last?.did !== "typed") return [];
  const later = entries.slice(place);
  const isStored = changes.some(({ to }) => to === last.value);
  const isGivenUp = later.some((entry) => entry.did === "chose" && entry.whose === "theirs");
  const wasLeft = later.some(({ did }) => did === "left");
  return isStored || isGivenUp || !wasLeft ? [] : [`row ${row}: ${last.value} was typed and is lost`];
}

/** Lists differences between screen and storage at the end; a colleague may have written since the row was last read. */
export function shownOtherwise(
  { row, before, changes, colleagueAccount }: RowCase,
  shown: string | null,
): string[] {
  const last = changes.at(-1);
  const stored = last ? last.to : before.mark;
  const isNews = last?.account === colleagueAccount;
  return shown === stored || isNews ? [] : [`row ${row}: ${shown} is shown at last, and ${stored} is stored`];
}

function ofNobody({ changes, entries, sentByColleague, ...who }: RowCase): string[] {
  const typed = new Set(
    entries.flatMap((entry) => {
      if (entry.did === "typed") return [entry.value];
      return entry.did === "chose" && entry.whose === "mine" ? [entry.mine] : [];
    }),
  );
  const isKnown = ({ account, to }: Change) =>
    to !== null &&
    ((account === who.typistAccount && typed.has(to)) ||
      (account === who.colleagueAccount && sentByColleague.has(to)));
  return changes
    .filter((change) => !isKnown(change))
    .map(({ to, account }) => `${to} of account ${account} was entered by nobody`);
}

/** A colleague's mark that was taken over and then kept against a later one is stored a second time, by choice. */
function storedTwice({ changes, entries }: RowCase): string[] {
  const values = changes.map(({ to }) => to).filter((value) => !wasTakenOver(entries, value));
  const saves = changes.map(({ saveId }) => saveId);
  return [
    ...repeated(values).map((value) => `${value} was stored twice`),
    ...repeated(saves).map((save) => `the save ${save} was applied twice`),
  ];
}

function shownButNotStored({ entries, changes, before }: RowCase): string[] {
  const stored = new Set([before.mark, ...changes.map(({ to }) => to)]);
  return entries.flatMap((entry) =>
    entry.did === "showed" && isAtRest(entry) && !stored.has(entry.value)
      ? [`${entry.value} was shown as ${entry.phase} and was never stored`]
      : [],
  );
}

/** Finds an older mark over a newer one of the same person: a late repetition that was taken for a new save. */
function overtaken({ changes, entries, typistAccount }: RowCase): string[] {
  const own = changes.filter(({ account }) => account === typistAccount);
  const places = own.map(({ to }) => typedAt(entries, to));
  return own.flatMap(({ to }, index) =>
    (places[index] ?? 0) < (places[index - 1] ?? -1)
      ? [`${to} was stored over ${own[index - 1]?.to}, typed later`]
      : [],
  );
}

function onWrongBase({ changes, bases, before }: RowCase): string[] {
  return changes.flatMap(({ to, saveId }, index) => {
    const base = bases.get(saveId ?? "");
    const under = changes[index - 1]?.version ?? before.version;
    if (base === undefined) return [`${to} was stored by a save that nobody sent`];
    return base === under ? [] : [`${to} was stored over version ${under}, and was based on ${base}`];
  });
}

/**
 * A colleague's value may be replaced only if it was read before the new mark was typed, or by a choice between the
 * two.
 */
function overwrittenInSilence({ changes, entries, typistAccount, colleagueAccount }: RowCase): string[] {
  return changes.flatMap(({ account, to }, index) => {
    const under = changes[index - 1];
    if (account !== typistAccount || under?.account !== colleagueAccount) return [];
    const earlier = entries.slice(0, typedAt(entries, to) + 1);
    const wasRead = earlier.some((entry) => shows(entry, under.to));
    const wasChosen = entries.some(
      (entry) =>
        entry.did === "chose" && entry.whose === "mine" && entry.mine === to && entry.theirs === under.to,
    );
    return wasRead || wasChosen ? [] : [`${to} overwrote the colleague's ${under.to} in silence`];
  });
}

function shows(entry: Entry, value: string | null): boolean {
  if (entry.did === "typed") return entry.over === value;
  if (entry.did === "chose") return entry.theirs === value;
  return entry.did === "showed" && isAtRest(entry) && entry.value === value;
}

function isAtRest({ phase }: Extract<Entry, { did: "showed" }>): boolean {
  return phase === "saved" || phase === "blank";
}

function typedAt(entries: readonly Entry[], value: string | null): number {
  return entries.findIndex((entry) => {
    if (entry.did === "typed") return entry.value === value;
    return entry.did === "chose" && entry.whose === "mine" && entry.mine === value;
  });
}

function wasTakenOver(entries: readonly Entry[], value: string | null): boolean {
  return entries.some((entry) => entry.did === "chose" && entry.whose === "theirs" && entry.theirs === value);
}

function repeated<Item>(items: readonly Item[]): Item[] {
  return items.filter((item, index) => items.indexOf(item) !== index);
}
