import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Checkbox, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ChangeOrDeleteButtons } from "#ui/overlay/change-dialog.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { AddReasonInput, AttendanceReasonsView, ReasonInput, ReasonView } from "./reasons.server.ts";

const ABOUT = "Teachers choose one of these reasons for a student who is absent, late or leaves early.";

/** Lists the reasons for an absence that the registers offer. */
export function AttendanceReasonsPage({ reasons, maxLength }: AttendanceReasonsView) {
  return (
    <>
      <PageHead about={ABOUT} title="Attendance Reasons" />
      <div className="grid gap-4 lg:grid-cols-[400px_1fr] lg:items-start">
        <AddReason maxLength={maxLength} />
        <Panel flush title="Reasons">
          <ul className="divide-y divide-line">
            {reasons.map(({ title, about, url }) => (
              <li
                className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5"
                key={url}
              >
                <p className="min-w-0 py-1">
                  <span className="block break-words font-semibold">{title}</span>
                  <span className="block text-13 text-muted">{about}</span>
                </p>
                <ButtonLink
                  aria-label={`Change: ${title}`}
                  className="shrink-0"
                  kind="quiet"
                  preventScrollReset
                  to={url}
                >
                  Change
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

function AddReason({ maxLength }: Pick<AttendanceReasonsView, "maxLength">) {
  const [form, fields] = useActionForm<AddReasonInput>("add-reason");
  return (
    <Panel title="Add a reason">
      <ActionForm form={form} rejectedTitle="The reason was not added">
        <ReasonFields fields={fields} maxLength={maxLength} />
        <Button className="self-start" kind="primary">
          Add reason
        </Button>
      </ActionForm>
    </Panel>
  );
}

export function ChangeReasonDialog({ reason }: { reason: ReasonView }) {
  const { maxLength, ...defaults } = reason;
  const [form, fields] = useActionForm<ReasonInput>("change-reason", defaults);
  return (
    <Dialog closeTo={PATHS.attendanceReasons} title="Change the reason">
      <ActionForm form={form} preventScrollReset rejectedTitle="The reason was not changed">
        <ReasonFields fields={fields} maxLength={maxLength} />
        <Checkbox
          field={fields.isOffered}
          hint="Registers that already have this reason keep the reason."
          label="Offer on registers"
        />
        <ChangeOrDeleteButtons closeTo={PATHS.attendanceReasons} />
      </ActionForm>
    </Dialog>
  );
}

type ReasonFieldsProps = { fields: Record<"title" | "isExcused", ActionFormField>; maxLength: number };

function ReasonFields({ fields, maxLength }: ReasonFieldsProps) {
  return (
    <>
      <TextField field={fields.title} label="Reason" maxLength={maxLength} required />
      <Checkbox
        field={fields.isExcused}
        hint="An excused absence still counts as an absence. A student’s attendance shows how many days were excused."
        label="The absence is excused"
      />
    </>
  );
}
