import {
  BEHAVIOUR_FIELDS,
  COMMENT_LIMITS,
  FIELD_TITLES,
  MOST_SESSIONS,
  SHORT_TEXT_LIMIT,
} from "#domain/term-reports.ts";
import { lookUp, rating, yesOrNo } from "#fields/choices.ts";
import { wholeNumber } from "#fields/numbers.ts";
import { recordFields } from "#fields/record.ts";
import type { RecordFields } from "#fields/record.ts";
import { text } from "#fields/texts.ts";

import { RECORD_FIELDS } from "../../save/record.rules.ts";
import type { RecordRules } from "../../save/record.rules.ts";

/** The fields of a term record, as this person may choose in them. */
export function recordFieldsOf({
  promotedTo,
  repeating,
}: Pick<RecordRules, "promotedTo" | "repeating">): RecordFields {
  const sessions = wholeNumber({ most: MOST_SESSIONS, of: "sessions" });
  const few = text({ longest: SHORT_TEXT_LIMIT });
  const comment = (longest: number) => text({ longest, lines: "several" });
  const kinds = new Map([
    ...["total_sessions", "sessions_absent", "sessions_late"].map((name) => [name, sessions] as const),
    ["participation", few],
    ["project", few],
    ["promotion_progress", yesOrNo("promotion progress")],
    ["promoted_to", lookUp(promotedTo, "not a class of the next level")],
    ["repeating", lookUp(repeating, "not a class of this level")],
    ...BEHAVIOUR_FIELDS.map((name) => [name, rating] as const),
    ["teacher_comment", comment(COMMENT_LIMITS.teacher_comment)],
    ["principal_comment", comment(COMMENT_LIMITS.principal_comment)],
  ]);
  return recordFields(
    RECORD_FIELDS.flatMap((name) => {
      const kind = kinds.get(name);
      return kind ? [{ name, title: FIELD_TITLES[name] ?? name, kind }] : [];
    }),
  );
}
