import { z } from "zod";

/** In every archive, after all that it tells of. */
export const MANIFEST = "manifest.json";

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup holds, to be compared with what is found in it. Checksums are of the unpacked bytes. */
export const Manifest = z.object({
  product: z.literal("termbook"),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  school: z.string().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().int(), isCalled: z.boolean() })),
  files: z.array(z.object({ name: z.string(), sha256 })),
  /** Files that the tables name and that were not there, or not as they had been stored. */
  damaged: z.array(z.string()),
});

export type Manifest = z.output<typeof Manifest>;

export function entryOfTable(name: string): string {
  return `tables/${name}`;
}

export function entryOfFile(name: string): string {
  return `files/${name}`;
}

/** In a line for who looks after the server. */
export function told({ school, madeAt, tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${tables.length} tables, ${rows.toLocaleString("en")} rows, ${files.length.toLocaleString("en")} files`;
  return `${school ?? "No school yet"}, as of ${madeAt}: ${counts}.`;
}
