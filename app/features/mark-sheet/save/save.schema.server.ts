import { MOST_ROWS } from "#saving/protocol/protocol.ts";
import { saveRequest } from "#saving/server/save-request.server.ts";

/** Longer than any value that a sheet has: a mark, a grade, a rating. */
const LONGEST_TEXT = 60;

export const readMarksToSave = saveRequest({ longestText: LONGEST_TEXT, most: MOST_ROWS });
