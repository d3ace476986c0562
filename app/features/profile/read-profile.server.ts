import { PASSWORD_RULE } from "#access/new-password.server.ts";
import { openSessionsOf } from "#access/session.server.ts";
import type { VisitedSchool } from "#access/session.server.ts";
import { paperMoment } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { deviceWords } from "./device.rules.ts";
import type { ProfilePageProps } from "./profile-page.tsx";

/** One's own account. @throws notFound for the special account, which has no profile (T2) */
export async function readProfile(person: Person, { timeZone }: VisitedSchool): Promise<ProfilePageProps> {
  requireEmployee(person);
  const sessions = await openSessionsOf(person);
  return {
    name: `${person.firstName} ${person.lastName}`,
    userName: person.userName,
    passwordRule: PASSWORD_RULE,
    sessions: sessions.map((session) => ({
      id: session.session_id,
      device: deviceWords(session.device),
      lastSeen: paperMoment(session.last_seen_at, timeZone),
      thisDevice: session.session_id === person.sessionId,
    })),
  };
}

export function requireEmployee({ employeeId }: Person): void {
  if (employeeId === null) throw notFound("This account has no profile.");
}
