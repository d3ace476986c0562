import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import { listOpenSessions, type VisitedSchool } from "#access/session.server.ts";
import { canSignReports } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { findSignaturePicture } from "#db/queries/pictures.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { signatureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { describeDevice } from "#domain/people/access.ts";
import type { ProfilePageProps } from "./profile-page.tsx";
import type { OwnSignature } from "./signature.ts";

/** Loads the person's own account. @throws notFound for the Admin account, which has no profile */
export async function readOwnAccount(person: Person, { timeZone }: VisitedSchool): Promise<ProfilePageProps> {
  requireEmployeeId(person);
  const signs = canSignReports(person);
  const [sessions, signature] = await Promise.all([
    listOpenSessions(person),
    signs ? readSignature(person) : null,
  ]);
  return {
    userName: person.userName,
    passwordRule: PASSWORD_RULE,
    sessions: sessions.map((session) => ({
      id: session.session_id,
      device: describeDevice(session.device),
      lastSeen: formatDateAndTime(session.last_seen_at, timeZone),
      thisDevice: session.session_id === person.sessionId,
    })),
    signature,
  };
}

export async function readSignature({ employeeId }: Person): Promise<OwnSignature> {
  const picture = await findSignaturePicture(employeeId, noTransaction);
  return { pictureUrl: signatureUrl(picture) };
}

/** Returns the employee's id. @throws notFound for the Admin account, which has no employee */
export function requireEmployeeId({ employeeId }: Person): number {
  if (employeeId === null) throw notFound("This account has no profile. Sign in with an employee’s account.");
  return employeeId;
}
