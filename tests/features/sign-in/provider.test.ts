import { expect, test } from "vitest";
import { toProviderFault } from "#features/sign-in/provider/identity-provider.server.ts";
import { userNameFromClaims } from "#features/sign-in/authenticator.server.ts";

const ANN = "ann@school.example";

test.each([
  [{ preferred_username: "ann" }, "preferred_username", "ann"],
  [{ preferred_username: 7 }, "preferred_username", null],
  [{ sub: "ann" }, "preferred_username", null],
  [{ email: ANN, email_verified: true }, "email", ANN],
  [{ email: ANN, email_verified: false }, "email", null],
  [{ email: ANN }, "email", null],
])("of %o the claim %s says %s", (claims, claim, userName) => {
  const found = userNameFromClaims(claims, claim);

  expect(found).toBe(userName);
});

test.each([
  [new TypeError("fetch failed"), "unreached"],
  [withProperty("code", "OAUTH_TIMEOUT"), "unreached"],
  [withProperty("code", "OAUTH_RESPONSE_IS_NOT_CONFORM"), "unreached"],
  [withProperty("error", "temporarily_unavailable"), "unreached"],
  [withProperty("error", "access_denied"), "denied"],
  [withProperty("error", "invalid_grant"), "stale"],
  [withProperty("error", "invalid_client"), "failed"],
  [withProperty("error", "constructor"), "failed"],
  [withProperty("code", "OAUTH_JWT_CLAIM_COMPARISON_FAILED"), "failed"],
  ["no error", "failed"],
])("%o of the provider is told as %s", (error, fault) => {
  const found = toProviderFault(error);

  expect(found).toBe(fault);
});

function withProperty(name: string, value: string): Error {
  return Object.assign(new Error("of the provider"), { [name]: value });
}
