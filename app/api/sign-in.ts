import { z } from "zod";
import { shortenIpAddress, describeCaller } from "#access/caller.server.ts";
import { MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG } from "#access/passwords/passwords.server.ts";
import { createExpiredSessionCookie, createSessionCookie } from "#access/session-cookie.server.ts";
import { findVisit } from "#access/session.server.ts";
import { normaliseUserName } from "#domain/people/user-name.ts";
import type { Person } from "#domain/person.ts";
import {
  lookUpUser,
  replaceOneTimePassword,
  signIn,
  signOut,
  describeSignInRefusal,
  type SignInOutcome,
} from "#features/sign-in/sign-in.server.ts";
import { randomToken } from "#runtime/ids.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { nameSchema, textSchema, missingOrInvalidError } from "./dispatch/wire.ts";

const password = z
  .string(missingOrInvalidError("This must be text."))
  .min(1, "This is missing.")
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

const UserData = z.strictObject({
  employee: z.strictObject({ id: z.int().nullable(), first_name: z.string(), last_name: z.string() }),
  user: z.strictObject({ password_reset: z.boolean() }),
  permissions: z.array(z.strictObject({ user_permission_id: z.int() })),
});

type User = Pick<Person, "employeeId" | "firstName" | "lastName" | "permissions"> & {
  passwordReset: boolean;
};

const Said = z.strictObject({ message: z.string() });

export const SIGN_IN_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/sanctum/csrf-cookie",
    summary: "Sets the XSRF-TOKEN cookie. Calls that change something send its value as X-XSRF-TOKEN",
    access: "anyone",
    reply: null,
    answer: async ({ surroundings }) => ({ status: 204, cookies: [tokenCookie(surroundings.secure)] }),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/employee-login",
    summary: "Signs in with a username and a password",
    access: "anyone",
    body: z.object({ name: nameSchema, password }),
    reply: UserData,
    answer: async ({ body, request, surroundings }) => {
      const credentials = { userName: body.name, password: body.password };
      return signedIn(await signIn(credentials, await describeCaller(request, surroundings.ip)));
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/employee-logout",
    summary: "Signs out",
    // People who must still choose a new password may sign out too, and repeating a sign-out does no harm.
    access: "anyone",
    reply: Said,
    answer: async ({ request }) => {
      const visit = await findVisit(request);
      if (visit) await signOut(visit.person);
      return { status: 200, body: { message: "Signed out." }, cookies: [createExpiredSessionCookie()] };
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/user-employee/:userName",
    summary: "Reads your own name and permissions",
    access: "anyone",
    params: z.object({ userName: textSchema }),
    reply: UserData,
    answer: async ({ person, params }) => ({
      status: 200,
      body: userData(await lookUpUser(person, params.userName)),
    }),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/employee-change-password",
    summary: "Sets your new password after a reset",
    access: "reset-password",
    body: z.object({ name: nameSchema, password }),
    reply: Said,
    answer: async ({ person, body, surroundings }) => {
      if (!isSameName(person.userName, body.name))
        return refused("name", "This must be the username of the person who is signed in.");
      const address = shortenIpAddress(surroundings.ip);
      const choice = await replaceOneTimePassword(person, { newPassword: body.password, address });
      if (!choice.ok) return refused("password", choice.fault);
      const cookies = [createSessionCookie(choice.token)];
      return { status: 200, body: { message: choice.said }, cookies };
    },
  }),
];

function signedIn(outcome: SignInOutcome): EndpointReply<z.input<typeof UserData>> {
  if (outcome.ok) {
    const body = userData({ ...outcome.person, passwordReset: outcome.passwordReset });
    return { status: 200, body, cookies: outcome.cookies };
  }
  const message = describeSignInRefusal(outcome);
  if (outcome.reason !== "wait") return refused("name", message);
  return { status: 429, body: { message }, retryAfterSeconds: outcome.waitSeconds };
}

function refused(field: string, message: string): EndpointReply<never> {
  return { status: 422, body: { message, errors: { [field]: [message] } } };
}

function userData({ employeeId, firstName, lastName, passwordReset, permissions }: User) {
  return {
    employee: { id: employeeId, first_name: firstName, last_name: lastName },
    user: { password_reset: passwordReset },
    permissions: permissions.map((user_permission_id) => ({ user_permission_id })),
  };
}

function isSameName(one: string, other: string): boolean {
  return normaliseUserName(one) === normaliseUserName(other.trim());
}

/**
 * Builds the cookie against forged requests. A script sends the cookie's value back in a header, which other sites
 * cannot do.
 */
function tokenCookie(secure: boolean): string {
  return `XSRF-TOKEN=${randomToken()}; Path=/; SameSite=Lax${secure ? "; Secure" : ""}`;
}
