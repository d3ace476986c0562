import { Link, useActionData } from "@remix-run/react";
import type { FormEvent } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { errorDescriptionProps, FieldErrorMessage } from "#ui/form/field.tsx";
import { Checkbox, fieldControlProps, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { PrintableText } from "#ui/form/printable-text.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { useFocusOnAppear } from "#ui/use-arrival-focus.ts";
import type { ClassCommentsInput, ClassCommentsView, CommentsSummary } from "./class-comments.server.ts";
import { commentTickName } from "./proposals.rules.ts";

const STORE_FORM = "store-comments";
const UNDO_FORM = "undo-comments";

type ViewProps = { view: ClassCommentsView };

/** Shows the comments that the comment bank proposes for a class. They can be changed, and are then stored together. */
export function ClassCommentsPage({ view }: ViewProps) {
  const {
    classLabel,
    about,
    classOverviewUrl,
    commentBankUrl,
    choices,
    closed,
    rows,
    withoutAverage,
    saveId,
  } = view;
  const actionData = useActionData();
  const { reply } = useFormReply<CommentsSummary>(STORE_FORM, actionData);
  const notUndone = useFormReply(UNDO_FORM, actionData).reply?.error?.[""]?.[0];
  return (
    <>
      <PageHead
        about={about}
        actions={
          <>
            <ButtonLink to={classOverviewUrl}>Class reports</ButtonLink>
            <ButtonLink kind="quiet" to={commentBankUrl}>
              Comment bank
            </ButtonLink>
          </>
        }
        title={`Comments for ${classLabel}`}
      />
      {choices.length > 1 ? <Tabs label="Comment to write" tabs={choices} /> : null}
      {reply?.result ? <StoredNotice reply={reply} result={reply.result} view={view} /> : null}
      {notUndone ? (
        <NoticeBox className="mb-4" icon="refused" tone="refused">
          <span role="alert">{notUndone}</span>
        </NoticeBox>
      ) : null}
      {closed ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {closed}
        </NoticeBox>
      ) : null}
      {withoutAverage.length > 0 ? <WithoutAverage students={withoutAverage} /> : null}
      {rows.length === 0 ? (
        <Panel>
          <EmptyState action={<ButtonLink to={classOverviewUrl}>Class reports</ButtonLink>}>
            No student in this class has an average yet. Termbook suggests comments once teachers have entered
            marks.
          </EmptyState>
        </Panel>
      ) : null}
      {/* The form starts again whenever the page is loaded again, because each row then has another version. */}
      {rows.length > 0 && closed === null ? <CommentsForm key={saveId} view={view} /> : null}
    </>
  );
}

function WithoutAverage({ students }: { students: ClassCommentsView["withoutAverage"] }) {
  return (
    <NoticeBox className="mb-4" icon="info" tone="plain">
      {students.length === 1
        ? "1 student has no average yet and is left out: "
        : `${students.length} students have no average yet and are left out: `}
      {students.map(({ name, url }, index) => (
        <span key={url}>
          {index > 0 ? "; " : null}
          <Link to={url}>{name}</Link>
        </span>
      ))}
      .
    </NoticeBox>
  );
}

function CommentsForm({ view }: ViewProps) {
  const { rows, url, title, limit, saveId } = view;
  const isProposed = ({ proposal, comment, signedOn }: Row) => Boolean(proposal && !comment && !signedOn);
  const [form, fields] = useActionForm<Extract<ClassCommentsInput, { intent: "store" }>>(STORE_FORM, {
    text: Object.fromEntries(rows.map(({ studentKey, proposal }) => [studentKey, proposal ?? ""])),
    tick: Object.fromEntries(
      rows.filter(isProposed).map(({ studentKey, version }) => [commentTickName(studentKey, version), "on"]),
    ),
  });
  const ticks = fields.tick.getFieldset() as unknown as Record<string, ActionFormField>;
  const texts = fields.text.getFieldset() as unknown as Record<string, ActionFormField>;
  const labels = Object.fromEntries(rows.map(({ studentKey, name }) => [`text.${studentKey}`, name]));
  return (
    <ActionForm action={url} form={form} labels={labels} rejectedTitle="The comments were not saved">
      <input name="saveId" type="hidden" value={saveId} />
      <Panel flush>
        <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b bg-paper px-4 py-3 md:px-5">
          <p className="min-w-0 flex-1 basis-80">
            <strong>{title}</strong>, up to {limit} characters.{" "}
            <span className="text-muted">{describeProposals(rows)}</span>
          </p>
          <BusyButton busy="Saving" intent="store">
            Save selected comments
          </BusyButton>
        </div>
        <ol className="divide-y divide-line">
          {rows.map((row, index) => (
            <CommentRow
              key={row.studentKey}
              limit={limit}
              place={index + 1}
              row={row}
              text={texts[String(row.studentKey)]}
              tick={ticks[commentTickName(row.studentKey, row.version)]}
            />
          ))}
        </ol>
      </Panel>
    </ActionForm>
  );
}

type Row = ClassCommentsView["rows"][number];

