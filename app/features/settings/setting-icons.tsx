/** The icon before each line of the settings, drawn in a square of 48. */
export const CALENDAR = (
  <>
    <path d="M7 11h34v31H7z" />
    <path className="fill-paper" d="M7 11h34v9H7zM15 6.5v8M33 6.5v8" />
    <path d="M14 33h7M27 27l7 7M34 27l-7 7" />
  </>
);

export const TERM = (
  <>
    <path d="M7 11h34v31H7z" />
    <path className="fill-paper" d="M7 11h34v9H7zM15 6.5v8M33 6.5v8" />
    <path d="M14 27h6M28 27h6M14 34h6" />
  </>
);

export const BOOKS = (
  <>
    <path d="M8 9h9v32H8zM17 13h8v28h-8z" />
    <path className="fill-paper" d="m26 14 8-2 7 27-8 2z" />
    <path d="M8 16h9M8 34h9M17 20h8M28 21l8-2" />
  </>
);

export const REPORT = (
  <>
    <path d="M11 6h20l7 7v29H11z" />
    <path className="fill-paper" d="M31 6v7h7M17 19h15M17 26h9" />
    <path d="m23 34 4 4 9-10" />
  </>
);

export const TESTS = (
  <>
    <path d="M8 8h26v33H8z" />
    <path className="fill-paper" d="M13 15h5v5h-5zM13 27h5v5h-5z" />
    <path d="M22 17h8M22 29h5M29 36l11-14 4 3-11 14-5 2z" />
  </>
);

export const WINDOWS = (
  <>
    <path d="M24 6a18 18 0 1 0 0 36 18 18 0 1 0 0-36z" />
    <path className="fill-paper" d="M24 12a12 12 0 1 0 0 24 12 12 0 1 0 0-24z" />
    <path d="M24 16v8l6 5" />
  </>
);

export const CHECKS = (
  <>
    <path d="M9 9.5h30V43H9z" />
    <path className="fill-paper" d="M17.5 6h13v7h-13z" />
    <path className="fill-none" d="M15 22l3 3.2 4.5-5M28 23h6M15 33l3 3.2 4.5-5M28 34h6" />
  </>
);

export const CLASSES = (
  <>
    <path d="M5 26h16v15H5z" />
    <path className="fill-paper" d="M27 7h16v15H27z" />
    <path d="M13 20v-8h8M17 8l4 4-4 4M35 28v8h-8M31 40l-4-4 4-4" />
  </>
);

export const KEY = (
  <>
    <path d="M30 7a11 11 0 1 0 0 22 11 11 0 1 0 0-22z" />
    <path className="fill-paper" d="M33 12a3 3 0 1 0 0 6 3 3 0 1 0 0-6z" />
    <path d="M22 26 7 41M12 36l5 5M16 32l4 4" />
  </>
);

export const HEALTH = (
  <>
    <path d="M7 8h34v12H7zM7 28h34v12H7z" />
    <path className="fill-paper" d="M12 12h5v4h-5zM12 32h5v4h-5z" />
    <path d="M24 14h12M24 34h12M14 20v8M34 20v8" />
  </>
);
