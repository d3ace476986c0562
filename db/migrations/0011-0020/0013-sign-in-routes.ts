import type { Migration } from "../migration.ts";

/**
 * Records whether the attempt came from a browser in which the account has signed in before. `succeeded` is null while
 * the password is being checked.
 */
export const signInRoutes: Migration = {
  name: "0013-sign-in-routes",
  up: `
    alter table login_attempts add column browser text, alter column succeeded drop not null;
  `,
  down: `
    update login_attempts set succeeded = false where succeeded is null;
    alter table login_attempts drop column browser, alter column succeeded set not null;
  `,
};
