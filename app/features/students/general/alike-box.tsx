import { Link } from "@remix-run/react";
import { LIKENESS_WORDS, type Likeness } from "#domain/people/alike.ts";
import { PATHS } from "#domain/paths.ts";
import { Button } from "#ui/form/button.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import { ANOTHER, SEEN, type ShownAlike } from "./general.ts";

const LIKENESSES = Object.keys(LIKENESS_WORDS) as Likeness[];

/** A probable duplicate is told, and never stops the work: what is sent with it on the page is added. */
export function AlikeBox({ alike }: { alike: readonly ShownAlike[] }) {
  if (alike.length === 0) return null;
  const surest = LIKENESSES.find((how) => alike.some(({ likeness }) => likeness === how));
  return (
    <NoticeBox className="mt-4" icon="changed" tone="colleague">
      <p role="status">
        <strong className="text-colleague">Perhaps here already:</strong> {surest && LIKENESS_WORDS[surest]}.
      </p>
      <input name={SEEN} type="hidden" value={alike.map(({ key }) => key).join(" ")} />
      <ul className="mt-2 grid gap-2">
        {alike.map((child) => (
          <Child child={child} key={child.key} />
        ))}
      </ul>
    </NoticeBox>
  );
}

function Child({ child: { key, name, about, lastName, picture } }: { child: ShownAlike }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StudentPicture name={lastName} size={32} src={picture} studentId={key} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{name}</p>
        <p className="break-words text-13 text-muted">{about}</p>
      </div>
      <div className="grid grid-cols-2 gap-2 max-md:w-full">
        <Link className="button button-secondary border-colleague" to={`${PATHS.students}/${key}`}>
          Open that record
        </Link>
        <Button className="border-colleague" name={ANOTHER} value="1">
          Another child
        </Button>
      </div>
    </li>
  );
}
