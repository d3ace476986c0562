import { Link } from "@remix-run/react";
import { useMemo, useState, type FormEvent, type ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { RecordUrls } from "#domain/people/record-params.ts";
import { generalFields, findOnlyClass, type GeneralTabInput } from "#fields/people/student-general.ts";
import type { FieldValue } from "#fields/value.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { RecordFormField } from "#saving/screen/form/form-field.tsx";
import {
  recordFormFieldsKey,
  useShownRow,
  useSavedMessage,
  type RecordFormResult,
} from "#saving/screen/form/form-result.ts";
import { RecordForm, SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { RecordFrame } from "../record/record-frame.tsx";
import { allClassesUrl, STUDENT_UPDATED_MESSAGE, type RecordHeadingAndPaging } from "../record/record.ts";
import type { GeneralTabView } from "./general.server.ts";

type GeneralTabProps = {
  shown: RecordHeadingAndPaging;
  params: RecordUrls;
  general: GeneralTabView;
  sent: RecordFormResult | undefined;
  /** The documents below the form, such as the birth certificate, which have their own forms. */
  documents: ReactNode;
  /** A dialog that is open over the record. */
  children: ReactNode;
};

/** The General Info tab, which is saved as a whole with Update Student. */
export function GeneralTab({ shown, params, general, sent, ...parts }: GeneralTabProps) {
  const { rules, isOwnClassOnly, closed, timeZone } = general;
  const row = useShownRow(general.row, sent);
  useSavedMessage(sent, STUDENT_UPDATED_MESSAGE);
  return (
    <>
      <RecordFrame
        {...shown}
        params={params}
        primary={closed === null ? <SaveFormButton>Update Student</SaveFormButton> : null}
      >
        <GeneralForm
          closed={closed}
          otherClassesTo={isOwnClassOnly && closed === null ? allClassesUrl(params) : null}
          row={row}
          rules={rules}
          timeZone={timeZone}
          key={recordFormFieldsKey(row)}
        />
        <div className="mt-5">{parts.documents}</div>
      </RecordFrame>
      {parts.children}
    </>
  );
}

/** Six columns, with related fields next to each other. */
const GRID = "grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6";
const THIRD = "col-span-2";
const HALF = "max-[359px]:col-span-2 md:col-span-3";
const WIDE = "col-span-2 md:col-span-4";

type GeneralFormProps = {
  rules: GeneralTabInput;
  row: LoadedRow;
  closed: string | null;
  timeZone: string;
  isRejected?: boolean;
};

type NewStudentFormProps = GeneralFormProps & {
  /** The names of the fields that start with the previous student's values. */
  keptFields: readonly string[];
  /** Content beside the fields. */
  children: ReactNode;
};

function GeneralForm({ otherClassesTo, ...props }: GeneralFormProps & { otherClassesTo: string | null }) {
  const otherClasses = otherClassesTo ? (
    <Link preventScrollReset replace to={otherClassesTo}>
      Show all classes
    </Link>
  ) : undefined;
  return (
    <GeneralRecordForm {...props}>
      {({ classKey, onChange }) => (
        <div className={GRID} onChange={onChange}>
          <RecordFormField className={HALF} name="first_name" />
          <RecordFormField className={HALF} name="last_name" />
          <RecordFormField className={WIDE} name="date_of_birth" />
          <RecordFormField className={THIRD} name="gender" />
          <RecordFormField className={WIDE} name="birth_certificate_pin" />
          <RecordFormField className={THIRD} name="other_name" />
          <RecordFormField aside={otherClasses} className={THIRD} name="form_class_id" />
          <RecordFormField className={WIDE} key={classKey} name="class_id" />
          <RecordFormField className={THIRD} name="house_id" />
          <RecordFormField className={WIDE} name="entry_date" />
          {props.rules.isSerialLocked ? null : <RecordFormField className={THIRD} name="serial_number" />}
        </div>
      )}
    </GeneralRecordForm>
  );
}

/** The General Info of a new student. Enter in any field adds the student and opens the form for the next one. */
export function NewStudentForm({ keptFields, children, ...form }: NewStudentFormProps) {
  const aside = (name: string) => (keptFields.includes(name) ? "kept" : undefined);
  return (
    <GeneralRecordForm {...form}>
      {({ classKey, onChange }) => (
        <>
          {/* Enter in a field presses the form's first button, which is this hidden one. */}
          <button aria-hidden="true" className="sr-only" name="next" tabIndex={-1} value="another" />
          <div className="grid gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_304px]">
            <div className={joinClassNames(GRID, "content-start")} onChange={onChange}>
              <RecordFormField className={HALF} isFirst name="first_name" />
              <RecordFormField className={HALF} name="last_name" />
              <RecordFormField className={WIDE} name="date_of_birth" />
              <RecordFormField className={THIRD} name="gender" />
              <RecordFormField className={WIDE} name="birth_certificate_pin" />
              <RecordFormField aside={aside("form_class_id")} className={THIRD} name="form_class_id" />
              <RecordFormField aside={aside("class_id")} className={WIDE} key={classKey} name="class_id" />
              <RecordFormField aside={aside("house_id")} className={THIRD} name="house_id" />
              <RecordFormField aside={aside("entry_date")} className={WIDE} name="entry_date" />
              <RecordFormField className={THIRD} name="other_name" />
            </div>
            {children}
          </div>
        </>
      )}
    </GeneralRecordForm>
  );
}

type GeneralRecordFormProps = GeneralFormProps & {
  /** Renders the fields. `classKey` changes with the class, so that React renders a new list of teachers. */
  children: (chosen: { classKey: string; onChange: (event: FormEvent) => void }) => ReactNode;
};

function GeneralRecordForm({ rules, row: served, children, ...form }: GeneralRecordFormProps) {
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
      {children({ classKey: String(row.values["form_class_id"]), onChange })}
    </RecordForm>
  );
}

/**
 * Limits the list of teachers to the chosen class, and selects the teacher if the class has only one. Without
 * JavaScript, all teachers are offered, each with the class.
 */
function useChosenClass(rules: GeneralTabInput, served: LoadedRow) {
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
    const values = { form_class_id: chosen, class_id: findOnlyClass(rules, chosen) };
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

function withValues(row: LoadedRow, values: LoadedRow["values"]): LoadedRow {
  const { outcome } = row;
  const shown = { ...row, values: { ...row.values, ...values } };
  if (!outcome || outcome.state === "saved") return shown;
  return { ...shown, outcome: { ...outcome, typed: { ...outcome.typed, ...values } } };
}
