import { Link } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import type { useFormReply } from "#ui/form/form-result.ts";
import { Snackbar, type Message } from "#ui/overlay/snackbar.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useArrivalFocus } from "#ui/use-arrival-focus.ts";
import { LEFT_WORDS } from "./overview.rules.ts";
import type { UnsignedReason, UnsignedReport } from "./overview.ts";
import type { ClassSigned } from "../sign/sign-class.server.ts";

/** The form that signs a class is in the dialog; the page under the dialog shows the result. */
export const SIGN_ALL_FORM = "sign-all";

const NOT_SIGNED: Message = { text: MESSAGES.reportNotSigned, tone: "refused", seconds: 8 };

/**
 * Shows the result of signing a class at the top and in focus, with the reports that were left unsigned and the
 * reasons.
 */
export function ClassSignedNotice({ reply, failure }: ReturnType<typeof useFormReply<ClassSigned>>) {
  if (failure) return <NotSigned answer={failure} words={`${MESSAGES.reportNotSigned}.`} />;
  if (!reply) return null;
  if (!reply.result) return <NotSigned answer={reply} words={reply.error?.[""]?.[0] ?? ""} />;
  const { signed, left } = reply.result;
  const isSmooth = !left.some(({ why }) => why === "changed" || why === "unseen");
  return (
    <InSight answer={reply} role={isSmooth ? "status" : "alert"}>
      <NoticeBox
        icon={isSmooth ? "sign" : "changed"}
        title={signed === 1 ? "1 report signed." : `${signed} reports signed.`}
        tone={isSmooth ? "saved" : "colleague"}
      >
        {left.length === 0 ? "No report is left unsigned." : "Left unsigned:"}
        <UnsignedByReason reports={left} />
      </NoticeBox>
    </InSight>
  );
}

function NotSigned({ answer, words }: { answer: object; words: string }) {
  return (
    <InSight answer={answer} role="alert">
      <NoticeBox icon="refused" tone="refused">
        {words}
      </NoticeBox>
      <Snackbar message={NOT_SIGNED} />
    </InSight>
  );
}

/** Lists reports by the reason: `Ali, Kezia; Baptiste, Omar (not complete)`. */
export function UnsignedByReason({ reports }: { reports: readonly UnsignedReport[] }) {
  const reasons = (Object.keys(LEFT_WORDS) as UnsignedReason[]).filter((reason) =>
    reports.some(({ why }) => why === reason),
  );
  return (
    <ul className="mt-1 grid gap-1">
      {reasons.map((reason) => (
        <li key={reason}>
          {reports
            .filter(({ why }) => why === reason)
            .map(({ name, url }, index) => (
              <span key={url}>
                {index > 0 ? "; " : null}
                <Link to={url}>{name}</Link>
              </span>
            ))}{" "}
          ({LEFT_WORDS[reason]})
        </li>
      ))}
    </ul>
  );
}

type InSightProps = { answer: object; role: "status" | "alert"; children: ReactNode };

function InSight({ answer, role, children }: InSightProps) {
  const box = useArrivalFocus<HTMLDivElement>(answer);

  useEffect(() => window.scrollTo(0, 0), [answer]);

  return (
    <div className="mb-4" ref={box} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
