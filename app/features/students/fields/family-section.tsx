import { useState } from "react";
import { SAME_AS_PARENT_LABELS, type SameAsParentKey } from "#domain/people/students.ts";
import { PHONE_PREFIX } from "#domain/text/phone.ts";
import { formatFieldText, formatValue } from "#fields/kind.ts";
import { FAMILY_PHONES, findSameAsParent, withParentValues } from "#fields/people/student.ts";
import { phoneField } from "#fields/texts.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { FieldSaveStateSlot, FieldControl, FieldStatus } from "#saving/screen/field/field-status.tsx";
import {
  useControlName,
  useCurrentRowValue,
  useField,
  useIsEditable,
  useRowContext,
  useShownValue,
} from "#saving/screen/field/row-context.ts";
import { useSaving, useRow } from "#saving/screen/saving-screen.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { familySectionTitle, type StudentTabView } from "./fields.ts";
import { StudentFieldsRow, type StudentFieldsController } from "./fields-row.tsx";
import {
  FIELD_GRID_CLASS,
  FieldFromParent,
  HALF_WIDTH_CLASS,
  SHORT_FIELD_WIDTH_CLASS,
  StudentTabField,
  TabTickBox,
  THIRD_WIDTH_CLASS,
  TWO_THIRDS_WIDTH_CLASS,
} from "./tab-field.tsx";

type FamilySectionProps = { read: StudentTabView; loaded: LoadedRow };

/**
 * A section that can be collapsed to one line, for the father, mother, guardian or emergency contact. With all sections
 * collapsed, all telephone numbers are in view.
 */
export function FamilySection({ read, loaded }: FamilySectionProps) {
  const { outcome } = loaded;
  const [isOpen, setOpen] = useState(outcome !== undefined && outcome.state !== "saved");
  return (
    <StudentFieldsRow loaded={loaded} read={read}>
      {(controller) => (
        <div className="relative">
          <details
            className="group border-b border-line-2"
            onToggle={(event) => setOpen(event.currentTarget.open)}
            open={isOpen}
          >
            <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-6 py-2 pr-8 max-md:min-h-[60px] max-md:pr-44 [@media(max-width:359px)]:pr-24 [&::-webkit-details-marker]:hidden">
              <h3 className="text-18 max-md:w-full">{familySectionTitle(read.rules, loaded.row)}</h3>
              <InShort isOpen={isOpen} />
              <Icon
                className="absolute right-0 top-4 text-red group-open:[rotate:180deg] max-md:top-5"
                name="chevron-down"
              />
            </summary>
            <SectionFields address={read.address} controller={controller} />
          </details>
          <CallButton />
        </div>
      )}
    </StudentFieldsRow>
  );
}

/** Returns the relative's details, which may be those of a parent who is the same person. */
function useRelative(): { values: FieldValues; parent: SameAsParentKey | null } {
  const { store } = useSaving();
  const { row, fields } = useRowContext();
  const own = valuesIn(useRow(store, row));
  const parent = findSameAsParent(own);
  const theirs = valuesIn(useRow(store, String(parent ?? row)));
  return { values: parent === null ? own : withParentValues(fields, own, theirs), parent };
}

function valuesIn(snapshot: RowSnapshot | undefined): FieldValues {
  return snapshot ? displayedValues(snapshot.state) : {};
}

/** Summarises a section: name and number while it is collapsed, the count of filled fields while it is open. */
function InShort({ isOpen }: { isOpen: boolean }) {
  const { fields } = useRowContext();
  const phase = useCurrentRowValue((snapshot) => snapshot?.state.issue?.kind);
  const { values, parent } = useRelative();
  const details = [...fields.keys()].filter((name) => name !== "same_as");
  const filled = details.filter((name) => (values[name] ?? null) !== null).length;
  const { name = null, relation = null } = values;
  const number = firstNumber(values);
  const parts = [number === null ? null : `${PHONE_PREFIX} ${formatValue(phoneField, number, "")}`, relation];
  const others = parts.filter((part) => part !== null);
  if (phase) return <SaveStatus kind={phase}>{phase === "refused" ? "Not saved" : "Changed"}</SaveStatus>;
  if (isOpen && parent !== null)
    return <span className="text-13 text-muted">{SAME_AS_PARENT_LABELS[parent]}</span>;
  if (isOpen) return <span className="text-13 text-muted">{`${filled} of ${details.length} filled in`}</span>;
  if (filled === 0)
    return (
      <span className="text-muted">{parent === null ? "Not filled in" : SAME_AS_PARENT_LABELS[parent]}</span>
    );
  return (
    <span className="min-w-0 break-words">
      {name === null ? null : <strong>{name}</strong>}
      <span className="max-md:hidden">{others.map((part) => ` · ${part}`)}</span>
    </span>
  );
}

