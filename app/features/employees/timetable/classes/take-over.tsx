import { formatDate } from "#domain/dates.ts";
import { Button } from "#ui/form/button.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { TeacherClass } from "../timetable.ts";

type TakeOverProps = Pick<TeacherClass, "days"> & {
  lead: string;
  /** What was typed and not taken, and why. */
  from: string | undefined;
  fault: string | null;
  onAnswer: (role: string) => void;
};

/** Two ways to have a class that somebody leads; neither is chosen for one. */
export function TakeOver({ days, lead, from, fault, onAnswer }: TakeOverProps) {
  const hint = `The school year goes from ${formatDate(days.first)} to ${formatDate(days.last)}.`;
  return (
    <NoticeBox className="mt-3" icon="changed" tone="colleague">
      <p>
        {lead} is the form teacher. Share the class, or take it over: {lead} has it until the day before.
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <div>
          <label className="block text-13 font-semibold" htmlFor="take-over-from">
            From
          </label>
          <input
            aria-describedby="take-over-words"
            aria-invalid={fault ? true : undefined}
            className="field-box w-44"
            defaultValue={from ?? days.today}
            id="take-over-from"
            name="from"
            type="date"
          />
        </div>
        <Button name="takes_over" onClick={() => onAnswer("lead")} value="1">
          Take over
        </Button>
        <Button name="takes_over" onClick={() => onAnswer("co-teacher")} value="0">
          Share as co-teacher
        </Button>
      </div>
      <p
        className={fault ? "mt-1 text-13 font-semibold text-refused" : "mt-1 text-13 text-muted"}
        id="take-over-words"
      >
        {fault ?? hint}
      </p>
    </NoticeBox>
  );
}
