import type { SubmissionResult } from "@conform-to/react";

/** The hidden fields of every form: the form's id on the page, and the version of the data that it was opened with. */
export const FORM_ID_FIELD = "formId";
export const VERSION_FIELD = "version";

/** The hidden field of a form that stays open. The action then returns the stored values instead of a redirect. */
export const KEEP_OPEN = "stays";

/** The reply of an action to a form that stays open: errors with the values that were typed, or a result to show. */
export type FormReply<Result = unknown> = SubmissionResult & { formId: string; result?: Result };
