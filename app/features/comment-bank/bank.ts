/** Whose phrases a tab shows: the person's own, or those that the whole school shares. */
export type BankTab = "own" | "school";

export type BankPhrase = { id: number; phrase: string };

export type Bank = {
  tab: BankTab;
  /** Null for an account without an employee, which has no phrases of its own. */
  ownCount: number | null;
  schoolCount: number;
  /** Own phrases by their owner, the school's by admins and the principal. */
  canEdit: boolean;
  phrases: BankPhrase[];
  page: number;
  pageSize: number;
};

/** What was sent and not taken, or sent to be previewed. */
export type PhraseSent = { phrase: string; error: string | null };
