import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { Snackbar, type Message } from "#ui/overlay/snackbar.tsx";
import { isFailed, type Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { LEFT_WORDS } from "./overview.rules.ts";
import type { LeftReason, LeftReport } from "./overview.ts";
import type { ClassSigning } from "../sign/sign-class.server.ts";
import { NOT_SIGNED_WORDS } from "../sign/signature-words.rules.ts";

export type ClassSigningAnswer = ClassSigning | Failed;

const NOT_SIGNED: Message = { text: MESSAGES.reportNotSigned, tone: "refused", seconds: 8 };

/** What became of signing a class: at the top and in focus, with who was left unsigned and why. */
export function ClassSignedNotice({ answer }: { answer: ClassSigningAnswer }) {
  if (isFailed(answer)) return <NotSigned answer={answer} words={`${MESSAGES.reportNotSigned}.`} />;
  if (!answer.ok) return <NotSigned answer={answer} words={NOT_SIGNED_WORDS[answer.reason]} />;
  const { signed, left } = answer;
  const isSmooth = !left.some(({ why }) => why === "changed" || why === "unseen");
  return (
    <InSight of={answer} role={isSmooth ? "status" : "alert"}>
      <NoticeBox
        icon={isSmooth ? "sign" : "changed"}
        title={signed === 1 ? "1 report signed." : `${signed} reports signed.`}
        tone={isSmooth ? "saved" : "colleague"}
      >
        {left.length === 0 ? "None is left unsigned." : "Left unsigned:"}
        <LeftByReason reports={left} />
      </NoticeBox>
    </InSight>
  );
}

function NotSigned({ answer, words }: { answer: ClassSigningAnswer; words: string }) {
  return (
    <InSight of={answer} role="alert">
      <NoticeBox icon="refused" tone="refused">
        {words}
      </NoticeBox>
      <Snackbar message={NOT_SIGNED} />
    </InSight>
  );
}

/** By the reason: `Ali, Kezia; Baptiste, Omar (not complete)`. */
export function LeftByReason({ reports }: { reports: readonly LeftReport[] }) {
  const reasons = (Object.keys(LEFT_WORDS) as LeftReason[]).filter((reason) =>
    reports.some(({ why }) => why === reason),
  );
  return (
    <ul className="mt-1 grid gap-1">
      {reasons.map((reason) => (
        <li key={reason}>
          {reports
            .filter(({ why }) => why === reason)
            .map(({ name, url }, place) => (
              <span key={url}>
                {place > 0 ? "; " : null}
                <Link to={url}>{name}</Link>
              </span>
            ))}{" "}
          ({LEFT_WORDS[reason]})
        </li>
      ))}
    </ul>
  );
}

type InSightProps = { of: ClassSigningAnswer; role: "status" | "alert"; children: ReactNode };

function InSight({ of: answer, role, children }: InSightProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    window.scrollTo(0, 0);
    box.current?.focus({ preventScroll: true });
  }, [answer]);

  return (
    <div className="mb-4" ref={box} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
