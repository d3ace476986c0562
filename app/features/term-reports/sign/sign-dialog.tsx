import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { missingWords } from "#domain/report-state.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { Button } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import type { SigningView } from "../report/dialogs.ts";
import { SignatureLine } from "./signature-line.tsx";
import { useSigning, type SigningAnswer } from "./use-signing.ts";

type SignDialogProps = { signing: SigningView; answer: SigningAnswer };

/** The act, with what it is about once more: comment, average and attendance (screens.md, Term report). */
export function SignDialog({ signing, answer }: SignDialogProps) {
  const {
    closeTo,
    comment,
    teacherComment,
    ratings,
    average,
    attendance,
    missing,
    reviewedFingerprint,
    signs,
  } = signing;
  const { isBusy, onSubmit } = useSigning(signing, answer);
  return (
    <Dialog closeTo={closeTo} title="Sign Report">
      {answer && "refusal" in answer ? (
        <NoticeBox icon="refused" tone="refused">
          {answer.refusal}
        </NoticeBox>
      ) : null}
      <Introduction signing={signing} />
      <dl className="divide-y divide-line border-y">
        <Line title="Your comment">{comment ?? <span className="text-muted">None</span>}</Line>
        <Line title="Teacher">{teacherComment ?? <span className="text-muted">No comment</span>}</Line>
        <Line title="Behaviour">{ratings ?? "–"}</Line>
        <Line title="Average">{average ?? "–"}</Line>
        <Line title="Attendance">{attendance ?? "–"}</Line>
        {missing.length > 0 ? <Line title="Missing">{missingWords(missing)}</Line> : null}
      </dl>
      <SignatureLine foot={`${signs.by}, ${signs.on}`} pictureUrl={signs.pictureUrl}>
        {signs.by}
      </SignatureLine>
      <Form
        className="mt-2 grid grid-cols-2 gap-2 md:flex md:justify-end"
        method="post"
        onSubmit={onSubmit}
        preventScrollReset
        replace
      >
        <AuthorField />
        <input name="seen" type="hidden" value={reviewedFingerprint} />
        <DialogLink to={closeTo}>Cancel</DialogLink>
        <Button data-first-focus="" icon="sign" kind="primary">
          Sign Report
        </Button>
      </Form>
      {isBusy ? <BusyOverlay label="Signing" shown /> : null}
    </Dialog>
  );
}

function Introduction({ signing: { student, term, before } }: Pick<SignDialogProps, "signing">) {
  return (
    <p>
      You are signing the Term {term} report of <strong>{student.name}</strong>. {familyOf(student.gender)}{" "}
      family will see your comment and your signature.
      {before
        ? ` ${before.by} signed it on ${before.on}${before.changed ? ", and it has changed since" : ""}.`
        : null}
    </p>
  );
}

function familyOf(gender: "M" | "F" | null): string {
  if (gender === null) return "The";
  return gender === "M" ? "His" : "Her";
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 py-2.5 md:grid-cols-[8rem_1fr]">
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
