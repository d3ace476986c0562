import { notFound } from "#runtime/errors.ts";
import { parseId } from "#domain/paths.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { historyEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { archiveUrl, type ArchiveListParams } from "../list/archive-list.ts";
import { SAVED_ARCHIVE } from "../save/saved-archive.server.ts";
import { termName } from "./read-archive.server.ts";

type Asked = { person: Person; key: number; row: string; params: ArchiveListParams };

/** Loads every change to one term of a student's archive, newest first. @throws notFound */
export async function archiveHistory({ params, ...rest }: Asked): Promise<RowHistory> {
  const read = await loadHistory(SAVED_ARCHIVE, rest);
  const { target, stored, fields } = read;
  const { form_level: level, term, academic_year_id: yearId } = stored;
  return {
    about: `${registerName(target.student)}, ${termName({ level, term, yearId })}`,
    title: "",
    closeTo: archiveUrl(rest.key, params),
    version: stored.version,
    canPutBack: true,
    entries: historyEntries(read, { names: [...fields.keys()], timeZone: target.student.time_zone }),
  };
}

/** Reads the term's ID from the address. @throws notFound */
export function archivedTermIn({ termId }: Readonly<Record<string, string | undefined>>): string {
  const id = parseId(termId);
  if (id === null) throw notFound(SAVED_ARCHIVE.words.notFound);
  return String(id);
}
