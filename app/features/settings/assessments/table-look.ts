/** A row of the table; on a phone a record: subject | marks, then day | maximum of each test. */
export const ROW =
  "scroll-mb-40 border-b bg-paper last:border-b-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_104px] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3 lg:h-10";

/** The margin rule stands before each test. */
export const FIRST_OF_TEST = "lg:border-l lg:border-l-rule";

/** A field of a row. */
export const FIELD =
  "h-7 w-full scroll-mb-40 scroll-mt-24 rounded-sm border border-field bg-paper px-2 font-semibold focus-visible:-outline-offset-1 max-lg:h-11 max-lg:px-3 max-lg:text-18 touch:h-11 touch:text-18";
