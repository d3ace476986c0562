import type { SubmissionResult } from "@conform-to/react";

/** Hidden fields that every form posts: its id on the page, and the version of the data with which it was opened. */
export const FORM_ID = "formId";
export const VERSION = "version";

/** The field of a form sent by script: the page stays open, so the action answers with what is stored and no redirect. */
export const KEEP_OPEN = "stays";

/** The reply of an action to a form that stays on the page: errors and typed values, or a result to show. */
export type FormReply<Result = unknown> = SubmissionResult & { formId: string; result?: Result };
