import { z } from "zod";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readOrCreateSecret, MIN_SECRET_LENGTH } from "./secret-file.ts";

/** The settings from the environment variables, after a check. deploy/README.md explains their names. */
export type Env = Readonly<z.output<typeof EnvSchema> & { SESSION_SECRET: string; secure: boolean }>;

const SECRET_FILE = "session-secret";
const SECRET_LOST =
  "Delete the file: the next start creates a new secret, and everybody has to sign in again.";
const MOST_PROCESSES = 64;
const MOST_BY_ITSELF = 4;

const OF_PROVIDER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
const OF_FILES = ["FILES_ENDPOINT", "FILES_BUCKET", "FILES_KEY_ID", "FILES_SECRET"] as const;

const Variables = z.object({
  PORT: port().default(3000),
  HOST: z.string().default("127.0.0.1"),
  WEB_CONCURRENCY: processes(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://school.example" })
    .transform((address) => new URL(address).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .default("false")
    .refine(
      areProxies,
      "must be true, false, a number of proxies, or their addresses, such as 10.0.0.0/8 or loopback",
    )
    .transform(trustedProxies),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((directory) => resolve(directory)),
  FILES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://s3.example" })
    .transform((address) => new URL(address).origin)
    .optional(),
  FILES_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  FILES_REGION: z.string().default("us-east-1"),
  FILES_KEY_ID: z.string().optional(),
  FILES_SECRET: z.string().optional(),
  BACKUP_DIR: z
    .string()
    .transform((directory) => resolve(directory))
    .optional(),
  BACKUP_KEY_FILE: z
    .string()
    .transform((file) => resolve(file))
    .optional(),
  BACKUPS_KEPT: numberOf("backups").default(14),
  DATABASE_URL: postgresUrl().optional(),
  MIGRATION_DATABASE_URL: postgresUrl().optional(),
  DEMO_SCHOOL: z
    .enum(["primary", "secondary", "none"], { error: "must be primary, secondary or none" })
    .default("primary"),
  SESSION_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`)
    .optional(),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  METRICS_PORT: port().optional(),
  WORKER_METRICS_PORT: port().optional(),
  ONE_TIME_PASSWORD_DAYS: numberOf("days").default(14),
  OIDC_ISSUER: issuer().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_USER_NAME_CLAIM: z.string().default("preferred_username"),
});

const EnvSchema = Variables.superRefine((given, context) => {
  for (const name of missingOfProvider(given)) {
    const message = `must be set too: ${OF_PROVIDER.join(", ")} and PUBLIC_URL only work together`;
    context.addIssue({ code: "custom", path: [name], message });
  }
  for (const name of missingOfFiles(given)) {
    const message = `must be set too: ${OF_FILES.join(", ")} only work together`;
    context.addIssue({ code: "custom", path: [name], message });
  }
});

let checked: Env | null = null;

/** Returns the settings. The first call reads them, so that tests and scripts can set variables after the import. */
export function env(): Env {
  checked ??= readEnv(process.env);
  return checked;
}

/** Reads the settings. @throws Error that names every invalid variable, for a person at a terminal */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = EnvSchema.safeParse(withoutEmpty(source));
  if (!parsed.success) throw new Error(explained(parsed.error));
  const { SESSION_SECRET, ...rest } = parsed.data;
  return Object.freeze({
    ...rest,
    SESSION_SECRET: SESSION_SECRET ?? readOrCreateSecret(resolve(rest.DATA_DIR, SECRET_FILE), SECRET_LOST),
    secure: rest.PUBLIC_URL?.startsWith("https:") ?? false,
  });
}

/** Drops empty variables, so that `PORT= npm start` uses the default. */
function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
}

function explained(error: z.ZodError): string {
  const faults = error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
  return `Some settings are wrong. Correct these environment variables:\n${faults.join("\n")}`;
}

function postgresUrl() {
  return z.url({
    protocol: /^postgres(ql)?$/,
    error: "must be an address such as postgres://user:password@host/name",
  });
}

/** Lists missing settings of the identity provider, which also needs PUBLIC_URL to send people back to us. */
function missingOfProvider(given: z.output<typeof Variables>): string[] {
  if (OF_PROVIDER.every((name) => given[name] === undefined)) return [];
  return [...OF_PROVIDER, "PUBLIC_URL" as const].filter((name) => given[name] === undefined);
}

/** Lists missing settings of the object store. Without this check, files would silently be stored in `DATA_DIR`. */
function missingOfFiles(given: z.output<typeof Variables>): string[] {
  if (OF_FILES.every((name) => given[name] === undefined)) return [];
  return OF_FILES.filter((name) => given[name] === undefined);
}

/** The issuer's URL. It must be HTTPS, or HTTP on this machine, because only encryption proves who answers. */
function issuer() {
  return z.string().refine(isSafe, "must be an address such as https://id.school.example");
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "http:") return protocol === "https:";
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function numberOf(what: string) {
  const message = `must be a number of ${what} from 1 to 365`;
  return z.coerce.number({ error: message }).int(message).min(1, message).max(365, message);
}

function port() {
  const message = "must be a port number from 1 to 65535";
  return z.coerce.number({ error: message }).int(message).min(1, message).max(65_535, message);
}

/** The number of web processes: one per core, and at most four, because PostgreSQL shares the machine. */
function processes() {
  const message = `must be a number of processes from 1 to ${MOST_PROCESSES}`;
  const count = z.coerce.number({ error: message }).int(message).min(1, message).max(MOST_PROCESSES, message);
  return count.default(() => Math.min(availableParallelism(), MOST_BY_ITSELF));
}

/**
 * Parses TRUST_PROXY. `true` means one proxy rather than trusting all of X-Forwarded-For, because clients can claim any
 * address on its left, and attempts to sign in are limited by address. More proxies are given by number or by address.
 */
function trustedProxies(given: string): false | number | string {
  if (NO_PROXY.test(given)) return false;
  if (ONE_PROXY.test(given)) return 1;
  return PROXIES.test(given) ? Number(given) : given;
}

const NO_PROXY = /^(false|no|0)$/i;
const ONE_PROXY = /^(true|yes)$/i;
const PROXIES = /^\d{1,2}$/;
/** The names of networks that Express accepts. */
const NETWORKS = new Set(["loopback", "linklocal", "uniquelocal"]);

function areProxies(given: string): boolean {
  if ([NO_PROXY, ONE_PROXY, PROXIES].some((pattern) => pattern.test(given))) return true;
  return given.split(",").every((part) => NETWORKS.has(part.trim()) || isNetwork(part.trim()));
}

/** Tells whether a text is an address, `10.0.0.1`, or a network with its prefix length, `10.0.0.0/8`. */
function isNetwork(given: string): boolean {
  const [address = "", bits, ...others] = given.split("/");
  const version = isIP(address);
  if (version === 0 || others.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
