import { Link } from "@remix-run/react";
import {
  REPORT_CARD_BLOCK_ORDERS,
  REPORT_CARD_PART_NAMES,
  REPORT_CARD_PARTS,
  type ReportCardPart,
} from "#domain/documents/card-parts.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { errorDescriptionProps, FieldErrorMessage } from "#ui/form/field.tsx";
import {
  Checkbox,
  ChoiceField,
  fieldControlProps,
  SelectField,
  TextField,
  type ActionFormField,
} from "#ui/form/fields/fields.tsx";
import { PrintableText } from "#ui/form/printable-text.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import {
  describeGradeRanges,
  describeExamShare,
  GRADE_FIELD_LABELS,
  REPORT_CARD_FORM_ROW_NUMBERS,
  type GradeScaleFormRow,
} from "./report-card.rules.ts";
import { SCALE_FIELDS_PATTERN, ReportCardPreview } from "./preview.tsx";
import type { ReportCardSettingsInput, ReportCardSettingsView } from "./report-card.server.ts";

/** Edits the grades of a level and the content of its report card, with a preview beside the form. */
export function ReportCardSettingsPage(view: ReportCardSettingsView) {
  const { version, passMark, letter, from, words, parts, order } = view;
  const { courseWork, subject, weight } = view;
  const defaults = {
    version,
    passMark,
    courseWork,
    subject,
    weight,
    letter,
    from,
    words,
    parts,
    order,
  };
  const [form, fields] = useActionForm<ReportCardSettingsInput>("report-card", defaults);
  return (
    <>
      <PageHead about="How results are graded and what the card shows, for each level" title="Report Card" />
      <Levels levels={view.levels} />
      {view.beginsLater ? (
        <p className="mb-4 font-semibold">These settings apply from {view.beginsLater}.</p>
      ) : null}
      {view.others.map((other) => (
        <OtherSettings key={other.url} {...other} />
      ))}
      <ActionForm
        form={form}
        labels={GRADE_FIELD_LABELS}
        preventScrollReset
        rejectedTitle="The report card was not saved"
      >
        <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
          <div className="flex flex-col gap-4">
            <Parts order={fields.order} parts={fields.parts.getFieldset()} />
            <Results
              field={fields.courseWork}
              rows={[fields.subject.getFieldset(), fields.weight.getFieldset()]}
              subjects={view.subjects}
            />
            <Panel aside="used on every screen, card and list" flush title="Grades and pass mark">
              <GradeTable
                columns={[fields.letter.getFieldset(), fields.from.getFieldset(), fields.words.getFieldset()]}
              />
              <div className="border-t p-4 md:p-5">
                <TextField
                  autoComplete="off"
                  className="max-w-28 text-right"
                  field={fields.passMark}
                  hint="Enter a percentage. Termbook underlines results below the pass mark on mark sheets and counts them as failed."
                  inputMode="numeric"
                  label="Pass mark"
                />
              </div>
            </Panel>
            <Panel title="Save">
              <div className="flex flex-col gap-4">
                <ChoiceField
                  choices={SAVED_FOR(view.title)}
                  field={fields.levels}
                  label="Use this report card for"
                />
                <AlsoFor also={fields.also.getFieldset()} levels={view.levels} />
                {view.terms && (view.beginsLater ?? fields.begins.errors ?? fields.begins.value) ? (
                  <Question asked={fields.asked} field={fields.begins} terms={view.terms} />
                ) : null}
                <div className="flex flex-wrap gap-3">
                  <BusyButton busy="Saving" intent="save" kind="primary">
                    Save report card
                  </BusyButton>
                  {view.beginsLater ? (
                    <BusyButton busy="Cancelling" intent="cancel" kind="secondary">
                      Cancel this change
                    </BusyButton>
                  ) : null}
                </div>
              </div>
            </Panel>
          </div>
          <ReportCardPreview
            formId={form.id}
            isFaulty={Object.keys(form.reply?.error ?? {}).some((name) => SCALE_FIELDS_PATTERN.test(name))}
            level={view.level}
            missing={view.terms ? null : "There is no current term. Set it in Settings, Current Term."}
            saved={JSON.stringify(defaults)}
            title={view.title}
            values={form.conform.value ?? defaults}
          />
        </div>
      </ActionForm>
    </>
  );
}

