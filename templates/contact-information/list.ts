import type { ListColumn, ListData, ListDocument, ListRow } from "../list/data.ts";

export type ContactInformation = ListData<ContactStudent>;

type ContactStudent = {
  name: string;
  /** Empty if the address is unknown, or if the person who prints the list may not see it. */
  address: string;
  /** The contacts in the order in which to call them. A contact without a name was not recorded. */
  contacts: readonly Contact[];
};

type Contact = {
  relation: string;
  name: string | null;
  mobile: string;
  home: string;
  work: string;
  second: string;
  isFirst: boolean;
};

const COLUMNS: readonly ListColumn[] = [
  { key: "relation", title: "Contact", kind: "text", width: 50 },
  { key: "contact", title: "", kind: "text", width: "*", unknown: "no emergency contact" },
  { key: "mobile", title: "Mobile", kind: "phone", width: 38 },
  { key: "home", title: "Home", kind: "phone", width: 38 },
  { key: "work", title: "Work", kind: "phone", width: 38 },
  { key: "second", title: "Second", kind: "phone", width: 38 },
];

export function buildContactInformation({ groups, ...heading }: ContactInformation): ListDocument {
  const shown = groups.map((group) => ({ ...group, rows: group.rows.map(rowOf) }));
  const hasAddresses = groups.some((group) => group.rows.some(({ address }) => address !== ""));
  const title = hasAddresses ? "Student and home address" : "Student";
  const name: ListColumn = { key: "name", title, kind: "text", width: 108, strong: true };
  return { ...heading, tables: [{ columns: [name, ...COLUMNS], groups: shown, numbered: "by group" }] };
}

function rowOf({ name, address, contacts }: ContactStudent): ListRow {
  const each = (value: (contact: Contact) => string) =>
    contacts.map((contact) => ({ value: value(contact), strong: contact.isFirst && contact.name !== null }));
  return {
    name: { value: name, under: address },
    relation: contacts.map(({ relation, isFirst }) => ({
      value: relation,
      strong: isFirst,
      quiet: !isFirst,
    })),
    contact: contacts.map((contact) => contact.name),
    mobile: each(({ mobile }) => mobile),
    home: each(({ home }) => home),
    work: each(({ work }) => work),
    second: each(({ second }) => second),
  };
}
