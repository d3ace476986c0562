import { useState } from "react";
import { PHONE_PREFIX } from "#domain/text/phone.ts";
import { fieldText, formatValue } from "#fields/kind.ts";
import { FAMILY_PHONES } from "#fields/people/student.ts";
import { phone } from "#fields/texts.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { useRowContext, useShownValue, useCurrentRowValue } from "#saving/screen/field/row-context.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { familySectionTitle, type FieldsView } from "./fields.ts";
import { FieldsRow, type FieldsController } from "./fields-row.tsx";
import {
  FIELD_GRID,
  HALF_WIDTH,
  SHORT_FIELD_WIDTH,
  TabField,
  THIRD_WIDTH,
  TWO_THIRDS_WIDTH,
} from "./tab-field.tsx";

type FamilySectionProps = { read: FieldsView; loaded: LoadedRow };

/**
 * A collapsible section for the father, mother, guardian or emergency contact. A closed section is one line, so that
 * all telephone numbers are in view.
 */
export function FamilySection({ read, loaded }: FamilySectionProps) {
  const { outcome } = loaded;
  const [isOpen, setOpen] = useState(outcome !== undefined && outcome.state !== "saved");
  return (
    <FieldsRow loaded={loaded} read={read}>
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
    </FieldsRow>
  );
}

/** Summarises a section: name, number and relationship when closed, and the number of filled fields when open. */
function InShort({ isOpen }: { isOpen: boolean }) {
  const { fields } = useRowContext();
  const phase = useCurrentRowValue((snapshot) => snapshot?.state.issue?.kind);
  const filled = useCurrentRowValue((snapshot) => {
    const values = snapshot ? displayedValues(snapshot.state) : {};
    return [...fields.keys()].filter((name) => (values[name] ?? null) !== null).length;
  });
  const name = useShownValue("name");
  const number = useNumber();
  const relation = useShownValue("relation");
  const parts = [number === null ? null : `${PHONE_PREFIX} ${formatValue(phone, number, "")}`, relation];
  const others = parts.filter((part) => part !== null);
  if (phase) return <SaveStatus kind={phase}>{phase === "refused" ? "Not saved" : "Changed"}</SaveStatus>;
  if (isOpen) return <span className="text-13 text-muted">{`${filled} of ${fields.size} filled in`}</span>;
  if (filled === 0) return <span className="text-muted">Nothing yet</span>;
  return (
    <span className="min-w-0 break-words">
      {name === null ? null : <strong>{name}</strong>}
      <span className="max-md:hidden">{others.map((part) => ` · ${part}`)}</span>
    </span>
  );
}

/** A button that calls the telephone number on a phone. */
function CallButton() {
  const number = useNumber();
  if (number === null) return null;
  const words = formatValue(phone, number, "");
  return (
    <a
      className="button button-secondary absolute right-8 top-2 min-h-11 md:hidden"
      href={`tel:+${PHONE_PREFIX}${fieldText(number)}`}
    >
      <Icon name="phone" />
      <span className="sr-only">Call </span>
      <span className="[@media(max-width:359px)]:sr-only">{words}</span>
    </a>
  );
}

/** Finds the first telephone number that has a value. */
function useNumber() {
  return useCurrentRowValue((snapshot) => {
    const values = snapshot ? displayedValues(snapshot.state) : {};
    const numbers = FAMILY_PHONES.map((field) => values[field] ?? null);
    return numbers.find((item) => item !== null) ?? null;
  });
}

type SectionFieldsProps = { controller: FieldsController; address: string };

function SectionFields({ controller, address }: SectionFieldsProps) {
  const { fields } = useRowContext();
  const isWhole = fields.has("address_home");
  return (
    <div className={`${FIELD_GRID} pb-5 pt-1`}>
      <TabField className={THIRD_WIDTH} name="name" />
      {isWhole ? (
        <>
          <TabField className={SHORT_FIELD_WIDTH} name="marital_status" />
          <TabField className={SHORT_FIELD_WIDTH} name="id_card" />
        </>
      ) : (
        <TabField className={TWO_THIRDS_WIDTH} name="relation" />
      )}
      {FAMILY_PHONES.map((name) => (
        <TabField className={THIRD_WIDTH} key={name} name={name} />
      ))}
      {isWhole ? (
        <>
          <TabField className={HALF_WIDTH} name="email" />
          <TabField className={HALF_WIDTH} name="address_home">
            <SameAsStudent address={address} controller={controller} />
          </TabField>
          <TabField className={THIRD_WIDTH} name="occupation" />
          <TabField className={THIRD_WIDTH} name="employer" />
          <TabField className={THIRD_WIDTH} name="address_work" />
        </>
      ) : null}
    </div>
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
