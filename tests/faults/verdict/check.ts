import type { SaveRequest } from "#saving/protocol/protocol.ts";
import type { Scene } from "../scenario.ts";
import { readTrail, type Trail } from "./trail.ts";
import { storyOf } from "./story.ts";
import { complaintsAbout, lostMarks, shownOtherwise, type RowCase } from "./verdict.ts";

/** The last entry of the audit trail, and the stored values, before anybody typed. */
export type Beginning = { entry: number; stored: Trail["stored"] };

/** Lists what must never happen, even while rows are being typed or wait. */
export async function complaintsNow(scene: Scene, beginning: Beginning): Promise<string[]> {
  const cases = casesOf(scene);
  const trail = await readTrail(scene.school.databaseUrl, scene.sheet, beginning.entry);
  return [
    ...ofWhole(scene, trail),
    ...cases(trail, beginning).flatMap((found) => told(found, complaintsAbout(found))),
  ];
}

/** Lists faults once everything is saved: nothing may be missing, and the screen shows what is stored. */
export async function complaintsWhenSaved(scene: Scene, beginning: Beginning): Promise<string[]> {
  const shown = new Map((await scene.typist.rows()).map(({ row, value }) => [row, value]));
  const trail = await readTrail(scene.school.databaseUrl, scene.sheet, beginning.entry);
  const complaints = casesOf(scene)(trail, beginning).flatMap((found) =>
    told(found, [
      ...complaintsAbout(found),
      ...lostMarks(found),
      ...shownOtherwise(found, shown.get(found.row) ?? null),
    ]),
  );
  return [...ofWhole(scene, trail), ...complaints];
}

function told(found: RowCase, complaints: readonly string[]): string[] {
  return complaints.length > 0 ? [...complaints, storyOf(found)] : [];
}

/** The log is copied before the stored data is read: whatever was shown as saved was stored by then. */
function casesOf({ log, sheet, proxy, colleague }: Scene) {
  const entries = new Map(sheet.rows.map((row) => [row, [...log.entries(row)]]));
  return (trail: Trail, { stored }: Beginning): RowCase[] => {
    const bases = basesByRow([...proxy.saves, ...colleague.saves]);
    return sheet.rows.map((row) => ({
      row,
      before: stored.get(row) ?? { mark: null, version: 0 },
      entries: entries.get(row) ?? [],
      sentByColleague: log.sentByColleague(row),
      changes: trail.changes.filter((change) => change.row === row),
      bases: bases.get(row) ?? new Map(),
      typistAccount: sheet.typistAccount,
      colleagueAccount: sheet.colleagueAccount,
    }));
  };
}

function basesByRow(saves: readonly SaveRequest[]): Map<string, Map<string, number>> {
  const byRow = new Map<string, Map<string, number>>();
  for (const { saveId, rows } of saves) {
    for (const { row, base } of rows) byRow.set(row, (byRow.get(row) ?? new Map()).set(saveId, base));
  }
  return byRow;
}

function ofWhole({ proxy }: Scene, { rowsTwice }: Trail): string[] {
  return [
    ...rowsTwice.map((row) => `row ${row}: has two marks`),
    ...unlikeRepeats(proxy.saves).map((save) => `the save ${save} was repeated with other contents`),
  ];
}

/** A save is identified by its id: under one id a row may never be sent with two contents. */
function unlikeRepeats(saves: readonly SaveRequest[]): string[] {
  const first = new Map<string, string>();
  return saves.flatMap(({ saveId, rows }) =>
    rows.flatMap((save) => {
      // A request without values asks what is stored, under the same id.
      if (Object.keys(save.changes).length === 0) return [];
      const name = `${saveId} of row ${save.row}`;
      const content = JSON.stringify([save.base, Object.entries(save.changes).toSorted()]);
      const known = first.get(name) ?? content;
      first.set(name, known);
      return known === content ? [] : [name];
    }),
  );
}
