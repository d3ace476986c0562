import { Form, Link } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { nounFor } from "#domain/text/noun.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { FactLines } from "#ui/list/fact-lines.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { archivesUrl, type TermSetting } from "./current-term.rules.ts";

type SetTermDialogProps = { setting: TermSetting; fault: string | null; failed: Failed | null };

/** An act on the whole school: what changes, what stays, who is not in it, and the way back (term.md, 22c). */
export function SetTermDialog({ setting, fault, failed }: SetTermDialogProps) {
  const { title, names, fromTermId, isEarlier } = setting;
  return (
    <Dialog closeTo={archivesUrl()} title={`Set the term to ${title}?`}>
      <NotAnswered failed={failed} title={MESSAGES.termNotSet}>
        Nothing was changed. Try again.
      </NotAnswered>
      {fault === null ? null : (
        <div role="alert">
          <NoticeBox icon="refused" title={`${MESSAGES.termNotSet}.`} tone="refused">
            {fault}
          </NoticeBox>
        </div>
      )}
      <FactLines
        lines={[
          { term: "Changes", says: changesWords(names.to, isEarlier) },
          {
            term: "Stays",
            says: `Every mark, report and registration of ${names.from}. Nobody is promoted or moved.`,
          },
          { term: "Not in it", says: <NotInIt {...setting} /> },
          { term: "The way back", says: `Set ${names.from} here again, at any time.` },
        ]}
      />
      <Form className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end" method="post" replace>
        <AuthorField />
        <input name="seen" type="hidden" value={fromTermId} />
        <DialogLink data-first-focus to={archivesUrl()}>
          Cancel
        </DialogLink>
        <BusyButton busy="Setting" icon="calendar">
          Set Term
        </BusyButton>
      </Form>
    </Dialog>
  );
}

function changesWords(name: string, isEarlier: boolean): string {
  const now = `${name} is the current term for the whole staff: mark sheets and reports open on it, and students stand in their ${name} classes.`;
  return isEarlier ? `${now} Later terms are out of sight until the school advances to them again.` : now;
}

function NotInIt({ missing, missingTotal, names, isEarlier }: TermSetting) {
  if (missingTotal === 0) return "Nobody: every student is in both terms.";
  const came = isEarlier ? `who came after ${names.to}` : `of ${names.from} who are not in ${names.to}`;
  return (
    <>
      {missingTotal.toLocaleString("en")} {nounFor(missingTotal, "student")} {came}:{" "}
      {missing.map(({ name, key }, place) => (
        <span key={`${name}${place}`}>
          {place > 0 ? "; " : null}
          {key === null ? name : <Link to={`${PATHS.students}/${key}`}>{name}</Link>}
        </span>
      ))}
      {missingTotal > missing.length
        ? ` and ${(missingTotal - missing.length).toLocaleString("en")} more`
        : null}
    </>
  );
}
