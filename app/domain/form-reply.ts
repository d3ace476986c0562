import type { SubmissionResult } from "@conform-to/react";

/** Hidden fields that every form posts: which form of the page it is, and which version of the data it was opened with. */
export const FORM_ID = "formId";
export const VERSION = "version";

/** An action sends this back to a form that stays on the page: errors and typed values, or a result to show. */
export type FormReply<Result = unknown> = SubmissionResult & { formId: string; result?: Result };
