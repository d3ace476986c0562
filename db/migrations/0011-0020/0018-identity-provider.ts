import type { Migration } from "../migration.ts";

/** The identity provider's ID token, encrypted. It is needed for signing out there and is deleted with the session. */
export const identityProvider: Migration = {
  name: "0018-identity-provider",
  up: `alter table sessions add column id_token text;`,
  down: `alter table sessions drop column id_token;`,
};
