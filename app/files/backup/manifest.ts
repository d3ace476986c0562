import { z } from "zod";
import { formatCountOf } from "#domain/text/noun.ts";
import { isStoredFileName } from "../store/file-store.ts";

/** The manifest is the last entry of every archive, after all the entries that it lists. */
export const MANIFEST_FILE = "manifest.json";

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The list of everything in a backup, against which its contents are checked. Checksums are of the unpacked bytes. */
export const Manifest = z.object({
  product: z.literal("termbook"),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  school: z.string().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().int(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string().refine(isStoredFileName), sha256 })),
  /** Files that a table refers to but that were missing or damaged when the backup was made. */
  damaged: z.array(z.string()),
});

export type Manifest = z.output<typeof Manifest>;

export function tableEntryName(name: string): string {
  return `tables/${name}`;
}

export function fileEntryName(name: string): string {
  return `files/${name}`;
}

/** Describes a backup on one line for the administrator. */
export function describeBackup({ school, madeAt, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${tables.length} tables, ${rows.toLocaleString("en")} rows, ${files.length.toLocaleString("en")} files`;
  return `${school ?? "No school yet"}, as of ${madeAt}: ${counts}.`;
}

/**
 * Describes the files that a backup lacks, shown when it is made and when it is restored. Returns null when it is
 * complete.
 */
export function describeMissingFiles({ damaged }: Manifest): string | null {
  if (damaged.length === 0) return null;
  const isOne = damaged.length === 1;
  return `${formatCountOf(damaged.length, "file")} ${isOne ? "was" : "were"} missing or damaged in storage, and so in this backup: ${damaged.join(", ")}`;
}
