import type { ReactNode } from "react";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useArrivalFocus } from "#ui/use-arrival-focus.ts";
import { ChoiceRadio, Conflicting } from "./choice-button.tsx";
import type { Conflict } from "./conflicts.rules.ts";

type SaveSummaryProps = {
  isSaved: boolean;
  title: string;
  className?: string;
  /** The page that the person was going to when the form was sent; null if the person stays. */
  leaveTo?: string | null | undefined;
  children?: ReactNode;
};

/** The result of a form that was sent without script. The summary is first on the page and takes the focus. */
export function SaveSummary({ isSaved, title, className, leaveTo, children }: SaveSummaryProps) {
  const box = useArrivalFocus<HTMLDivElement>(isSaved);

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
  conflicts: readonly Pick<Conflict, "fields" | "title" | "theirs" | "yours">[];
  /** The version that the choice is about. */
  version: number;
  /** The form that sends the choice. */
  form: string;
  /** The row that the choice is about, if the form has several. */
  row?: string | undefined;
};

/** One choice for everything in conflict, sent with the form. */
export function ConflictChoice({ conflicts, version, form, row }: WhoseToKeepProps) {
  const nameOf = (name: string) => (row === undefined ? name : `${name}.${row}`);
  return (
    <fieldset className="mt-2 grid gap-2 md:grid-cols-2">
      <legend className="sr-only">Which value to keep</legend>
      <Conflicting conflicts={conflicts} form={form} name={nameOf("conflicting")} />
      {(["yours", "theirs"] as const).map((choice) => (
        <ChoiceRadio
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
        </ChoiceRadio>
      ))}
    </fieldset>
  );
}
