import { parse, useForm, type FormMetadata } from "@conform-to/react";
import {
  Form,
  useActionData,
  useNavigation,
  type FetcherWithComponents,
  type FormProps,
} from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { FORM_ID_FIELD, VERSION_FIELD, type FormReply } from "#domain/form-reply.ts";
import { joinClassNames } from "../classes.ts";
import { useFocusOnAppear } from "../use-arrival-focus.ts";
import { AuthorField } from "./author-field.tsx";
import { SubmissionProvider } from "./busy-button.tsx";
import { ErrorSummary, UnansweredNotice, type UnansweredTexts } from "./error-summary.tsx";
import { useFormReply, type RequestFailure } from "./form-result.ts";
import { listChangedFieldLabels } from "./leave/changed-fields.ts";
import { markSubmittedAsSaved } from "./leave/leave-guards.ts";

/** The state of a form that `ActionForm` renders. */
export type ActionFormState = {
  id: string;
  conform: FormMetadata;
  reply: FormReply | null;
  failure: RequestFailure | null;
  /** The values that are being sent, or null. */
  submission: FormData | null;
  fetcher: FormFetcher | undefined;
  missing: string | undefined;
};

/** Submits a form without a navigation: a Remix fetcher, or an object with the same members. */
type FormFetcher = Pick<FetcherWithComponents<unknown>, "Form" | "state" | "formData" | "data">;

/** The default values of a form, or of each form of a union type. Ids and versions may be numbers. */
type Defaults<Input> = Input extends unknown
  ? { readonly [Name in keyof Input]?: Input[Name] | number | boolean | null }
  : never;

/**
 * Sets up a form with Conform and the server's last reply, so that errors and typed values are also shown without
 * JavaScript. After a successful save, the form resets to its defaults, which the page has reloaded by then.
 * @param id The id of the form on its page, and the prefix of its field ids.
 * @param defaults The initial values. `version` is sent with the form, so that the server notices a stale form.
 * @param fetcher Submits the form without a navigation, so that the rest of the page stays usable.
 * @param missing The message for an empty `required` field. With this message, the browser does not submit such a form.
 */
export function useActionForm<Input extends Record<string, unknown>>(
  id: string,
  defaults?: Defaults<Input>,
  fetcher?: FormFetcher,
  missing?: string,
) {
  const navigation = useNavigation();
  const actionData = useActionData();
  const { state, formData } = fetcher ?? navigation;
  // Without JavaScript, a fetcher's form is submitted like any other form, so its reply is in the action data.
  const { reply, failure } = useFormReply(id, fetcher?.data ?? actionData);
  const [conform, fields] = useForm<Input>({
    id,
    defaultValue: defaults as Parameters<typeof useForm<Input>>[0]["defaultValue"],
    lastResult: reply,
    onValidate: ({ form, formData }) =>
      parse(formData, { resolve: (value) => ({ value: value as Input, error: missingIn(form, missing) }) }),
  });
  const submission = formData?.get(FORM_ID_FIELD) === id ? formData : null;
  useFreshStart({ id, defaults, submission, isDone: state === "idle" && !reply && !failure });
  useSavedOnAnswer(submission !== null && state === "loading");
  const form = { id, conform: conform as FormMetadata, reply, failure, submission, fetcher, missing };
  return [form satisfies ActionFormState, fields] as const;
}

function missingIn(form: HTMLFormElement, message = ""): Record<string, string[]> | undefined {
  const empty = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement && element.required && element.value.trim() === "",
  ) as HTMLInputElement[];
  return empty.length > 0 ? Object.fromEntries(empty.map(({ name }) => [name, [message]])) : undefined;
}

type FreshStart = { id: string; defaults: unknown; submission: FormData | null; isDone: boolean };

/**
 * Resets the form when its change has been saved. Also resets the form when the page has newer defaults and nothing is
 * typed, because the form would otherwise send an old version. Values typed during a submission are kept.
 */
function useFreshStart({ id, defaults, submission, isDone }: FreshStart) {
  const sent = useRef<FormData | null>(null);
  const offered = JSON.stringify(defaults);
  const shown = useRef(offered);

  useEffect(() => {
    const form = document.forms.namedItem(id);
    if (form && isDone) {
      const isMade = sent.current !== null && holds(form, sent.current);
      const isOutdated = shown.current !== offered && listChangedFieldLabels(form).length === 0;
      if (isMade || isOutdated) form.reset();
    }
    sent.current = submission;
    shown.current = offered;
  }, [id, offered, submission, isDone]);
}

