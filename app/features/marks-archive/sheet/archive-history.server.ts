import { notFound } from "#runtime/errors.ts";
import { parseId } from "#domain/paths.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { archiveDialogUrl, type ArchiveListParams } from "../list/archive-list.ts";
import { ARCHIVE_SAVE_DEFINITION } from "../save/saved-archive.server.ts";
import { archiveTermName } from "./read-archive.server.ts";

type Asked = { person: Person; key: number; row: string; params: ArchiveListParams };

/** Loads the changes to one term of a student's archive, newest first. @throws notFound */
export async function loadArchiveHistory({ params, ...rest }: Asked): Promise<RowHistory> {
  const read = await loadHistory(ARCHIVE_SAVE_DEFINITION, rest);
  const { target, stored, fields } = read;
  const { form_level: level, term, academic_year_id: yearId } = stored;
  return {
    about: `${registerName(target.student)}, ${archiveTermName({ level, term, yearId })}`,
    title: "",
    closeTo: archiveDialogUrl(rest.key, params),
    version: stored.version,
    canPutBack: true,
    entries: formatHistoryEntries(read, { names: [...fields.keys()], timeZone: target.student.time_zone }),
  };
}

/** Reads the term's ID from the URL's parameters. @throws notFound */
export function parseArchivedTermId({ termId }: Readonly<Record<string, string | undefined>>): string {
  const id = parseId(termId);
  if (id === null) throw notFound(ARCHIVE_SAVE_DEFINITION.words.notFound);
  return String(id);
}
