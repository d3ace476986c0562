import type { Migration } from "../migration.ts";

/** What the identity provider said when it signed the person in, sealed, for the sign-out there: it ends with the session. */
export const identityProvider: Migration = {
  name: "0018-identity-provider",
  up: `alter table sessions add column id_token text;`,
  down: `alter table sessions drop column id_token;`,
};
