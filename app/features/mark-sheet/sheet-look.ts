/**
 * The sheet's one table in two shapes (screens.md, Mark sheet): from 960 px on a register with sticky head and name,
 * below it a list of rows of 64 px with name, state, attendance and field.
 *
 * All of it is said on the table's body, of parts that are only named in the rows: a class has 35 of them, and what
 * is written once need not be sent, escaped and read 35 times.
 */
export const TABLE =
  "-mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b lg:table lg:min-w-full lg:table-fixed lg:border-separate lg:[border-spacing:0]";

export const HEAD =
  "sticky top-0 z-10 flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:table-row lg:border-0 " +
  "lg:[&>th]:border-b lg:[&>th]:border-t-2 lg:[&>th]:border-b-red lg:[&>th]:border-t-red lg:[&>th]:py-2 [&>th]:font-semibold";

const ROWS = [
  "[&>tr]:relative [&>tr]:grid [&>tr]:scroll-mb-24 [&>tr]:scroll-mt-14 [&>tr]:grid-cols-[32px_minmax(0,1fr)_auto_44px_68px]",
  "[&>tr]:items-center [&>tr]:gap-x-1.5 [&>tr]:border-b [&>tr]:bg-paper [&>tr]:px-4 [&>tr]:py-2.5 max-lg:[&>tr>*]:p-0",
  "lg:[&>tr]:table-row lg:[&>tr>*]:border-y lg:[&>tr>*]:border-b-line lg:[&>tr>*]:border-t-transparent lg:[&>tr>*]:py-[3px]",
  "[&>tr[data-phase=changed]]:bg-colleague-wash [&>tr[data-phase=refused]]:bg-refused-wash",
];

/** The row in hand: a red bar at its left, red hairlines, its name bold. */
const LIT = [
  "[&>tr:focus-within]:bg-lit [&>tr:focus-within_.name]:font-bold",
  "[&>tr[data-phase=typing]]:bg-lit [&>tr[data-phase=typing]_.name]:font-bold",
  "max-lg:[&>tr]:before:absolute max-lg:[&>tr]:before:inset-y-0 max-lg:[&>tr]:before:left-0 max-lg:[&>tr]:before:w-1",
  "max-lg:[&>tr:focus-within]:border-red max-lg:[&>tr:focus-within]:before:bg-red",
  "max-lg:[&>tr[data-phase=typing]]:border-red max-lg:[&>tr[data-phase=typing]]:before:bg-red",
  "[&_.place]:before:absolute [&_.place]:before:inset-y-0 [&_.place]:before:left-0 [&_.place]:before:w-1",
  "lg:[&>tr:focus-within>*]:border-y-red lg:[&>tr:focus-within>.place]:before:bg-red",
  "lg:[&>tr[data-phase=typing]>*]:border-y-red lg:[&>tr[data-phase=typing]>.place]:before:bg-red",
];

/** Where each part stands: on a phone in the row's grid, else in its column. */
const PARTS = [
  "[&_.place]:relative [&_.place]:border-r [&_.place]:border-r-rule [&_.place]:pr-3 [&_.place]:text-right [&_.place]:text-13 [&_.place]:text-muted max-lg:[&_.place]:hidden",
  "[&_.picture]:col-start-1 [&_.picture]:row-span-2 [&_.picture]:row-start-1 lg:[&_.picture]:pl-3",
  "[&_.name]:col-start-2 [&_.name]:row-start-1 [&_.name]:min-w-0 [&_.name]:font-normal",
  "lg:[&_.name]:px-3",
  "[&_.attendance]:row-span-2 [&_.attendance]:row-start-1 lg:[&_.attendance]:pl-3",
  "[&_.most]:pr-3 [&_.most]:text-right [&_.most]:text-muted max-lg:[&_.most]:hidden",
  "[&_.main]:col-start-5 [&_.main]:row-span-2 [&_.main]:row-start-1 [&_.main]:text-right",
  "[&_.percent]:col-start-3 [&_.percent]:row-start-1 [&_.percent]:text-right max-lg:[&_.percent]:text-13 max-lg:[&_.percent]:text-muted lg:[&_.percent]:pr-3",
  "[&_.extras]:col-span-full [&_.extras]:row-start-3 max-lg:[&_.extras]:mt-2",
  "[&_.state]:col-span-2 [&_.state]:col-start-2 [&_.state]:row-start-2 [&_.state]:min-w-0 [&_.state]:text-13",
  "lg:[&_.state]:relative lg:[&_.state]:bg-inherit lg:[&_.state]:pl-6 lg:[&_.state]:pr-3",
];

