import { classes } from "#ui/classes.ts";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import type { SheetRow } from "../sheet/sheet.ts";
import { WIDE_ONLY } from "../sheet/sheet-table-head.tsx";

/** Place in the register, picture and name: the same on a sheet that is written on and on one that is read. */
export function NameCells({ loaded, isWide }: { loaded: SheetRow; isWide: boolean }) {
  const { position, row, name, picture } = loaded;
  return (
    <>
      <td className={classes("place", isWide && WIDE_ONLY)} role="cell">
        {position}
      </td>
      <td className={classes("picture", isWide && WIDE_ONLY)} role="cell">
        <StudentPicture
          className="max-lg:size-8 lg:align-middle"
          name={name}
          src={picture}
          studentId={Number(row)}
        />
      </td>
      <th className="name" role="rowheader" scope="row">
        {name}
      </th>
    </>
  );
}
