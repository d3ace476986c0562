import type { Migration } from "../migration.ts";

/** Phrases of the comment bank may be for averages from one percentage to another. */
export const phraseAverages: Migration = {
  name: "0063-phrase-averages",
  up: `
    alter table comment_phrases
      add average_from smallint,
      add average_to   smallint,
      add check (num_nonnulls(average_from, average_to) <> 1),
      add check (average_from >= 0 and average_from <= average_to and average_to <= 100);
  `,
  down: `alter table comment_phrases drop average_from, drop average_to;`,
};
