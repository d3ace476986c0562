import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import type { ClassItem, Level } from "./batches.server.ts";

/** The number of letters in a short label. */
const SHORT = 4;

/** Shows the progress of each class, with one row per level. */
export function ClassGrid({ levels }: { levels: readonly Level[] }) {
  // A label of a secondary school, such as `6G`, leaves room for ten in a row; a primary school has labels like `2nd
  // Year W`.
  const isShort = levels.every(({ classes: items }) => items.every(({ label }) => label.length <= SHORT));
  return (
    <dl className="border-t">
      {levels.map(({ title, classes: items }) => (
        <div className="flex border-b last:border-b-0" key={title}>
          <dt
            className={classes(
              "flex w-24 shrink-0 items-center border-r border-r-rule px-3 font-semibold md:pl-5",
              !isShort && "md:w-40",
            )}
          >
            {title}
          </dt>
          <dd
            className={classes(
              "grid min-w-0 grow",
              isShort
                ? "grid-cols-[repeat(auto-fill,minmax(96px,1fr))]"
                : "grid-cols-[repeat(auto-fill,minmax(184px,1fr))]",
            )}
          >
            {items.map((item) => (
              <Cell item={item} key={item.id} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LOOKS: Record<ClassItem["state"], string> = {
  waiting: "text-muted",
  queued: "text-muted",
  making: "font-semibold",
  made: "",
  failed: "bg-refused-wash text-refused",
  cancelled: "text-muted line-through",
};

const STATES: Record<ClassItem["state"], string> = {
  waiting: "waiting",
  queued: "waiting",
  making: "being made",
  made: "ready",
  failed: "failed",
  cancelled: "cancelled",
};

function Cell({ item: { label, students, done, state, url } }: { item: ClassItem }) {
  return (
    <span className={classes("flex min-h-9 items-center gap-1 border-r px-1.5 touch:min-h-11", LOOKS[state])}>
      {url === null ? (
        label
      ) : (
        <a className="font-semibold touch:py-2.5" href={url} target="_blank">
          {label}
        </a>
      )}
      {state === "made" ? <Icon className="text-saved" name="tick" size={14} /> : null}
      {state === "making" ? <Icon className="animate-turn" name="ring" size={14} /> : null}
      {state === "failed" ? <Icon name="refused" size={14} /> : null}
      <span className="sr-only">{STATES[state]}</span>
      <span
        className={classes(
          "ml-auto whitespace-nowrap text-13 font-normal",
          state !== "making" && "text-muted",
        )}
      >
        {state === "making" && done > 0 ? `${done} of ${students}` : students}
      </span>
    </span>
  );
}
