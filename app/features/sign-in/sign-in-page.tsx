import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { deleteOfflinePages } from "#saving/offline/forget-offline-page.ts";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Cover, type CoverSchool } from "./cover.tsx";
import { PasswordStep, ResetStep, UserNameStep, type StepProps } from "./sign-in-steps.tsx";
import { NOT_SIGNED_IN, type Step } from "./step.ts";

export type SignInPageProps = StepProps & {
  school: CoverSchool;
  step: Step;
  /** The reason why the identity provider signed nobody in. */
  refusal?: string | null | undefined;
  /** The reason why the person is here again: 'You have been signed out after 60 minutes …'. */
  notice?: string | null | undefined;
};

const STEPS = {
  username: { title: "Sign in", count: "Step 1 of 2", Fields: UserNameStep },
  password: { title: "Sign in", count: "Step 2 of 2", Fields: PasswordStep },
  reset: { title: "Reset Password", count: null, Fields: ResetStep },
};

/** The three steps. The fields are `intent`, `userName`, `password`, `newPassword` and `confirmPassword`. */
export function SignInPage({ school, step, notice, refusal, ...given }: SignInPageProps) {
  useEffect(deleteOfflinePages, []);
  const busy = useNavigation().state !== "idle";
  const { title, count, Fields } = STEPS[step];
  return (
    <Cover school={school}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h1 className="text-18">{title}</h1>
        {count ? <p className="text-13 text-muted">{count}</p> : null}
      </div>
      {refusal ? (
        <ErrorSummary className="mb-3" takesFocus={false} title={NOT_SIGNED_IN}>
          {refusal}
        </ErrorSummary>
      ) : null}
      {notice ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {notice}
        </NoticeBox>
      ) : null}
      <Fields {...given} />
      <BusyOverlay label="One moment" shown={busy} />
    </Cover>
  );
}
