import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

import { NoticeBox } from "#ui/page/notice-box.tsx";

import { LEFT_WORDS } from "./overview.rules.ts";
import type { LeftReason, LeftReport } from "./overview.ts";
import type { ClassSigning } from "../sign/sign-class.server.ts";
import { NOT_SIGNED_WORDS } from "../sign/signature-words.rules.ts";

/** What became of signing a class: at the top and in focus, with who was left unsigned and why. */
export function ClassSignedNotice({ answer }: { answer: ClassSigning }) {
  if (!answer.ok) {
    return (
      <InSight of={answer} role="alert">
        <NoticeBox icon="refused" tone="refused">
          {NOT_SIGNED_WORDS[answer.reason]}
        </NoticeBox>
      </InSight>
    );
  }
  const { signed, left } = answer;
  const isSmooth = !left.some(({ why }) => why === "changed" || why === "unseen");
  return (
    <InSight of={answer} role={isSmooth ? "status" : "alert"}>
      <NoticeBox
        icon={isSmooth ? "sign" : "changed"}
        title={signed === 1 ? "1 report signed." : `${signed} reports signed.`}
        tone={isSmooth ? "saved" : "colleague"}
      >
        <Left reports={left} />
      </NoticeBox>
    </InSight>
  );
}

/** By the reason: `Ali, Kezia; Baptiste, Omar (not complete)`. */
function Left({ reports }: { reports: readonly LeftReport[] }) {
  const reasons = (Object.keys(LEFT_WORDS) as LeftReason[]).filter((reason) =>
    reports.some(({ why }) => why === reason),
  );
  if (reasons.length === 0) return <>None is left unsigned.</>;
  return (
    <>
      Left unsigned:
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
    </>
  );
}

type InSightProps = { of: ClassSigning; role: "status" | "alert"; children: ReactNode };

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
