import { useMemo, useState, type FormEvent, type ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { RecordParams } from "#domain/people/record-params.ts";
import { generalFields, onlyClassOf, type GeneralRules } from "#fields/people/student-general.ts";
import type { FieldValue } from "#fields/value.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { FormField } from "#saving/screen/form/form-field.tsx";
import { fieldsKey, useShownRow, useToldSaved, type FormResult } from "#saving/screen/form/form-result.ts";
import { RecordForm, SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { RecordFrame } from "../record/record-frame.tsx";
import { UPDATED, type RecordView } from "../record/record.ts";
import type { GeneralView } from "./general.server.ts";

type GeneralTabProps = {
  shown: RecordView;
  params: RecordParams;
  general: GeneralView;
  sent: FormResult | undefined;
  /** Birth certificate and immunisation card, below the form because they have forms of their own. */
  documents: ReactNode;
  /** A dialog over the record. */
  children: ReactNode;
};

/** Shows General Info, which Update Student saves as a whole. */
export function GeneralTab({ shown, params, general, sent, ...parts }: GeneralTabProps) {
  const { rules, closed, timeZone } = general;
  const row = useShownRow(general.row, sent);
  useToldSaved(sent, UPDATED);
  return (
    <>
      <RecordFrame
        {...shown}
        params={params}
        primary={closed === null ? <SaveFormButton>Update Student</SaveFormButton> : null}
      >
        <GeneralForm closed={closed} row={row} rules={rules} timeZone={timeZone} key={fieldsKey(row)} />
        <div className="mt-5">{parts.documents}</div>
      </RecordFrame>
      {parts.children}
    </>
  );
}

/** Six columns, with related fields in one row. */
const GRID = "grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6";
const THIRD = "col-span-2";
const HALF = "max-[359px]:col-span-2 md:col-span-3";
const WIDE = "col-span-2 md:col-span-4";

type GeneralFormProps = {
  rules: GeneralRules;
  row: LoadedRow;
  closed: string | null;
  timeZone: string;
  isRejected?: boolean;
  /** Content below the fields. */
  children?: ReactNode;
};

/** Shows the form of General Info for a new or an existing student. */
export function GeneralForm({ rules, row: served, children, ...form }: GeneralFormProps) {
  const { fields, row, onChange } = useChosenClass(rules, served);
  return (
    <RecordForm
      {...form}
      fields={fields}
      isWhole
      missing={PEOPLE_MESSAGES.missingFields}
      record="general"
      row={row}
      title={PEOPLE_MESSAGES.studentNotSaved}
    >
      <div className={GRID} onChange={onChange}>
        <FormField className={HALF} name="first_name" />
        <FormField className={HALF} name="last_name" />
        <FormField className={THIRD} name="date_of_birth" />
        <FormField className="col-span-2 md:col-span-3" name="birth_certificate_pin" />
        <FormField className="col-span-2 md:col-span-1" name="gender" />
        <FormField className={THIRD} name="form_class_id" />
        <FormField className={WIDE} key={String(row.values["form_class_id"])} name="class_id" />
        <FormField className={THIRD} name="house_id" />
        <FormField className={THIRD} name="entry_date" />
        <FormField className={THIRD} name="other_name" />
        {rules.isSerialLocked ? null : <FormField className={THIRD} name="serial_number" />}
      </div>
      {children}
    </RecordForm>
  );
}

/**
 * Limits the choice of teacher to the chosen class, and picks the only teacher of a class. Without scripts, all
 * teachers are offered, each with the class.
 */
function useChosenClass(rules: GeneralRules, served: LoadedRow) {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<FieldValue | undefined>();
  const stored = shownIn(served, "form_class_id");
  const formClassId = chosen === undefined ? stored : chosen;
  const fields = useMemo(
    () => generalFields(rules, hydrated ? formClassId : undefined),
    [rules, hydrated, formClassId],
  );
  const row = useMemo(() => {
    if (chosen === undefined || chosen === stored) return served;
    const values = { form_class_id: chosen, class_id: onlyClassOf(rules, chosen) };
    return withValues(served, values);
  }, [rules, served, stored, chosen]);

  function onChange({ target }: FormEvent) {
    if (target instanceof HTMLSelectElement && target.name === "form_class_id")
      setChosen(target.value || null);
  }

  return { fields, row, onChange };
}

function shownIn({ values, outcome }: LoadedRow, name: string): FieldValue {
  const typed = outcome && outcome.state !== "saved" ? outcome.typed : {};
  return name in typed ? (typed[name] ?? null) : (values[name] ?? null);
}

/** Puts the new choices in place of the stored and submitted values. */
function withValues(row: LoadedRow, values: LoadedRow["values"]): LoadedRow {
  const { outcome } = row;
  const shown = { ...row, values: { ...row.values, ...values } };
  if (!outcome || outcome.state === "saved") return shown;
  return { ...shown, outcome: { ...outcome, typed: { ...outcome.typed, ...values } } };
}
