import { z } from "zod";
import { formatCountOf } from "#domain/text/noun.ts";
import { isName } from "../store/names.ts";

/** In every archive, after everything that it lists. */
export const MANIFEST = "manifest.json";

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The contents of a backup, to be compared with what is found in it. Checksums are of the unpacked bytes. */
export const Manifest = z.object({
  product: z.literal("termbook"),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  school: z.string().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().int(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string().refine(isName), sha256 })),
  /** Files that the tables name but that were missing or damaged. */
  damaged: z.array(z.string()),
});

export type Manifest = z.output<typeof Manifest>;

export function entryOfTable(name: string): string {
  return `tables/${name}`;
}

export function entryOfFile(name: string): string {
  return `files/${name}`;
}

/** Describes a backup in a line for the administrator. */
export function describeBackup({ school, madeAt, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${tables.length} tables, ${rows.toLocaleString("en")} rows, ${files.length.toLocaleString("en")} files`;
  return `${school ?? "No school yet"}, as of ${madeAt}: ${counts}.`;
}

/** Describes what a backup lacks, when it is made and when it is restored; null when it is complete. */
export function describeMissing({ damaged }: Manifest): string | null {
  if (damaged.length === 0) return null;
  const isOne = damaged.length === 1;
  return `${formatCountOf(damaged.length, "file")} ${isOne ? "was" : "were"} missing or damaged in storage, and so in this backup: ${damaged.join(", ")}`;
}
