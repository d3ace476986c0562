export const FIRST_RUN_FIELDS = [
  "code",
  "name",
  "flavour",
  "address",
  "motto",
  "year",
  "term",
  "termStart",
  "termEnd",
  "nextTermStart",
  "levels",
  "userName",
] as const;

export type FirstRunField = (typeof FIRST_RUN_FIELDS)[number];
export type FirstRunErrors = Partial<Record<FirstRunField, string>>;
export type TypedSchool = Record<FirstRunField, string>;

export type MadeSchool = { schoolName: string; userName: string; password: string; voidAfter: string };

export type FirstRunAnswer =
  | { made: MadeSchool; typed: null; errors: null }
  | { made: null; typed: TypedSchool; errors: FirstRunErrors };

/** What was refused, in the order of the page. */
export function faultsOf(errors: FirstRunErrors | null): { field: FirstRunField; message: string }[] {
  return FIRST_RUN_FIELDS.flatMap((field) => {
    const message = errors?.[field];
    return message === undefined ? [] : [{ field, message }];
  });
}
