/** The package has no types of its own: as much of it as the tests use. */
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
    /** Whether what is known of a person is asked for apart, and not in the ID token. */
    conformIdTokenClaims: boolean;
    findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => Claims };
  };

  class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }

  export { Provider as default };
}
