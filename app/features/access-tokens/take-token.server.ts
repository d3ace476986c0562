import { z } from "zod";
import { newAccessToken } from "#access/bearer-token.server.ts";
import { oneLine } from "#access/one-line.schema.server.ts";
import { holds } from "#access/permissions.ts";
import { onceIn, randomSecret, type SecretMaker } from "#access/passwords/once.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { transaction } from "#db/index.ts";
import { endAccessToken, hasAccessToken, makeAccessToken } from "#db/queries/accounts/access-tokens.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { MESSAGES } from "#domain/messages.ts";
import { idOf, isDay } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { today } from "#runtime/clock.ts";
import { notFound, unauthenticated } from "#runtime/errors.ts";
import { dayFault, daysOffered, LONGEST_NAME, type TokenMade, type TokenValues } from "./tokens.rules.ts";

const TokenForm = z.object({
  name: oneLine(LONGEST_NAME, MESSAGES.fieldBlank).refine((text) => text !== "", MESSAGES.fieldBlank),
  lastDay: z.string(MESSAGES.fieldBlank).refine(isDay, "Choose a day."),
  mayWrite: z.enum(["yes", "no"], { error: "Choose what it may do." }),
});

type Sent = { form: FormData; address: string };

/** Makes a token that may what its person may, or less, until its last day. It is told here and nowhere else. */
export async function takeToken({ person, school }: Visit, { form, address }: Sent): Promise<TokenMade> {
  const values = valuesIn(form);
  const parsed = parseForm(form, TokenForm);
  if (!parsed.ok) return { ok: false, values, errors: parsed.errors };
  const { name, lastDay } = parsed.value;
  const fault = dayFault(lastDay, daysOffered(today(school.timeZone)).days);
  if (fault !== null) return { ok: false, values, errors: { lastDay: fault } };
  const makeSecret = onceIn(person, form) ?? randomSecret;
  const token = await make(person, { name, lastDay, mayWrite: values.mayWrite, address, makeSecret });
  if (token !== null) return { ok: true, name, token };
  return { ok: false, values, errors: { name: "You have a token of this name. Revoke it first." } };
}

type Making = TokenValues & { address: string; makeSecret: SecretMaker };

/**
 * @returns null where the account has another of that name; the token once more where the same form has made it
 * @throws unauthenticated by what is no session
 */
function make(person: Person, given: Making): Promise<string | null> {
  const { accountId, sessionId } = person;
  if (sessionId === null) throw unauthenticated();
  const { name, lastDay, mayWrite, address, makeSecret } = given;
  const { token, hash } = newAccessToken(makeSecret(`token ${name} ${lastDay} ${mayWrite}`));
  return transaction(person, async (t) => {
    const made = { accountId, sessionId, name, tokenHash: hash, mayWrite, lastDay };
    if (!(await makeAccessToken(made, t))) return (await hasAccessToken(made, t)) ? token : null;
    await recordSecurityEvent({ kind: "token-made", accountId, address, detail: name }, t);
    return token;
  });
}

/** One's own, or for an administrator anybody's. @returns its name @throws notFound */
export function revokeToken(person: Person, { form, address }: Sent): Promise<string> {
  const accessTokenId = idOf(String(form.get("tokenId")));
  const whose = holds(person, "admin") ? null : person.accountId;
  return transaction(person, async (t) => {
    const ended =
      accessTokenId === null ? null : await endAccessToken({ accessTokenId, accountId: whose }, t);
    if (!ended) throw notFound("That token is revoked already.");
    const detail = `${ended.user_name}: ${ended.name}`;
    await recordSecurityEvent({ kind: "token-revoked", accountId: person.accountId, address, detail }, t);
    return ended.name;
  });
}

function valuesIn(form: FormData): TokenValues {
  return {
    name: String(form.get("name") ?? ""),
    lastDay: String(form.get("lastDay") ?? ""),
    mayWrite: form.get("mayWrite") === "yes",
  };
}
