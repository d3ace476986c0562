import { newOnce } from "#access/passwords/once.server.ts";
import { holds } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { accessTokens, type AccessTokenRow } from "#db/queries/accounts/access-tokens.ts";
import { formatDate, formatMoment } from "#domain/dates.ts";
import { today } from "#runtime/clock.ts";
import { daysOffered, type AccessTokens, type ShownToken } from "./tokens.rules.ts";

/** One's own tokens; for an administrator everybody's. */
export async function readTokens({ person, school }: Visit): Promise<AccessTokens> {
  const isAdmin = holds(person, "admin");
  const found = await accessTokens({ accountId: isAdmin ? null : person.accountId }, noTransaction);
  const [own, others] = [true, false].map((isOwn) =>
    found.filter(({ account_id }) => (account_id === person.accountId) === isOwn),
  );
  const shown = (row: AccessTokenRow) => shownToken(row, { timeZone: school.timeZone, isOwn: true });
  return {
    own: (own ?? []).map(shown),
    others: isAdmin
      ? (others ?? []).map((row) => shownToken(row, { timeZone: school.timeZone, isOwn: false }))
      : null,
    ...daysOffered(today(school.timeZone)),
    once: newOnce(person),
  };
}

type How = { timeZone: string; isOwn: boolean };

function shownToken(row: AccessTokenRow, { timeZone, isOwn }: How): ShownToken {
  const { first_name: first, last_name: last, user_name: userName } = row;
  return {
    id: row.access_token_id,
    name: row.name,
    may: row.may_write ? "Reads and writes" : "Reads only",
    until: `${row.is_over ? "ended" : "until"} ${formatDate(row.last_day)}`,
    used: row.last_used_at === null ? "Not used yet" : `Used ${formatMoment(row.last_used_at, timeZone)}`,
    who: isOwn ? null : `${first} ${last}`.trim() || userName,
    isOver: row.is_over,
  };
}
