import type { ListColumn, ListDocument, ListHeading } from "../list/data.ts";

/** The report cards of classes, with lines for parents to sign when they collect them. Each class begins on a new page. */
export type CollectionList = ListHeading & {
  /** The title is empty if there is only one class. */
  classes: readonly { title: string; rows: readonly CollectionRow[] }[];
  /** The words for the class's teacher, such as `Form teacher’s signature`. */
  signedBy: string;
};

/** `state` says why a card is not handed out, such as `not signed yet`; empty for all other cards. */
export type CollectionRow = { name: string; studentId: string; state: string };

const COLUMNS: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 54 },
  { key: "by", title: "Collected by (name)", kind: "text", width: 100 },
  { key: "signature", title: "Signature", kind: "text", width: 100 },
  { key: "date", title: "Date", kind: "text", width: 48 },
];

export function buildCollectionList({ classes, signedBy, ...heading }: CollectionList): ListDocument {
  return {
    ...heading,
    orientation: "portrait",
    tables: classes.map(({ title, rows }) => ({
      ...(title !== "" && { heading: title }),
      columns: COLUMNS,
      groups: [
        {
          title: "",
          rows: rows.map(({ state, ...row }) => ({
            ...row,
            by: { value: state, italics: true, oneLine: true },
            signature: "",
            date: "",
          })),
        },
      ],
      numbered: "by group",
      ownPage: true,
    })),
    signed: [
      { words: signedBy, share: 190 },
      { words: "Date", share: 100 },
      { words: "", share: 190 },
    ].filter(({ words }) => words !== ""),
  };
}
