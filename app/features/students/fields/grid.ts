/** Six columns; what belongs together stands in one row (people.md, Student record). A phone has two, for what is short. */
export const GRID = "grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6";
export const THIRD = "col-span-2";
export const SHORT = "[@media(min-width:360px)]:max-md:col-span-1 col-span-2";
export const HALF = "col-span-2 md:col-span-3";
export const WIDE = "col-span-2 md:col-span-4";
