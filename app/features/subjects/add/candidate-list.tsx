import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { CandidatesView, CandidateView, WholeClassView } from "./add.server.ts";
import type { Ticks } from "./use-candidates.ts";

type CandidateListProps = { shown: CandidatesView; ticks: Ticks };

/** Lists whole classes, then students. A row of a student who has the subject already says so and cannot be ticked. */
export function CandidateList({ shown, ticks }: CandidateListProps) {
  const { find, students, classes, subject, more } = shown;
  if (students.length === 0 && classes.length === 0) {
    return (
      <p className="mt-2 text-13 text-muted" role="status">
        {find === "" ? "Type part of a name, or a class." : `No students or classes match “${find}”.`}
      </p>
    );
  }
  return (
    <div
      className="max-h-72 overflow-y-auto rounded-sm border border-field bg-paper"
      role="group"
      aria-label="Students"
    >
      {classes.map((held) => (
        <ClassLine held={held} key={`c${held.classId}`} subject={subject.short} ticks={ticks} />
      ))}
      {students.map((student) => (
        <StudentLine
          inClass={classes.some(
            (held) => ticks.classes.has(held.classId) && held.label === student.className,
          )}
          key={student.key}
          student={student}
          subject={subject.short}
          ticks={ticks}
        />
      ))}
      {[...ticks.students]
        .filter((key) => !students.some((student) => student.key === key))
        .map((key) => (
          <input key={`h${key}`} name={`s-${key}`} type="hidden" value="on" />
        ))}
      {more ? (
        <p className="border-t px-3 py-2 text-13 text-muted">More students match. Type more of the name.</p>
      ) : null}
    </div>
  );
}

type ClassLineProps = { held: WholeClassView; subject: string; ticks: Ticks };

function ClassLine({ held: { classId, label, students }, subject, ticks }: ClassLineProps) {
  return (
    <label className="candidate border-b-rule bg-cream-2 font-semibold">
      <TickBox
        checked={ticks.classes.has(classId)}
        className="tick"
        name={`c-${classId}`}
        onTick={(isTicked) => ticks.tickClass(classId, isTicked)}
      />
      <span>
        The whole class {label}, {students} without {subject}
      </span>
    </label>
  );
}

type StudentLineProps = {
  student: CandidateView;
  subject: string;
  ticks: Ticks;
  /** The whole class is ticked, and the student with it. */
  inClass: boolean;
};

function StudentLine({ student, subject, ticks, inClass }: StudentLineProps) {
  const { key, name, className, picture, isAssigned } = student;
  return (
    <label className="candidate">
      <TickBox
        checked={!isAssigned && (inClass || ticks.students.has(key))}
        className="tick"
        disabled={isAssigned || inClass}
        name={`s-${key}`}
        onTick={(isTicked) => ticks.tickStudent(key, isTicked)}
      />
      <StudentPicture name={name} size={32} src={picture} studentId={key} />
      <span className={isAssigned ? "min-w-0 grow break-words text-muted" : "min-w-0 grow break-words"}>
        {name}
      </span>
      <span className="text-13 text-muted">{isAssigned ? `Has ${subject}` : className}</span>
    </label>
  );
}
