import type { ImportTable } from "#templates/import-table/data.ts";

const columns = ["Student ID", "First Name", "Last Name", "Date of Birth", "Home Address"];

export const samples: Record<string, ImportTable> = {
  "a template": { name: "Students", columns, rows: [] },
  "some students": {
    name: "Students",
    columns,
    rows: [
      ["SR-20017", "Jaheim", "Baptiste", "2016-05-04", "=12 Mango Trace"],
      [
        "SR-20018",
        "Christiana-Alexandria",
        "Villafaña",
        "",
        `Light Pole 12, ${"Upper ".repeat(20)}Santa Rosa`,
      ],
    ],
  },
};
