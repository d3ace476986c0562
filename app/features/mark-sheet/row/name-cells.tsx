import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { SheetRow } from "../sheet/sheet.ts";

/** Shows a student's position, picture and name, both on editable and on read-only sheets. */
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
