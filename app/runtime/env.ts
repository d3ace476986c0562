import { z } from "zod";
import { resolve } from "node:path";
import { keptSecret } from "./kept-secret.ts";

/** What the environment says, checked once. The names are those of the README. */
export type Env = Readonly<z.output<typeof EnvSchema> & { SESSION_SECRET: string; secure: boolean }>;

const SECRET_FILE = "session-secret";

const EnvSchema = z.object({
  PORT: port().default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://school.example" })
    .transform((address) => new URL(address).origin)
    .optional(),
  TRUST_PROXY: z.string().default("false").transform(trustedProxies),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((directory) => resolve(directory)),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be an address such as postgres://user:password@host/name",
    })
    .optional(),
  DEMO_SCHOOL: z
    .enum(["primary", "secondary", "none"], { error: "must be primary, secondary or none" })
    .default("primary"),
  SESSION_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  METRICS_PORT: port().optional(),
});

let checked: Env | null = null;

/** Read at the first call, not at import: a test or a script may still set what it needs. */
export function env(): Env {
  checked ??= readEnv(process.env);
  return checked;
}

/** @throws an Error that names every variable at fault, for a person at a terminal */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = EnvSchema.safeParse(withoutEmpty(source));
  if (!parsed.success) throw new Error(explained(parsed.error));
  const { SESSION_SECRET, ...rest } = parsed.data;
  return Object.freeze({
    ...rest,
    SESSION_SECRET: SESSION_SECRET ?? keptSecret(resolve(rest.DATA_DIR, SECRET_FILE)),
    secure: rest.PUBLIC_URL?.startsWith("https:") ?? false,
  });
}

/** `PORT= npm start` means the default: an empty variable is one that was not given. */
function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
}

function explained(error: z.ZodError): string {
  const faults = error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
  return `The environment is not right:\n${faults.join("\n")}`;
}

function port() {
  const message = "must be a port number from 1 to 65535";
  return z.coerce.number({ error: message }).int(message).min(1, message).max(65_535, message);
}

/**
 * `true` means one proxy, not every address in X-Forwarded-For: the leftmost is what the client claims, and sign-in is
 * throttled by address (design 3). More proxies are given by their number, or by their addresses.
 */
function trustedProxies(given: string): false | number | string {
  if (/^(false|no|0)$/i.test(given)) return false;
  if (/^(true|yes)$/i.test(given)) return 1;
  return /^\d+$/.test(given) ? Number(given) : given;
}
