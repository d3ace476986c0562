import type { ChangeEventHandler } from "react";
import { classes } from "#ui/classes.ts";
import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { printUrl, STUDENTS_A_PAGE, formatScope, type PrintParams } from "./params.rules.ts";
import type { StudentOption, PrintScreen } from "./print.ts";

type StudentChoiceProps = {
  screen: PrintScreen;
  chosen: PrintParams;
  onSearch: ChangeEventHandler;
};

/** Lets the person choose one student, with a search on the server and twenty results per page. */
export function StudentChoice({ screen, chosen, onSearch }: StudentChoiceProps) {
  const { kind, params, students, found } = screen;
  const words = kind.whose === "student" ? "Student" : "Or one student";
  return (
    <div className="border-t border-t-line-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 md:px-5">
        <label className="font-semibold" htmlFor="search">
          {words}
        </label>
        <div className="flex min-w-0 grow gap-2">
          <div className="relative min-w-0 grow">
            <Icon className="absolute left-3 top-1/2 text-muted [translate:0_-50%]" name="search" />
            <input
              autoComplete="off"
              className="field-box pl-10"
              defaultValue={params.search}
              id="search"
              name="search"
              onChange={onSearch}
              placeholder="Name or student ID"
              type="search"
            />
          </div>
          <Button className="hidden unscripted:inline-flex">Search</Button>
        </div>
      </div>
      <p className="px-4 pb-2 text-13 text-muted empty:hidden md:px-5" role="status">
        {params.search && found === 0
          ? `No students match “${params.search}”. Check the spelling, or type less of the name.`
          : null}
      </p>
      {students.length > 0 ? <Students chosen={params.whose} students={students} /> : null}
      <Paging
        of="students"
        page={params.page}
        pageSize={STUDENTS_A_PAGE}
        pageTo={(page) => printUrl({ ...chosen, page })}
        total={found}
      />
    </div>
  );
}

type StudentsProps = { students: readonly StudentOption[]; chosen: string | null };

function Students({ students, chosen }: StudentsProps) {
  return (
    <fieldset className="border-t md:columns-2 md:gap-0" key={chosen}>
      <legend className="sr-only">Students</legend>
      {students.map(({ studentId, name, label }) => (
        <label
          className={classes(
            "flex min-h-10 cursor-pointer break-inside-avoid items-center gap-2.5 border-b px-4 hover:bg-cream md:px-5 touch:min-h-11",
            "has-[:checked]:font-bold has-[:checked]:text-red",
          )}
          key={studentId}
        >
          <input
            autoComplete="off"
            className="size-4 shrink-0 accent-red"
            defaultChecked={chosen === formatScope({ of: "student", studentId })}
            name="for"
            type="radio"
            value={formatScope({ of: "student", studentId })}
          />
          <span className="min-w-0 grow break-words">{name}</span>
          <span className="text-13 font-normal text-muted">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