function CallButton() {
  const number = firstNumber(useRelative().values);
  if (number === null) return null;
  const words = formatValue(phoneField, number, "");
  return (
    <a
      className="button button-secondary absolute right-8 top-2 min-h-11 md:hidden"
      href={`tel:+${PHONE_PREFIX}${formatFieldText(number)}`}
    >
      <Icon name="phone" />
      <span className="sr-only">Call </span>
      <span className="[@media(max-width:359px)]:sr-only">{words}</span>
    </a>
  );
}

function firstNumber(values: FieldValues): FieldValue {
  return FAMILY_PHONES.map((field) => values[field] ?? null).find((item) => item !== null) ?? null;
}

type SectionFieldsProps = { controller: StudentFieldsController; address: string };

function SectionFields({ controller, address }: SectionFieldsProps) {
  const { fields } = useRowContext();
  const { values, parent } = useRelative();
  const isWhole = fields.has("address_home");
  return (
    <div className={`${FIELD_GRID_CLASS} pb-5 pt-1`}>
      {fields.has("same_as") ? <SameAsParent /> : null}
      {parent === null ? (
        <OwnFields address={address} controller={controller} isWhole={isWhole} />
      ) : (
        <FollowedFields isWhole={isWhole} parent={parent} values={values} />
      )}
    </div>
  );
}

function SameAsParent() {
  const name = useControlName("same_as");
  const { kind, title } = useField("same_as");
  const value = useShownValue("same_as");
  if (!useIsEditable("same_as"))
    return value === null ? null : <p className="col-span-full text-muted">{kind.words(value)}</p>;
  return (
    <div className="col-span-full">
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="sr-only" id={`${name}-label`}>
          {title}
        </span>
        <FieldControl
          className="min-h-10 font-semibold max-md:w-full max-md:grid-flow-row max-md:divide-x-0 max-md:divide-y touch:min-h-11 [&>label]:px-4 max-md:[&>label]:min-h-11 max-md:[&>label]:place-items-center max-md:[&>label]:justify-items-start"
          field="same_as"
        />
        <FieldSaveStateSlot field="same_as" />
      </div>
      <FieldStatus field="same_as" isAlone />
    </div>
  );
}

function OwnFields({ controller, address, isWhole }: SectionFieldsProps & { isWhole: boolean }) {
  return (
    <>
      <StudentTabField className={THIRD_WIDTH_CLASS} name="name" />
      {isWhole ? (
        <>
          <StudentTabField className={SHORT_FIELD_WIDTH_CLASS} name="marital_status" />
          <StudentTabField className={SHORT_FIELD_WIDTH_CLASS} name="id_card" />
        </>
      ) : (
        <StudentTabField className={TWO_THIRDS_WIDTH_CLASS} name="relation" />
      )}
      <div className={THIRD_WIDTH_CLASS}>
        <StudentTabField name="phone_mobile" />
        <TabTickBox name="whatsapp" />
      </div>
      <StudentTabField className={THIRD_WIDTH_CLASS} name="phone_work" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="phone_home" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="phone_second" />
      {isWhole ? (
        <>
          <StudentTabField className={TWO_THIRDS_WIDTH_CLASS} name="email" />
          <StudentTabField className={HALF_WIDTH_CLASS} name="address_home">
            <SameAsStudent address={address} controller={controller} />
          </StudentTabField>
          <StudentTabField className={HALF_WIDTH_CLASS} name="address_work" />
          <StudentTabField className={HALF_WIDTH_CLASS} name="occupation" />
          <StudentTabField className={HALF_WIDTH_CLASS} name="employer" />
        </>
      ) : null}
    </>
  );
}