/** On a phone, what needs the person takes a line of its own under the row. */
const NEEDING = [
  "max-lg:[&>tr[data-phase=changed]_.state]:col-span-full max-lg:[&>tr[data-phase=changed]_.state]:row-start-4",
  "max-lg:[&>tr[data-phase=refused]_.state]:col-span-full max-lg:[&>tr[data-phase=refused]_.state]:row-start-4",
  "max-lg:[&>tr[data-phase=changed]_:is(.name,.percent)]:row-span-2 max-lg:[&>tr[data-phase=refused]_:is(.name,.percent)]:row-span-2",
];

/** The edge of what is not yet ink is dashed; what needs the person is drawn twice as thick. */
const FIELDS = [
  "[&_.field]:h-7 [&_.field]:scroll-my-24 [&_.field]:rounded-sm [&_.field]:border [&_.field]:border-field [&_.field]:bg-paper [&_.field]:align-top [&_.field]:font-semibold",
  "[&_.field:focus-visible]:-outline-offset-1 touch:[&_.field]:h-11 touch:[&_.field]:text-18 max-lg:[&_.field]:h-11 max-lg:[&_.field]:text-18",
  "[&_.mark]:w-[68px] [&_.mark]:px-2.5 [&_.mark]:text-right lg:[&_.mark]:w-[88px]",
  "[&_.letter]:w-11 [&_.letter]:px-1 [&_.letter]:text-center",
  "[&_[data-state=saving]]:border-dashed [&_[data-state=waiting]]:border-dashed [&_[data-state=waiting]]:border-waiting",
  "[&_[data-state=refused]]:border-2 [&_[data-state=refused]]:border-refused",
  "[&_[data-state=changed]]:border-2 [&_[data-state=changed]]:border-colleague",
];

const ATTENDANCE = [
  "[&_.press]:h-7 [&_.press]:w-14 [&_.press]:appearance-none [&_.press]:rounded-sm [&_.press]:border [&_.press]:border-line-2 [&_.press]:bg-transparent",
  "[&_.press]:text-center [&_.press]:align-top [&_.press]:text-13 [&_.press]:text-muted [&_.press:hover]:border-field",
  "touch:[&_.press]:h-11 max-lg:[&_.press]:h-11 max-lg:[&_.press]:w-11 max-lg:[&_.press]:text-15",
  "[&>tr[data-away]_.press]:border-ink [&>tr[data-away]_.press]:bg-cream-2 [&>tr[data-away]_.press]:font-bold [&>tr[data-away]_.press]:text-ink",
  "[&_.press:has(option:not([value='1']):checked)]:border-ink [&_.press:has(option:not([value='1']):checked)]:bg-cream-2",
  "[&_.press:has(option:not([value='1']):checked)]:font-bold [&_.press:has(option:not([value='1']):checked)]:text-ink",
];

/** Who is away has no field; before scripts arrive the chosen option tells. */
const AWAY = [
  "[&_.away]:hidden [&_.away]:text-muted [&>tr[data-away]_.here]:hidden [&>tr[data-away]_.away]:block",
  "[&>tr:has(option:not([value='1']):checked)_.here]:hidden [&>tr:has(option:not([value='1']):checked)_.away]:block",
];

/** Quiet until the row is pointed at or reached by keyboard; on a phone it lies over picture and name. */
const HISTORY = [
  "[&_.history]:rounded [&_.history]:bg-inherit [&_.history]:text-muted print:[&_.history]:hidden print:[&_.field]:border-0 print:[&_.press]:border-0",
  "max-lg:[&_.history]:absolute max-lg:[&_.history]:left-0 max-lg:[&_.history]:top-0 max-lg:[&_.history]:h-16 max-lg:[&_.history]:w-[calc(100%-148px)]",
  "lg:[&_.history]:absolute lg:[&_.history]:right-3 lg:[&_.history]:top-1/2 lg:[&_.history]:-translate-y-1/2 lg:[&_.history]:pl-2 lg:[&_.history]:opacity-0",
  "lg:[&_.history:focus]:opacity-100 lg:[&>tr:hover_.history]:opacity-100 lg:touch:[&_.history]:opacity-100",
  "lg:[&>tr[data-phase=changed]_.history]:opacity-100 lg:[&>tr[data-phase=changed]_.history]:static lg:[&>tr[data-phase=changed]_.history]:translate-y-0",
  "lg:[&>tr[data-phase=refused]_.history]:static lg:[&>tr[data-phase=refused]_.history]:translate-y-0",
];

/** Where columns may be scrolled under it. Each one that sticks is counted with at every key. */
export const STICKY_NAMES = "lg:[&_.name]:sticky lg:[&_.name]:left-0 lg:[&_.name]:bg-inherit";

export const BODY = [
  "block lg:table-row-group",
  ...ROWS,
  ...LIT,
  ...PARTS,
  ...NEEDING,
  ...FIELDS,
  ...ATTENDANCE,
  ...AWAY,
  ...HISTORY,
].join(" ");
