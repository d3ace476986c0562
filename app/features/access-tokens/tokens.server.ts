import { z } from "zod";
import {
  formSucceeded,
  formSucceededWithResult,
  rejected,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { generateAccessToken } from "#access/bearer-token.server.ts";
import {
  calendarDayFieldSchema,
  requiredLineSchema,
  rowIdSchema,
} from "#access/forms/form-values.schema.server.ts";
import {
  createSubmissionToken,
  readSubmissionToken,
  createRandomSecret,
} from "#access/passwords/once.server.ts";
import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  listAccessTokens,
  revokeAccessToken,
  hasAccessToken,
  createAccessToken,
  type AccessTokenRow,
} from "#db/queries/accounts/access-tokens.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { formatDate, formatDateAndTime } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { today } from "#runtime/clock.ts";
import { notFound, unauthenticated } from "#runtime/errors.ts";
import { findExpiryDateError, expiryDateRange, MAX_TOKEN_NAME_LENGTH } from "./tokens.rules.ts";

export type TokensView = Awaited<ReturnType<typeof loadTokens>>;
export type TokenView = ReturnType<typeof tokenView>;

/** Loads a person's own tokens and, for an administrator, also the tokens of everybody else. */
export async function loadTokens({ person, school }: Visit) {
  const isAdmin = hasPermission(person, "admin");
  const rows = await listAccessTokens({ accountId: isAdmin ? null : person.accountId }, noTransaction);
  const isOwn = (row: AccessTokenRow) => row.account_id === person.accountId;
  const view = (row: AccessTokenRow) => tokenView(row, school.timeZone);
  const { usual, ...days } = expiryDateRange(today(school.timeZone));
  return {
    own: rows.filter(isOwn).map(view),
    others: isAdmin ? rows.filter((row) => !isOwn(row)).map(view) : null,
    days,
    usualLastDay: formatDate(usual),
    once: createSubmissionToken(person),
  };
}

function tokenView(row: AccessTokenRow, timeZone: string) {
  const { first_name: first, last_name: last, user_name: userName } = row;
  return {
    id: row.access_token_id,
    name: row.name,
    owner: `${first} ${last}`.trim() || userName,
    access: row.may_write ? "Read and write" : "Read only",
    until: `${row.is_over ? "worked until" : "works until"} ${formatDate(row.last_day)}`,
    used:
      row.last_used_at === null
        ? "Not used yet"
        : `Last used ${formatDateAndTime(row.last_used_at, timeZone)}`,
    isOver: row.is_over,
  };
}

export type TokensInput = z.input<typeof TokensFormSchema>;

export const TokensFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("make"),
    name: requiredLineSchema(MAX_TOKEN_NAME_LENGTH, MESSAGES.fieldBlank),
    lastDay: calendarDayFieldSchema(),
    mayWrite: z.enum(["yes", "no"], { error: "Choose what the token may do." }),
    once: z.string().optional(),
  }),
  z.object({ intent: z.literal("revoke"), tokenId: rowIdSchema }),
]);

type TokensOutput = z.output<typeof TokensFormSchema>;
type Submitted<Input> = { input: Input; address: string };
export type NewToken = { name: string; token: string };

export function submitTokensForm(
  visit: Visit,
  { input, address }: Submitted<TokensOutput>,
): Promise<FormOutcome<NewToken>> {
  return input.intent === "make"
    ? createToken(visit, { input, address })
    : revokeToken(visit.person, { input, address });
}

/**
 * Creates a token with either the full access of the person who creates it, or read-only access. Only this response
 * shows the token. If the same form is sent again by a double click or a reload, the response is the same and no second
 * token is created.
 * @throws unauthenticated
 */
async function createToken(
  { person, school }: Visit,
  { input: { name, lastDay, mayWrite, once }, address }: Submitted<Extract<TokensOutput, { intent: "make" }>>,
): Promise<FormOutcome<NewToken>> {
  const fault = findExpiryDateError(lastDay, expiryDateRange(today(school.timeZone)));
  if (fault !== null) return rejected({ lastDay: fault });
  const { accountId, sessionId } = person;
  if (sessionId === null) throw unauthenticated();
  const makeSecret = readSubmissionToken(person, once) ?? createRandomSecret;
  const { token, hash: tokenHash } = generateAccessToken(makeSecret(`token ${name} ${lastDay} ${mayWrite}`));
  return transaction(person, async (t) => {
    const row = { accountId, sessionId, name, tokenHash, mayWrite: mayWrite === "yes", lastDay };
    if (!(await createAccessToken(row, t))) {
      if (await hasAccessToken(row, t)) return formSucceededWithResult({ name, token });
      return rejected({
        name: "You already have a token with this name. Revoke that token first, or enter another name.",
      });
    }
    await recordSecurityEvent({ kind: "token-made", accountId, address, detail: name }, t);
    return formSucceededWithResult({ name, token });
  });
}

/**
 * Revokes one of the person's own tokens. An administrator may revoke anybody's token.
 * @throws notFound
 */
function revokeToken(
  person: Person,
  { input: { tokenId }, address }: Submitted<Extract<TokensOutput, { intent: "revoke" }>>,
): Promise<FormOutcome> {
  const { accountId } = person;
  const ownerId = hasPermission(person, "admin") ? null : accountId;
  return transaction(person, async (t) => {
    const token = await revokeAccessToken({ accessTokenId: tokenId, accountId: ownerId }, t);
    if (!token) throw notFound("This token has already been revoked. Reload the page.");
    const detail = `${token.user_name}: ${token.name}`;
    await recordSecurityEvent({ kind: "token-revoked", accountId, address, detail }, t);
    return formSucceeded(PATHS.accessTokens, `${token.name} revoked.`);
  });
}
