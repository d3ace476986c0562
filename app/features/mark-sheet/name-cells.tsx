import { classes } from "#ui/classes.ts";
import { StudentPicture } from "#ui/student-picture.tsx";

import type { SheetRow } from "./sheet.ts";
import { WIDE_ONLY } from "./sheet-table-head.tsx";

/** Place in the register, picture and name: the same on a sheet that is written on and on one that is read. */
export function NameCells({ loaded, isWide }: { loaded: SheetRow; isWide: boolean }) {
  const { position, row, name, picture } = loaded;
  return (
    <>
      <td
        className={classes(
          "place relative border-r border-r-rule pr-3 text-right text-13 text-muted before:absolute before:inset-y-0 before:left-0 before:w-1 max-lg:hidden",
          isWide && WIDE_ONLY,
        )}
        role="cell"
      >
        {position}
      </td>
      <td className={classes("col-start-1 row-span-2 row-start-1 lg:pl-3", isWide && WIDE_ONLY)} role="cell">
        <StudentPicture
          className="max-lg:size-8 lg:align-middle"
          name={name}
          src={picture}
          studentId={Number(row)}
        />
      </td>
      <th
        className="col-start-2 row-start-1 min-w-0 font-normal group-has-[input:focus]/row:font-bold group-data-[phase=typing]/row:font-bold max-lg:group-data-[phase=changed]/row:row-span-2 max-lg:group-data-[phase=refused]/row:row-span-2 lg:sticky lg:left-0 lg:bg-inherit lg:px-3"
        role="rowheader"
        scope="row"
      >
        {name}
      </th>
    </>
  );
}
