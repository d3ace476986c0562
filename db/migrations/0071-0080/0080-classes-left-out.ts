import type { Migration } from "../migration.ts";

/** Lets a print run leave out a class that no longer has a student to print. `failure` has the reason for this too. */
export const classesLeftOut: Migration = {
  name: "0080-classes-left-out",
  up: `
    alter table batch_items
      drop constraint batch_items_state_check,
      drop constraint batch_items_check1,
      add constraint batch_items_state_check
        check (state in ('waiting', 'queued', 'making', 'made', 'failed', 'cancelled', 'empty')),
      add constraint batch_items_check1 check ((state in ('failed', 'empty')) = (failure <> ''));
  `,
  down: `
    update batch_items set state = 'failed' where state = 'empty';
    alter table batch_items
      drop constraint batch_items_state_check,
      drop constraint batch_items_check1,
      add constraint batch_items_state_check
        check (state in ('waiting', 'queued', 'making', 'made', 'failed', 'cancelled')),
      add constraint batch_items_check1 check ((state = 'failed') = (failure <> ''));
  `,
};
