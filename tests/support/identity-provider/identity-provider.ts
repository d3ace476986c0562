import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { afterAll } from "vitest";

export type IdentityProvider = {
  issuer: string;
  /** The product's settings for using this provider. */
  settings: Record<string, string>;
  /** Accepts connections. Before the first call, they are cut off. */
  open: () => void;
  close: () => void;
};

const CLIENT = { client_id: "termbook", client_secret: "a secret of the tests: long & with signs" };

/**
 * Starts a real OpenID Connect provider on the loopback address. Its host name differs from the product's, so that
 * browsers see another site. It accepts every password; signing in as `ann` gives the `preferred_username` `ann`.
 */
export async function startIdentityProvider(
  publicUrl: string,
  { claimsInToken = false } = {},
): Promise<IdentityProvider> {
  let answer: RequestListener | null = null;
  const server = createServer((request, response) => {
    if (answer) answer(request, response);
    else request.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const callback = new Provider(issuer, configurationFor(publicUrl, claimsInToken)).callback();
  return {
    issuer,
    settings: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
    },
    open: () => void (answer = callback),
    close: () => void (answer = null),
  };
}

function configurationFor(publicUrl: string, claimsInToken: boolean) {
  const addresses = {
    redirect_uris: [`${publicUrl}/sign-in/provider`],
    post_logout_redirect_uris: [`${publicUrl}/signed-out`],
  };
  return {
    clients: [{ ...CLIENT, ...addresses }],
    claims: { openid: ["sub"], profile: ["preferred_username"] },
    conformIdTokenClaims: !claimsInToken,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, preferred_username: sub }),
    }),
  };
}
