import type { ReactNode } from "react";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useFocusOnAppear } from "#ui/use-arrival-focus.ts";
import { ConflictChoiceRadio, ConflictingFieldsInput } from "./choice-button.tsx";
import type { FieldConflict } from "./conflicts.rules.ts";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  /** The page to which the person was navigating when the form was submitted, or null if the person stays. */
  leaveTo?: string | null | undefined;
  children?: ReactNode;
};

/** The result of a form submitted without JavaScript. The summary is first on the page and takes the focus. */
export function SubmittedRecordSummary({ isSaved, title, className, leaveTo, children }: SaveSummaryProps) {
  const box = useFocusOnAppear<HTMLDivElement>(isSaved);

  return (
    <div className={className} ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox icon={isSaved ? "tick" : "refused"} title={title} tone={isSaved ? "saved" : "refused"}>
        {children}
        {leaveTo && !isSaved ? (
          <p className="mt-1">
            <a href={leaveTo}>Leave without saving</a>
          </p>
        ) : null}
      </NoticeBox>
    </div>
  );
}

type WhoseToKeepProps = {
  conflicts: readonly Pick<FieldConflict, "fields" | "title" | "theirs" | "yours">[];
  version: number;
  form: string;
  /** The row that the decision is about, if the form has several. */
  row?: string | undefined;
};

/** One decision for all fields in conflict, which the form submits. */
export function ConflictChoice({ conflicts, version, form, row }: WhoseToKeepProps) {
  const nameOf = (name: string) => (row === undefined ? name : `${name}.${row}`);
  return (
    <fieldset className="mt-2 grid gap-2 md:grid-cols-2">
      <legend className="sr-only">Value to keep</legend>
      <ConflictingFieldsInput conflicts={conflicts} form={form} name={nameOf("conflicting")} />
      {(["yours", "theirs"] as const).map((choice) => (
        <ConflictChoiceRadio
          choice={choice}
          className="items-start py-2 [&>input]:mt-1"
          form={form}
          key={choice}
          name={nameOf("choice")}
          version={version}
        >
          {choice === "yours" ? "Keep yours" : "Take theirs"}
          {conflicts.map(({ title, [choice]: value }) => (
            <span className="block break-words" key={title}>
              <span className="text-13 text-muted">{title}</span> <strong>{value}</strong>
            </span>
          ))}
        </ConflictChoiceRadio>
      ))}
    </fieldset>
  );
}
