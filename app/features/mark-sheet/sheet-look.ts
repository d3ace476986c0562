/**
 * The sheet's one table in two shapes (screens.md, Mark sheet): from 960 px on a register with sticky head and name,
 * below it a list of rows of 64 px with name, state, attendance and field. Written once for all rows.
 */
export const TABLE =
  "-mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b lg:table lg:min-w-full lg:table-fixed lg:border-separate lg:[border-spacing:0]";

export const HEAD =
  "sticky top-0 z-10 flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:table-row lg:border-0 " +
  "lg:[&>th]:border-b lg:[&>th]:border-t-2 lg:[&>th]:border-red lg:[&>th]:py-2 [&>th]:font-semibold";

/** The row in hand: a red bar at its left, red hairlines above and below. */
const LIT =
  "lg:[&>tr:has(input:focus)>*]:border-y-red lg:[&>tr[data-phase=typing]>*]:border-y-red " +
  "lg:[&>tr:has(input:focus)>.place]:before:bg-red lg:[&>tr[data-phase=typing]>.place]:before:bg-red";

/** The edge of what is not yet ink is dashed; what needs the person is drawn twice as thick. */
const FIELD_EDGES =
  "[&_[data-state=saving]]:border-dashed [&_[data-state=waiting]]:border-dashed [&_[data-state=waiting]]:border-waiting " +
  "[&_[data-state=refused]]:border-2 [&_[data-state=refused]]:border-refused " +
  "[&_[data-state=changed]]:border-2 [&_[data-state=changed]]:border-colleague";

/** Who is away has no field; before scripts arrive the chosen option tells. */
const AWAY =
  "[&_.away]:hidden [&>tr[data-away]_.here]:hidden [&>tr[data-away]_.away]:block " +
  "[&>tr:has(option:not([value='1']):checked)_.here]:hidden [&>tr:has(option:not([value='1']):checked)_.away]:block";

export const BODY = `block lg:table-row-group ${LIT} ${FIELD_EDGES} ${AWAY}`;

export const ROW =
  "group/row relative grid scroll-mb-24 scroll-mt-14 grid-cols-[32px_minmax(0,1fr)_auto_44px_68px] items-center gap-x-1.5 border-b bg-paper px-4 py-2.5 " +
  "max-lg:[&>*]:p-0 max-lg:before:absolute max-lg:before:inset-y-0 max-lg:before:left-0 max-lg:before:w-1 max-lg:has-[input:focus]:before:bg-red max-lg:data-[phase=typing]:before:bg-red " +
  "has-[input:focus]:bg-lit data-[phase=typing]:bg-lit max-lg:has-[input:focus]:border-red max-lg:data-[phase=typing]:border-red " +
  "data-[phase=changed]:bg-colleague-wash data-[phase=refused]:bg-refused-wash " +
  "lg:table-row lg:[&>*]:border-y lg:[&>*]:border-b-line lg:[&>*]:border-t-transparent lg:[&>*]:py-[3px]";

const FIELD =
  "h-7 scroll-my-24 rounded-sm align-top border border-field bg-paper font-semibold focus-visible:-outline-offset-1 touch:h-11 touch:text-18 max-lg:h-11 max-lg:text-18";

export const MARK_FIELD = `${FIELD} w-[68px] px-2.5 text-right lg:w-[88px]`;
export const LETTER_FIELD = `${FIELD} w-11 px-1 text-center`;

export const ATTENDANCE_FIELD =
  "h-7 w-14 appearance-none align-top rounded-sm border border-line-2 bg-transparent text-center text-13 text-muted hover:border-field touch:h-11 max-lg:h-11 max-lg:w-11 max-lg:text-15 " +
  "group-data-[away]/row:border-ink group-data-[away]/row:bg-cream-2 group-data-[away]/row:font-bold group-data-[away]/row:text-ink " +
  "has-[option:not([value='1']):checked]:border-ink has-[option:not([value='1']):checked]:bg-cream-2 has-[option:not([value='1']):checked]:font-bold has-[option:not([value='1']):checked]:text-ink";
