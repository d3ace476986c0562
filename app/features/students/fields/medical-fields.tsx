import { CONDITION_FIELDS, IMMUNIZATION_FIELDS } from "#fields/people/student.ts";
import { classes } from "#ui/classes.ts";

import { GRID, HALF } from "./grid.ts";
import { TabBox, TabField } from "./tab-field.tsx";

export function MedicalFields() {
  return (
    <>
      <Boxes className="md:grid-rows-3" names={IMMUNIZATION_FIELDS} title="Immunization" />
      <Boxes className="md:grid-rows-2" names={CONDITION_FIELDS} title="Health conditions" />
      <div className={GRID}>
        <TabField className={HALF} name="allergies" />
        <TabField className={HALF} name="other" />
      </div>
    </>
  );
}

type BoxesProps = { title: string; names: readonly string[]; className: string };

/** In three columns, which are read downwards. */
function Boxes({ title, names, className }: BoxesProps) {
  return (
    <fieldset className="mb-5 min-w-0">
      <legend className="mb-1.5 font-semibold">{title}</legend>
      <div
        className={classes("grid gap-x-4 border-t border-line-2 md:auto-cols-fr md:grid-flow-col", className)}
      >
        {names.map((name) => (
          <TabBox className="border-b border-line-2" key={name} name={name} />
        ))}
      </div>
    </fieldset>
  );
}
