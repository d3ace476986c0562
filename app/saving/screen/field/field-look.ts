/** The edge of what is not yet ink is dashed; what needs the person is drawn twice as thick (screens.md, Mark sheet). */
export const STATE_EDGE = [
  "data-[state=saving]:border-dashed data-[state=waiting]:border-dashed data-[state=waiting]:border-waiting",
  "data-[state=refused]:border-2 data-[state=refused]:border-refused",
  "data-[state=changed]:border-2 data-[state=changed]:border-colleague",
].join(" ");

/** The same around a group of circles. */
export const STATE_RING = [
  "rounded-full data-[state=saving]:outline-dashed data-[state=saving]:outline-field",
  "data-[state=waiting]:outline-dashed data-[state=waiting]:outline-waiting",
  "data-[state=refused]:outline data-[state=refused]:outline-refused",
  "data-[state=changed]:outline data-[state=changed]:outline-colleague",
  "outline-2 outline-offset-2",
].join(" ");
