/** The package has no types of its own. These are the parts that the tests use. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  type Claims = Record<string, unknown> & { sub: string };
  type Client = {
    client_id: string;
    client_secret: string;
    redirect_uris: string[];
    post_logout_redirect_uris: string[];
  };
  type Configuration = {
    clients: Client[];
    claims: Record<string, string[]>;
    /** True when a person's claims must be requested separately instead of being part of the ID token. */
    conformIdTokenClaims: boolean;
    findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => Claims };
  };

  class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }

  export { Provider as default };
}
