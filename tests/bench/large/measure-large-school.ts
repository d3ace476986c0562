import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackupKey, type BackupKey } from "#files/backup/encryption.server.ts";
import { openBackup } from "#files/backup/read-backup.server.ts";
import { ran } from "./ran-command.ts";
import type { Closing } from "../closing.ts";
import { percentile, type Figure } from "../figures.ts";
import { fillLarge } from "./fill-large.ts";
import type { Subject } from "../subject.ts";
import { Sender } from "../measures/saves.ts";

const STUDENTS = 100_000;
const MB = 1_000_000;

const SAVES = 100;
const SAVES_AT_ONCE = 10;
const P95 = 0.95;

/**
 * Measures backup and restore with 100,000 students in one database; `growth` measures the pages. It runs last, because
 * it fills the school.
 */
export async function measureLargeSchool(subject: Subject, closing: Closing): Promise<Figure[]> {
  const words = `of ${STUDENTS.toLocaleString("en")} students`;
  const began = performance.now();
  await fillLarge(subject.ownerUrl, STUDENTS);
  console.error(`a school ${words}: made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return keptAndBack(subject, closing);
}

type Kept = { place: string; own: Record<string, string>; keyFile: string; key: BackupKey };

async function keptAndBack(subject: Subject, closing: Closing): Promise<Figure[]> {
  const place = await mkdtemp(join(tmpdir(), "termbook-bench-kept-"));
  closing.add(() => rm(place, { recursive: true, force: true }));
  // If this runs as root, the database runs as another user, who needs access to the directory.
  await chmod(place, 0o711);
  const { databaseUrl: DATABASE_URL, ownerUrl: MIGRATION_DATABASE_URL, dataDir: DATA_DIR } = subject;
  const key = await createBackupKey();
  const keyFile = join(place, "key");
  await writeFile(keyFile, key.identity);
  const own = { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_DIR };
  return [
    ...(await keptBesideSaves(subject, { place, own, keyFile, key })),
    ...(await back({ place, own, keyFile, key })),
  ];
}

/** Measures a backup, and how much the backup slows down a teacher's saves. */
async function keptBesideSaves(subject: Subject, { place, own }: Kept): Promise<Figure[]> {
  const file = join(place, "plain.zip");
  const sender = new Sender(subject);
  const rows = (await sender.openSheet()).slice(0, 1);
  const alone = timesOfSaves(await sender.repeat(SAVES, rows));
  const beside: number[] = [];
  let isDone = false;
  const writing = ran("write", [file], own).finally(() => (isDone = true));
  while (!isDone) beside.push(...timesOfSaves(await sender.repeat(SAVES_AT_ONCE, rows)));
  sender.close();
  const kept = await writing;
  return [
    {
      what: `backup of ${STUDENTS.toLocaleString("en")} students, while marks are saved`,
      measured: kept.seconds,
      unit: "s",
    },
    { what: "… its size", measured: (await stat(file)).size / MB, unit: "MB" },
    { what: "… peak memory of the command", measured: kept.peakMb, unit: "MB" },
    { what: `… ${beside.length} marks saved meanwhile, p95`, measured: percentile(beside, P95), unit: "ms" },
    { what: "… marks saved before it, p95", measured: percentile(alone, P95), unit: "ms" },
  ];
}

/**
 * Restores an encrypted backup from only the file and the key, and backs up the result, so that rows and files can be
 * compared.
 */
async function back({ place, own, keyFile, key }: Kept): Promise<Figure[]> {
  const [sealed, again] = [join(place, "sealed.zip.age"), join(place, "again.zip")];
  const encrypted = await ran("write", [sealed], { ...own, BACKUP_KEY_FILE: keyFile });
  // Without a database address, the command starts a database of its own in that directory.
  const other = { DATA_DIR: join(place, "other") };
  const restored = await ran("restore", [sealed], { ...other, BACKUP_KEY_FILE: keyFile });
  await ran("write", [again], other);
  const [first, second] = [await contentOf(sealed, key), await contentOf(again, null)];
  if (first !== second) throw new Error("what came back is not what was kept");
  return [
    { what: "… the same encrypted, nobody saving", measured: encrypted.seconds, unit: "s" },
    { what: "… peak memory of the command", measured: encrypted.peakMb, unit: "MB" },
    {
      what: "… its restore on a new machine, each row and file compared",
      measured: restored.seconds,
      unit: "s",
    },
    { what: "… peak memory of the command", measured: restored.peakMb, unit: "MB" },
  ];
}

/** Lists every table and file with its checksum. */
async function contentOf(file: string, key: BackupKey | null): Promise<string> {
  const { manifest, close } = await openBackup(file, key);
  close();
  return JSON.stringify([manifest.tables, manifest.files, manifest.sequences]);
}

function timesOfSaves(saves: readonly { milliseconds: number }[]): number[] {
  return saves.map(({ milliseconds }) => milliseconds);
}
