import type { Migration } from "../migration.ts";

/** What the report card of a level shows; null for what cards usually show. */
export const reportCardParts: Migration = {
  name: "0053-report-card-parts",
  up: `
    alter table report_card_settings add column card jsonb
      check (jsonb_typeof(card -> 'parts') = 'array' and card ->> 'order' is not null);
  `,
  down: `alter table report_card_settings drop column card;`,
};