/** Marks the values as saved when the server has answered, because the page can be left before it has reloaded. */
function useSavedOnAnswer(isAnswered: boolean) {
  useEffect(() => {
    if (isAnswered) markSubmittedAsSaved();
  }, [isAnswered]);
}

function holds(form: HTMLFormElement, sent: FormData): boolean {
  const values = [...new FormData(form)];
  return values.every(([name, value]) => typeof value !== "string" || sent.get(name) === value);
}

type ActionFormProps = UnansweredTexts & {
  form: ActionFormState;
  /** The fields' labels for the list of errors, because a message such as 'Required' does not name the field. */
  labels?: Readonly<Record<string, string>>;
  /** True for the sign-in forms, which have no author because nobody is signed in. */
  isOfVisitor?: boolean;
  /** A sentence about what is lost by leaving a form that shows more than typed values, such as a file's preview. */
  unsaved?: string | undefined;
  /** True for a form whose rows save by themselves, so that it can be left without a question. */
  savesItself?: boolean;
} & Omit<FormProps, "id" | "method" | "ref">;

/**
 * The form element with everything that each form needs: the author, the version, the errors, and protection from being
 * submitted twice.
 */
export function ActionForm({
  form,
  rejectedTitle,
  unansweredHint,
  unansweredTitle,
  labels,
  isOfVisitor,
  unsaved,
  savesItself,
  children,
  className,
  onSubmit,
  ...rest
}: ActionFormProps) {
  const { id, fetcher, submission, reply, failure, missing } = form;
  const FormElement = fetcher?.Form ?? Form;
  const element = useFocusOnAppear(reply, { isWanted: Boolean(reply?.error), focus: focusFirstError });
  const { [VERSION_FIELD]: version } = form.conform.getFieldset();

  function submit(event: FormEvent<HTMLFormElement>) {
    if (submission) return event.preventDefault();
    if (missing !== undefined) form.conform.onSubmit(event);
    onSubmit?.(event);
  }

  return (
    <FormElement
      autoComplete="off"
      className={joinClassNames("flex flex-col gap-4", className)}
      noValidate
      {...rest}
      id={id}
      method="post"
      onSubmit={submit}
      ref={element}
    >
      {/* AuthorField also asks before the person leaves the form unsaved. */}
      <AuthorField
        isOfVisitor={isOfVisitor}
        isRejected={Boolean(failure ?? reply?.error)}
        savesItself={savesItself}
        unsaved={unsaved}
      />
      <input name={FORM_ID_FIELD} type="hidden" value={id} />
      {version?.value === undefined ? null : (
        <input name={VERSION_FIELD} type="hidden" value={String(version.value)} />
      )}
      <Problems
        form={form}
        labels={labels}
        rejectedTitle={rejectedTitle}
        unansweredHint={unansweredHint}
        unansweredTitle={unansweredTitle}
      />
      <SubmissionProvider value={submission}>{children}</SubmissionProvider>
    </FormElement>
  );
}

type ProblemsProps = UnansweredTexts & Pick<ActionFormProps, "form" | "labels">;

/** The message above the fields: either the errors with links to their fields, or that the server did not respond. */
function Problems({ form: { id, conform, failure }, rejectedTitle, labels, ...unanswered }: ProblemsProps) {
  if (failure) return <UnansweredNotice failure={failure} rejectedTitle={rejectedTitle} {...unanswered} />;
  const { "": formErrors = [], ...fieldErrors } = conform.allErrors;
  const errors = Object.entries(fieldErrors).map(([name, [message = ""]]) => ({
    field: `${id}-${name}`,
    message: labels?.[name] === undefined ? message : `${labels[name]}: ${message}`,
  }));
  if (formErrors.length === 0 && errors.length === 0) return null;
  return (
    <ErrorSummary errors={errors} takesFocus={false} title={rejectedTitle}>
      {formErrors.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </ErrorSummary>
  );
}

/**
 * Moves the focus to the first field with an error, or to the summary if there is no such field. A password is
 * selected, so that typing replaces it.
 */
function focusFirstError(form: HTMLFormElement) {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = field?.matches('[role="radiogroup"]') ? field.querySelector("input") : field;
  (control ?? form.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  if (control instanceof HTMLInputElement && control.type === "password") control.select();
}
