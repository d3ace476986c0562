import { Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import type { ClassOverview } from "./overview.ts";
import { SignatureLine } from "../sign/signature-line.tsx";

/** The form on the page; the dialog over the page shows the response. */
export const ASK_FORM = "ask-sign-all";

type SignAllFormProps = { overview: ClassOverview };

/** Asks to sign the reports as shown above; nobody has looked through the reports that a filter hides. */
export function SignAllForm({ overview }: SignAllFormProps) {
  const { reports, signable, signs, askUrl } = overview;
  const [form] = useActionForm(ASK_FORM);
  return (
    <ActionForm
      action={askUrl}
      className={classes("mt-4 bg-cream print:hidden", signable.shown > 0 && "sticky bottom-0 z-10")}
      form={form}
      preventScrollReset
      rejectedTitle={MESSAGES.reportNotSigned}
    >
      <div>
        <div className="double-rule" />
        {reports.map(({ key, seen }) =>
          seen ? <input key={key} name={`seen.${key}`} type="hidden" value={seen} /> : null,
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-3">
          {signable.shown > 0 && signs ? (
            <>
              <div className="w-full max-w-[260px] max-md:hidden">
                <SignatureLine foot={`${signs.by}, ${signs.on}`} pictureUrl={signs.pictureUrl}>
                  {signs.by}
                </SignatureLine>
              </div>
              <SignButton count={signable.shown} />
            </>
          ) : (
            <p className="text-muted">
              <NothingToSign overview={overview} />
            </p>
          )}
        </div>
      </div>
    </ActionForm>
  );
}

function SignButton({ count }: { count: number }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Button className="max-md:w-full" disabled={isBusy} icon="sign" kind="primary">
      {count === 1 ? "Sign 1 complete report" : `Sign ${count} complete reports`}
    </Button>
  );
}

function NothingToSign({ overview: { signable, filters } }: SignAllFormProps): ReactNode {
  const toSign = filters.find(({ filter }) => filter === "to-sign");
  if (signable.hidden === 0 || !toSign)
    return "No complete report is waiting to be signed. To sign an incomplete report, open it.";
  const words = signable.hidden === 1 ? "1 complete report is" : `${signable.hidden} complete reports are`;
  return (
    <>
      {words} waiting to be signed:{" "}
      <Link preventScrollReset to={toSign.url}>
        look through {signable.hidden === 1 ? "it" : "them"}
      </Link>
      .
    </>
  );
}
