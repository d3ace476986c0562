import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";

import { forgetOfflinePage } from "#saving/offline/forget-offline-page.ts";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { Cover, type CoverSchool } from "./cover.tsx";
import { PasswordStep, ResetStep, UserNameStep } from "./sign-in-steps.tsx";
import type { SignInErrors, Step } from "./step.ts";

export type SignInPageProps = {
  school: CoverSchool;
  step: Step;
  /** Empty until it was given. */
  userName: string;
  errors?: SignInErrors | undefined;
  /** Why the person is here again: 'You were signed out after 60 minutes …'. */
  notice?: string | null | undefined;
  /** '12 to 128 characters …', shown before typing. */
  passwordRule: string;
};

const HEADS: Record<Step, { title: string; count: string | null }> = {
  username: { title: "Sign in", count: "Step 1 of 2" },
  password: { title: "Sign in", count: "Step 2 of 2" },
  reset: { title: "Reset Password", count: null },
};

/** The three steps of T2. The fields are `intent`, `userName`, `password`, `newPassword` and `confirmPassword`. */
export function SignInPage({ school, step, userName, errors = {}, notice, passwordRule }: SignInPageProps) {
  useEffect(forgetOfflinePage, []);
  const busy = useNavigation().state !== "idle";
  const { title, count } = HEADS[step];
  return (
    <Cover school={school}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h1 className="text-18">{title}</h1>
        {count ? <p className="text-13 text-muted">{count}</p> : null}
      </div>
      {errors.form ? (
        <ErrorSummary className="mb-3" takesFocus={false} title={errors.form.title}>
          {errors.form.text}
        </ErrorSummary>
      ) : null}
      {notice ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {notice}
        </NoticeBox>
      ) : null}
      {step === "username" ? <UserNameStep errors={errors} userName={userName} /> : null}
      {step === "password" ? <PasswordStep errors={errors} userName={userName} /> : null}
      {step === "reset" ? (
        <ResetStep errors={errors} passwordRule={passwordRule} userName={userName} />
      ) : null}
      <BusyOverlay label="One moment" shown={busy} />
    </Cover>
  );
}