function describeProposals(rows: readonly Row[]): string {
  const [commented, none] = [
    rows.filter(({ comment }) => comment !== null).length,
    rows.filter(({ proposal }) => proposal === null).length,
  ];
  const parts = [
    `Termbook suggests a comment for ${rows.length - none} of ${formatCountOf(rows.length, "student")}`,
    commented > 0
      ? `${commented} already ${commented === 1 ? "has" : "have"} a comment, which stays unless you select the box`
      : null,
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}

type CommentRowProps = {
  row: Row;
  place: number;
  limit: number;
  tick: ActionFormField | undefined;
  text: ActionFormField | undefined;
};

function CommentRow({ row, place, limit, tick, text }: CommentRowProps) {
  const { name, average, comment, signedOn } = row;
  if (!tick || !text) return null;
  return (
    <li className="flex items-stretch">
      <span className="hidden w-12 shrink-0 border-r border-r-rule pr-3 pt-3 text-right text-13 text-muted md:block">
        {place}
      </span>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 px-4 py-3 md:grid-cols-[15rem_4rem_minmax(0,1fr)]">
        <div className="[&_label]:font-semibold">
          <Checkbox field={tick} label={name} />
        </div>
        <p className="touch:pt-2.5 md:text-right">
          <span className="sr-only">Average </span>
          <strong>{average}</strong>
        </p>
        <div className="min-w-0 max-md:col-span-2">
          {comment === null ? null : (
            <p className="mb-1.5 break-words">
              <span className="font-semibold">Comment now:</span> {comment}
            </p>
          )}
          <CommentBox
            isTicking={comment === null && signedOn === null}
            limit={limit}
            name={name}
            text={text}
            tick={tick}
          />
          <RowNote row={row} />
        </div>
      </div>
    </li>
  );
}

function RowNote({ row: { proposal, signedOn, comment } }: { row: Row }) {
  const notes = [
    proposal === null ? "The comment bank has no suitable phrase for this average." : null,
    signedOn
      ? `Signed ${signedOn}. After ${comment === null ? "a comment" : "another comment"} the report must be signed again.`
      : null,
  ].filter(Boolean);
  return notes.length > 0 ? <p className="mt-1 text-13 text-muted">{notes.join(" ")}</p> : null;
}

type CommentBoxProps = {
  name: string;
  limit: number;
  text: ActionFormField;
  tick: ActionFormField;
  /**
   * Whether typing ticks the student's box. A comment is replaced, and a signed report changed, only if the box is
   * ticked.
   */
  isTicking: boolean;
};

function CommentBox({ name, limit, text, tick, isTicking }: CommentBoxProps) {
  const { error, ...binding } = fieldControlProps(text);
  const length = typeof text.value === "string" ? text.value.length : 0;

  function tickStudent({ currentTarget }: FormEvent<HTMLTextAreaElement>) {
    const box = document.getElementById(tick.id);
    if (isTicking && box instanceof HTMLInputElement) box.checked = currentTarget.value.trim() !== "";
  }

  return (
    <>
      <PrintableText key={text.key} text={binding.defaultValue}>
        <textarea
          aria-label={`Comment for ${name}`}
          className="field-box scroll-mt-24 py-2"
          onInput={tickStudent}
          rows={2}
          {...binding}
          {...errorDescriptionProps(text.id, { error })}
        />
      </PrintableText>
      <FieldErrorMessage error={error} id={text.id} />
      {length > limit && !error ? (
        <p className="mt-1 text-13 font-semibold text-refused">
          {length} of {limit} characters
        </p>
      ) : null}
    </>
  );
}

type StoredNoticeProps = ViewProps & { reply: object; result: CommentsSummary };

/**
 * Shows how many comments were stored, and which were left out and why. The notice takes the focus, and has a button
 * that undoes the action.
 */
function StoredNotice({ reply, result, view: { classOverviewUrl, url } }: StoredNoticeProps) {
  const { stored, toSignAgain, left, others, saveId } = result;
  const notice = useFocusOnAppear<HTMLDivElement>(reply);
  const [form] = useActionForm(UNDO_FORM);
  return (
    <div className="mb-4" ref={notice} role={left.length > 0 ? "alert" : "status"} tabIndex={-1}>
      <NoticeBox
        action={
          <div className="flex flex-wrap items-center gap-4">
            {stored > 0 ? (
              <ActionForm action={url} form={form} rejectedTitle="The comments were not undone">
                <input name="saveId" type="hidden" value={saveId} />
                <BusyButton busy="Undoing" intent="undo" kind="quiet">
                  Undo
                </BusyButton>
              </ActionForm>
            ) : null}
            <Link to={classOverviewUrl}>Class reports</Link>
          </div>
        }
        icon={left.length > 0 ? "changed" : "tick"}
        title={`${formatCountOf(stored, "comment")} saved.`}
        tone={left.length > 0 ? "colleague" : "saved"}
      >
        {others > 0
          ? `Left out, because not selected or without an average: ${formatCountOf(others, "report")}. `
          : null}
        {toSignAgain.length > 0 ? `To be signed again: ${toSignAgain.join("; ")}. ` : null}
        {left.length > 0 ? <LeftComments left={left} /> : null}
      </NoticeBox>
    </div>
  );
}

function LeftComments({ left }: Pick<CommentsSummary, "left">) {
  return (
    <>
      {left.length === 1 ? "1 comment was not saved:" : `${left.length} comments were not saved:`}
      <ul className="mt-1 grid gap-1">
        {left.map(({ name, url, why, text }) => (
          <li className="break-words" key={url}>
            <Link to={url}>{name}</Link>: {why}. Your text: “{text}”
          </li>
        ))}
      </ul>
    </>
  );
}
