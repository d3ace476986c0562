import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#runtime/env.ts";

const directory = await mkdtemp(join(tmpdir(), "termbook-env-"));
const SESSION_SECRET = "a secret that only tests know, long enough";

afterAll(() => rm(directory, { recursive: true, force: true }));

test("nothing has to be set", () => {
  const source = { SESSION_SECRET };

  const env = readEnv(source);

  expect(env).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    DATA_DIR: join(process.cwd(), "data"),
    DEMO_SCHOOL: "primary",
    LOG_LEVEL: "info",
    TRUST_PROXY: false,
    WEB_CONCURRENCY: Math.min(availableParallelism(), 4),
    secure: false,
  });
});

test("an empty variable is one that is not set", () => {
  const source = { SESSION_SECRET, PORT: "", DATABASE_URL: " ", METRICS_PORT: "" };

  const env = readEnv(source);

  expect(env.PORT).toBe(3000);
  expect(env.DATABASE_URL).toBeUndefined();
  expect(env.METRICS_PORT).toBeUndefined();
});

test("every variable at fault is named with what it should be", () => {
  const source = {
    PORT: "eighty",
    PUBLIC_URL: "school.example",
    DATABASE_URL: "mysql://localhost/school",
    DEMO_SCHOOL: "tertiary",
    SESSION_SECRET: "short",
    LOG_LEVEL: "loud",
  };

  const reading = () => readEnv(source);

  expect(reading).toThrow(
    [
      "Some settings are wrong. Correct these environment variables:",
      "  PORT must be a port number from 1 to 65535",
      "  PUBLIC_URL must be an address such as https://school.example",
      "  DATABASE_URL must be an address such as postgres://user:password@host/name",
      "  DEMO_SCHOOL must be primary, secondary or none",
      "  SESSION_SECRET must have 32 characters or more",
      "  LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent",
    ].join("\n"),
  );
});

test.each(["0", "-1", "1.5", "65", "abc"])("WEB_CONCURRENCY=%s is told in its own words", (given) => {
  const source = { SESSION_SECRET, WEB_CONCURRENCY: given };

  const reading = () => readEnv(source);

  expect(reading).toThrow("  WEB_CONCURRENCY must be a number of processes from 1 to 64");
});

test("the public address counts by its origin, and https makes cookies secure", () => {
  const source = { SESSION_SECRET, PUBLIC_URL: "https://School.example:443/termbook/" };

  const env = readEnv(source);

  expect(env.PUBLIC_URL).toBe("https://school.example");
  expect(env.secure).toBe(true);
});

test.each([
  ["true", 1],
  ["no", false],
  ["2", 2],
  ["10.0.0.0/8, loopback", "10.0.0.0/8, loopback"],
  ["::1, fd00::/8, 192.0.2.7", "::1, fd00::/8, 192.0.2.7"],
])("TRUST_PROXY=%s trusts %s", (given, trusted) => {
  const source = { SESSION_SECRET, TRUST_PROXY: given };

  const env = readEnv(source);

  expect(env.TRUST_PROXY).toBe(trusted);
});

test.each(["maybe", "10.0.0.0/33", "10.0.0.300", "loopback, nowhere", "10.0.0.0/8/8", "-1", "1.5"])(
  "TRUST_PROXY=%s is told in its own words",
  (given) => {
    const reading = () => readEnv({ SESSION_SECRET, TRUST_PROXY: given });

    expect(reading).toThrow("  TRUST_PROXY must be true, false, a number of proxies, or their addresses");
  },
);

test("an object store is given whole or not at all", () => {
  const store = { FILES_ENDPOINT: "https://s3.example/", FILES_BUCKET: "school", FILES_KEY_ID: "id" };

  const half = () => readEnv({ SESSION_SECRET, ...store });
  const whole = readEnv({ SESSION_SECRET, ...store, FILES_SECRET: "secret" });

  expect(half).toThrow(
    "  FILES_SECRET must be set too: FILES_ENDPOINT, FILES_BUCKET, FILES_KEY_ID, FILES_SECRET",
  );
  expect(whole).toMatchObject({ FILES_ENDPOINT: "https://s3.example", FILES_REGION: "us-east-1" });
});

test("an identity provider is given whole, with the address that it sends people back to, or not at all", () => {
  const provider = { OIDC_ISSUER: "https://id.school.example/staff", OIDC_CLIENT_ID: "termbook" };

  const half = () => readEnv({ SESSION_SECRET, ...provider });
  const whole = readEnv({
    SESSION_SECRET,
    ...provider,
    OIDC_CLIENT_SECRET: "secret",
    PUBLIC_URL: "https://school.example",
  });

  const together = "OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL only work together";
  expect(half).toThrow(
    `Some settings are wrong. Correct these environment variables:\n  OIDC_CLIENT_SECRET must be set too: ${together}\n  PUBLIC_URL must be set too: ${together}`,
  );
  expect(whole).toMatchObject({ ...provider, OIDC_USER_NAME_CLAIM: "preferred_username" });
  expect(readEnv({ SESSION_SECRET }).OIDC_ISSUER).toBeUndefined();
});

test.each([
  "id.school.example",
  "ldap://id.school.example",
  "http://id.school.example",
  "http://127.evil.example",
])("%s is no address of an identity provider", (OIDC_ISSUER) => {
  const reading = () => readEnv({ SESSION_SECRET, OIDC_ISSUER });

  expect(reading).toThrow("  OIDC_ISSUER must be an address such as https://id.school.example");
});

test.each(["http://localhost:4000", "http://127.0.0.1", "http://[::1]:4000/staff"])(
  "%s is near enough to be believed without https",
  (OIDC_ISSUER) => {
    const others = {
      OIDC_CLIENT_ID: "termbook",
      OIDC_CLIENT_SECRET: "secret",
      PUBLIC_URL: "http://here.example",
    };

    expect(readEnv({ SESSION_SECRET, OIDC_ISSUER, ...others }).OIDC_ISSUER).toBe(OIDC_ISSUER);
  },
);

test("without a secret one is made, kept for the owner alone, and found again", async () => {
  const source = { DATA_DIR: join(directory, "data") };

  const first = readEnv(source);
  const second = readEnv(source);

  const file = join(directory, "data", "session-secret");
  const { mode } = await stat(file);
  expect(first.SESSION_SECRET).toHaveLength(43);
  expect(second.SESSION_SECRET).toBe(first.SESSION_SECRET);
  expect((await readFile(file, "utf8")).trim()).toBe(first.SESSION_SECRET);
  expect(mode & 0o777).toBe(0o600);
});

test.each([
  ["", "is empty"],
  ["\n", "is empty"],
  ["short\n", "has 5 characters"],
  ["x".repeat(31), "has 31 characters"],
])("a kept secret of %j is refused in one line that says what to do", async (kept, held) => {
  const folder = await mkdtemp(join(directory, "secret-"));
  await writeFile(join(folder, "session-secret"), kept);

  const reading = () => readEnv({ DATA_DIR: folder });

  expect(reading).toThrow(
    `The file ${join(folder, "session-secret")} ${held}, but a secret needs 32 characters or more. ` +
      "Delete the file: the next start creates a new secret, and everybody has to sign in again.",
  );
  expect(await readdir(folder)).toEqual(["session-secret"]);
});

test("what was read cannot be changed", () => {
  const env = readEnv({ SESSION_SECRET });

  const changing = () => Object.assign(env, { PORT: 1 });

  expect(changing).toThrow(TypeError);
});
