import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";

export type SystemAccount = { name: string; uid: number; gid: number };

/** Receives messages for the person who starts Termbook. */
export type MessageHandler = (message: string) => void;

const UNPRIVILEGED = ["postgres", "nobody"];
const ENTER = 0o1;
const READ = 0o4;

/** Returns the account for running PostgreSQL, which refuses to run as root; null to use the current account. */
export function findServerAccount(): SystemAccount | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of UNPRIVILEGED) {
    const uid = idOf(name, "-u");
    const gid = idOf(name, "-g");
    if (uid !== null && gid !== null) return { name, uid, gid };
  }
  throw new Error(
    `Root cannot run PostgreSQL, and this machine has no user named ${UNPRIVILEGED.join(" or ")}. Start Termbook as another user, or set DATABASE_URL`,
  );
}

/** Tells whether the account may enter this directory and all its parent directories. */
export function canEnterDirectory(directory: string, account: SystemAccount): boolean {
  const parent = dirname(directory);
  if (!permits(directory, account, ENTER)) return false;
  return parent === directory || canEnterDirectory(parent, account);
}

export function canReadFile(path: string, account: SystemAccount): boolean {
  return permits(path, account, READ) && canEnterDirectory(dirname(path), account);
}

function permits(path: string, account: SystemAccount, right: number): boolean {
  const { mode, uid, gid } = statSync(path);
  if (uid === account.uid) return ((mode >> 6) & right) !== 0;
  if (gid === account.gid) return ((mode >> 3) & right) !== 0;
  return (mode & right) !== 0;
}

function idOf(name: string, option: "-u" | "-g"): number | null {
  try {
    return Number(
      execFileSync("id", [option, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return null;
  }
}
