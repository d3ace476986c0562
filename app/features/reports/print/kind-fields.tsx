import { useState, type ReactNode } from "react";
import { missingDay } from "#domain/text/day-fault.ts";
import { Button } from "#ui/form/button.tsx";
import { FieldFrame } from "#ui/form/field.tsx";
import { DateBox } from "#ui/form/fields/date-box.tsx";
import { Chooser } from "#ui/form/choice/chooser.tsx";
import { Segments } from "#ui/form/choice/segments.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { PrintScreen } from "./print.ts";
import { FORMATS } from "./words.rules.ts";

type KindFieldsProps = { screen: PrintScreen; onPeriod: () => void };

/** Shows the fields that the kind of report needs: period, mark sheet, month, day and format. */
export function KindFields({ screen, onPeriod }: KindFieldsProps) {
  const { kind, params, terms, sheets, months } = screen;
  const isHydrated = useHydrated();
  const asksDay = kind.asks.includes("day");
  if (terms.length === 0 && !asksDay && kind.formats.length === 1) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4 border-b p-4 max-md:flex-col max-md:items-stretch md:px-5">
      {terms.length > 0 ? (
        <div className="flex items-end gap-2">
          <div className="grow md:w-[244px]">
            <FieldFrame id="period" label="Academic period">
              <Chooser
                className="field-box"
                id="period"
                name="period"
                onChoose={onPeriod}
                value={String(params.period)}
              >
                {terms.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Chooser>
            </FieldFrame>
          </div>
          {isHydrated ? null : <Button>Show</Button>}
        </div>
      ) : null}
      {sheets.length > 0 ? (
        <Expanding>
          <Segments
            chosen={String(params.sheet)}
            choices={sheets.map(({ id, title }) => ({ value: String(id), label: title }))}
            label="Mark sheet"
            name="sheet"
          />
        </Expanding>
      ) : null}
      {months.length > 0 ? (
        <SelectField
          choices={months}
          defaultValue={params.month ?? ""}
          key={`months of ${params.period}`}
          label="Month"
          name="month"
        />
      ) : null}
      {asksDay ? (
        <FieldFrame
          hint={kind.kind === "age-statistics" ? "Leave empty for 1 September" : "Leave empty for today"}
          id="day"
          label="Reference date"
        >
          <DateBox
            describedBy="day-hint"
            error={
              params.noDay ? `${missingDay(params.noDay)}Enter a date, like 7 September 2026.` : undefined
            }
            id="day"
            name="day"
            value={params.noDay ?? params.day ?? ""}
          />
        </FieldFrame>
      ) : null}
      {kind.formats.length > 1 ? (
        <Segments
          chosen={params.format ?? kind.formats[0]}
          choices={kind.formats.map((format) => ({ value: format, label: FORMATS[format].title }))}
          label="Format"
          name="format"
        />
      ) : null}
    </div>
  );
}

/**
 * The choice of mark sheet expands when the person picks a kind; on a page served in full, the choice is open already.
 */
function Expanding({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  const [opens] = useState(isHydrated);
  return <div className={opens ? "animate-expand whitespace-nowrap" : undefined}>{children}</div>;
}
