import { randomBytes } from "node:crypto";
import { generateAccessToken } from "#access/bearer-token.server.ts";
import { runQuery, transaction } from "#db/index.ts";
import type { SignedIn } from "./people.ts";
import { TEST } from "./school.ts";

export async function createAccessTokenFor(
  { accountId }: SignedIn,
  { mayWrite = false } = {},
): Promise<string> {
  const { token, hash } = generateAccessToken(randomBytes(32));
  await transaction(TEST, (t) =>
    runQuery(
      `insert into access_tokens (account_id, name, token_hash, may_write, last_day)
       values ($accountId, left($token, 60), $hash, $mayWrite, current_date + 30)`,
      { accountId, token, hash, mayWrite },
      t,
    ),
  );
  return token;
}
