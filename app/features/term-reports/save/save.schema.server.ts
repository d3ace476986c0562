import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import { saveRequest } from "#saving/server/save-request.server.ts";

/** A comment that is too long is refused in words; far longer ones are not read. */
const LONGEST_TEXT = 4 * COMMENT_LIMITS.teacher_comment;

/** A report is a sheet of one row. */
export const readReportToSave = saveRequest({ longestText: LONGEST_TEXT, most: 1 });