/** Shows settings of the level that the form does not edit: the current settings, or settings that begin later. */
function OtherSettings({ begins, grades, card, url }: ReportCardSettingsView["others"][number]) {
  return (
    <NoticeBox
      action={
        <Link className="inline-flex items-center touch:min-h-11" to={url}>
          {begins === null ? "Show the current settings" : "Show this change"}
        </Link>
      }
      className="mb-4"
      icon="info"
      title={
        begins === null
          ? "Reports of the current term use other settings."
          : `A change is due to start in ${begins}.`
      }
      tone="plain"
    >
      {`Grades: ${grades}. Card: ${card}.`}
    </NoticeBox>
  );
}

type QuestionProps = {
  field: ActionFormField;
  asked: ActionFormField;
  terms: NonNullable<ReportCardSettingsView["terms"]>;
};

/**
 * Asks from which term on the change counts, if signed or posted reports would change. Their signatures stay valid
 * either way. The form sends the wording of the question with the answer, because another change would need another
 * question.
 */
function Question({ field, asked, terms }: QuestionProps) {
  const choices = [
    { value: "next", label: terms.next },
    { value: "this", label: terms.this },
  ];
  const question = field.errors?.[0] ?? asked.initialValue;
  return (
    <>
      <input name={asked.name} type="hidden" value={typeof question === "string" ? question : ""} />
      <ChoiceField choices={choices} field={field} label="The change applies from" />
    </>
  );
}

type PartsProps = { parts: Record<string, ActionFormField>; order: ActionFormField };

const ABOUT_PARTS: Partial<Record<ReportCardPart, string>> = {
  classPosition: "Only students who have all the marks given in their class get a rank",
  levelPosition: "Only students who have all the marks given in their class get a rank",
  year: "The results of each term, with the student’s average and position for the year",
  remarks:
    "Adds a column for remarks of up to 80 characters to End of Term mark sheets, except in subjects graded by criteria.",
  conduct: "The form teacher enters this on the report. The card shows it below Attendance.",
  teacherSignature: "A line to sign by hand",
  issued: "The day the class’s reports are posted",
  slip: "At the foot of the card, for a parent to sign and return",
};

function Parts({ parts, order }: PartsProps) {
  return (
    <Panel title="What the card shows">
      <div className="flex flex-col gap-2">
        {REPORT_CARD_PART_NAMES.map((part) => {
          const field = parts[part];
          return field ? (
            <Checkbox field={field} hint={ABOUT_PARTS[part]} key={part} label={REPORT_CARD_PARTS[part]} />
          ) : null;
        })}
        <SelectField
          choices={Object.entries(REPORT_CARD_BLOCK_ORDERS).map(([value, label]) => ({ value, label }))}
          field={order}
          label="Order of the parts below the marks"
        />
      </div>
    </Panel>
  );
}

type ResultsProps = {
  field: ActionFormField;
  /** The subject and the share of its course work, by row. */
  rows: readonly [subject: Record<string, ActionFormField>, weight: Record<string, ActionFormField>];
  subjects: ReportCardSettingsView["subjects"];
};

const ABOUT_RESULTS =
  "Course work is the other test of the term, such as Mid Term. Enter 0 if only the exam counts. If both count, a student needs both: the report is not complete while one of the marks is missing, and a student who was absent for one has no result. A subject without a result is left out of averages and positions. Classes graded by criteria have no course work.";

/** Sets the weights of course work and exam, with exceptions by subject. */
function Results({ field, rows, subjects }: ResultsProps) {
  const [chosen, weights] = rows;
  const textOf = (of: ActionFormField | undefined) => (typeof of?.value === "string" ? of.value : "");
  const filled =
    1 +
    REPORT_CARD_FORM_ROW_NUMBERS.findLastIndex(
      (row) => `${textOf(chosen[row])}${textOf(weights[row])}` !== "",
    );
  return (
    <Panel title="How results are worked out">
      <div className="flex flex-col gap-4">
        <TextField
          autoComplete="off"
          className="max-w-28 text-right"
          field={field}
          hint={ABOUT_RESULTS}
          inputMode="numeric"
          label="Course work counts (%)"
        />
        <p className="-mt-2 font-semibold" role="status">
          {describeExamShare(textOf(field))}
        </p>
        <fieldset>
          <legend className="mb-1 font-semibold">Exceptions by subject</legend>
          <div className="flex flex-col gap-2">
            {REPORT_CARD_FORM_ROW_NUMBERS.slice(0, filled + 1).map((row) => {
              const [subject, weight] = [chosen[row], weights[row]];
              return subject && weight ? (
                <div className="grid grid-cols-[1fr_8rem] items-start gap-3" key={row}>
                  <SelectField
                    choices={[{ value: "", label: "No exception" }, ...subjects]}
                    field={subject}
                    label={`Subject ${row}`}
                  />
                  <TextField
                    autoComplete="off"
                    className="text-right"
                    field={weight}
                    inputMode="numeric"
                    label="Course work %"
                  />
                </div>
              ) : null;
            })}
          </div>
        </fieldset>
      </div>
    </Panel>
  );
}

