import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { SheetRow } from "../sheet/sheet.ts";

/** The position, picture and name of a student, the same on an editable and on a read-only sheet. */
export function NameCells({ loaded }: { loaded: SheetRow }) {
  const { position, row, name, picture } = loaded;
  return (
    <>
      <td className="place" role="cell">
        {position}
      </td>
      <td className="picture" role="cell">
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