type FollowedFieldsProps = { values: FieldValues; parent: SameAsParentKey; isWhole: boolean };

const WHOLE = [
  ["name", THIRD_WIDTH_CLASS],
  ["marital_status", SHORT_FIELD_WIDTH_CLASS],
  ["id_card", SHORT_FIELD_WIDTH_CLASS],
  ["phone_mobile", THIRD_WIDTH_CLASS],
  ["phone_work", THIRD_WIDTH_CLASS],
  ["phone_home", THIRD_WIDTH_CLASS],
  ["email", HALF_WIDTH_CLASS],
  ["address_home", HALF_WIDTH_CLASS],
  ["occupation", THIRD_WIDTH_CLASS],
  ["employer", THIRD_WIDTH_CLASS],
  ["address_work", THIRD_WIDTH_CLASS],
] as const;
const CONTACT = [
  ["name", THIRD_WIDTH_CLASS],
  ["relation", TWO_THIRDS_WIDTH_CLASS],
  ["phone_mobile", THIRD_WIDTH_CLASS],
  ["phone_work", THIRD_WIDTH_CLASS],
  ["phone_home", THIRD_WIDTH_CLASS],
] as const;

/** Shows the details of a relative who is the same person as a parent. Only the second number is the relative's own. */
function FollowedFields({ values, parent, isWhole }: FollowedFieldsProps) {
  const { fields } = useRowContext();
  return (
    <>
      {(isWhole ? WHOLE : CONTACT).map(([name, width]) => {
        const { title = name, kind } = fields.get(name) ?? {};
        const words = formatValue(kind, values[name], "–");
        const value = kind?.prefix && words !== "–" ? `${kind.prefix} ${words}` : words;
        return (
          <FieldFromParent className={width} key={name} title={title} value={value}>
            {name === "phone_mobile" && (values["whatsapp"] ?? null) !== null ? (
              <p className="pt-1 text-13 text-muted">WhatsApp</p>
            ) : null}
          </FieldFromParent>
        );
      })}
      <StudentTabField className={THIRD_WIDTH_CLASS} name="phone_second">
        <span className="text-13 text-muted">optional</span>
      </StudentTabField>
      <p className="col-span-full text-13 text-muted">{FOLLOWS[parent]}</p>
    </>
  );
}

const FOLLOWS: Readonly<Record<SameAsParentKey, string>> = {
  1: "These details are the same as the father’s. If his number changes, it also changes here.",
  2: "These details are the same as the mother’s. If her number changes, it also changes here.",
};

/** The part of the tab that belongs to no relative: whom the student lives with, and whether there is a court order. */
export function HomeSection({ read, loaded }: FamilySectionProps) {
  return (
    <StudentFieldsRow loaded={loaded} read={read}>
      {() => (
        <div className={`${FIELD_GRID_CLASS} border-b border-line-2 pb-5 pt-3`}>
          <StudentTabField className={THIRD_WIDTH_CLASS} name="lives_with" />
          <CourtOrderFields />
        </div>
      )}
    </StudentFieldsRow>
  );
}

function CourtOrderFields() {
  const { title } = useField("court_order");
  const isEditable = useIsEditable("court_order");
  const hasOrder = useShownValue("court_order") !== null;
  const details = useShownValue("court_order_details");
  return (
    <>
      <div aria-labelledby="court-order" className={TWO_THIRDS_WIDTH_CLASS} role="group">
        <p className={isEditable ? "mb-1 min-h-6 font-semibold" : "text-13 text-muted"} id="court-order">
          {title}
        </p>
        {isEditable ? (
          <TabTickBox
            name="court_order"
            words="This student has a custody or court order. Everyone who opens the record sees this."
          />
        ) : (
          <p>{hasOrder ? "Yes" : "No"}</p>
        )}
      </div>
      {hasOrder || details !== null ? (
        <StudentTabField className="col-span-full" name="court_order_details" />
      ) : null}
    </>
  );
}

function SameAsStudent({ controller, address }: SectionFieldsProps) {
  const held = useShownValue("address_home");
  if (address === "" || held === address) return null;
  return (
    <TextButton
      className="min-h-6 text-13 touch:-my-3"
      onClick={() => controller.enter("address_home", address)}
    >
      Same as student
    </TextButton>
  );
}