const SAVED_FOR = (title: string) => [
  { value: "this", label: title },
  { value: "all", label: "All levels" },
];

type AlsoForProps = { also: Record<string, ActionFormField>; levels: ReportCardSettingsView["levels"] };

/** Lets the person copy the report card to other levels. The level that is being edited is always included. */
function AlsoFor({ also, levels }: AlsoForProps) {
  const others = levels.filter(({ isShown }) => !isShown);
  if (others.length < 2) return null;
  return (
    <details>
      <summary className="cursor-pointer py-1 font-semibold text-red">Copy to other levels</summary>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-1 pt-1">
        <legend className="sr-only">Levels to copy this report card to</legend>
        {others.map(({ number, title }) => {
          const field = also[number];
          return field ? <Checkbox field={field} key={number} label={title} /> : null;
        })}
      </fieldset>
    </details>
  );
}

function Levels({ levels }: Pick<ReportCardSettingsView, "levels">) {
  const tabs = levels.map(({ title, url, isShown }) => ({ title, to: url, current: isShown }));
  return <Tabs label="Levels" tabs={tabs} />;
}

/** The fields for letters, lowest percentages and words. Each record is keyed by row. */
type GradeColumns = readonly [
  letter: Record<string, ActionFormField>,
  from: Record<string, ActionFormField>,
  words: Record<string, ActionFormField>,
];

const LEAST_ROWS = 5;

/** The rows of the scale. One empty row is shown below the filled rows, up to the largest number of grades. */
function GradeTable({ columns }: { columns: GradeColumns }) {
  const rows = REPORT_CARD_FORM_ROW_NUMBERS.map((row) => rowOf(row, columns));
  const filled =
    1 + rows.findLastIndex(({ letter, from, words }) => `${letter}${from}${words}`.trim() !== "");
  const covered = describeGradeRanges(rows);
  return (
    <table className="w-full text-left">
      <thead className="bg-cream-2 text-13">
        <tr className="[&>th]:px-2 [&>th]:py-2 [&>th]:font-semibold">
          <th className="!pl-4 md:!pl-5">Grade</th>
          <th>Lowest %</th>
          <th>In words</th>
          <th className="max-md:hidden">Covers</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {REPORT_CARD_FORM_ROW_NUMBERS.slice(0, Math.max(LEAST_ROWS, filled + 1)).map((row, index) => (
          <tr className="align-top [&>td]:px-2 [&>td]:py-1.5" key={row}>
            <td className="!pl-4 md:!pl-5">
              <RowField
                className="w-12 text-center"
                field={columns[0][row]}
                label={GRADE_FIELD_LABELS[`letter.${row}`]}
              />
            </td>
            <td>
              <RowField
                className="w-20 text-right"
                field={columns[1][row]}
                inputMode="numeric"
                label={GRADE_FIELD_LABELS[`from.${row}`]}
              />
            </td>
            <td className="w-full max-md:!pr-4">
              <RowField field={columns[2][row]} label={GRADE_FIELD_LABELS[`words.${row}`]} />
            </td>
            <td className="whitespace-nowrap !pr-5 !pt-3.5 text-13 text-muted max-md:hidden">
              {covered[index]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function rowOf(row: string, [letter, from, words]: GradeColumns): GradeScaleFormRow {
  const textOf = (field: ActionFormField | undefined) =>
    typeof field?.value === "string" ? field.value : "";
  return { row, letter: textOf(letter[row]), from: textOf(from[row]), words: textOf(words[row]) };
}

type RowFieldProps = {
  field: ActionFormField | undefined;
  label: string | undefined;
  className?: string;
  inputMode?: "numeric";
};

/** A field in a table. The column heading is its visible label, so its own label is only for screen readers. */
function RowField({ field, label, className = "", inputMode }: RowFieldProps) {
  if (!field) return null;
  const { error, ...binding } = fieldControlProps(field);
  return (
    <>
      <PrintableText key={field.key} text={binding.defaultValue}>
        <input
          aria-label={label}
          autoComplete="off"
          className={`field-box ${className}`}
          inputMode={inputMode}
          type="text"
          {...binding}
          {...errorDescriptionProps(field.id, { hint: null, error })}
        />
      </PrintableText>
      <FieldErrorMessage error={error} id={field.id} />
    </>
  );
}
