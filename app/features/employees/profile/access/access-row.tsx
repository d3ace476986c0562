import { useState } from "react";
import { classes } from "#ui/classes.ts";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { permissionField } from "./access.ts";

type AccessRowProps = {
  permission: { id: number; name: string; opens: string };
  isHeld: boolean;
  /** What the box shows: what is held, or what was asked for when it was refused. */
  isWanted: boolean;
  /** The last administrator's: it cannot be taken away. */
  isLocked: boolean;
  /** Said of the permission beside what it opens. */
  who: string | null;
  onChange: (id: number, isChanged: boolean) => void;
};

/** A permission with its box; a changed one is a lit row until it is saved. */
export function AccessRow({ permission, isHeld, isWanted, isLocked, who, onChange }: AccessRowProps) {
  const { id, name, opens } = permission;
  const [isTicked, setTicked] = useState(isWanted);
  const isChanged = isTicked !== isHeld;

  function change(ticked: boolean) {
    setTicked(ticked);
    onChange(id, ticked !== isHeld);
  }

  return (
    <label
      className={classes(
        "flex min-h-12 cursor-pointer items-start gap-3 border-b py-2",
        isChanged ? "border-red bg-lit px-2" : "border-line",
        isLocked && "cursor-default",
      )}
    >
      {isLocked ? <input name={permissionField(id)} type="hidden" value="on" /> : null}
      <TickBox
        checked={isTicked}
        className="mt-0.5 size-5 shrink-0 accent-red"
        disabled={isLocked}
        name={isLocked ? undefined : permissionField(id)}
        onTick={change}
      />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="block text-13 text-muted">
          {opens}
          {who ? `. ${who}` : ""}
          {isLocked ? ": make somebody else an administrator first" : ""}
        </span>
      </span>
      {isChanged ? <SaveStatus kind="typing">{isHeld ? "Was on" : "Was off"}</SaveStatus> : null}
    </label>
  );
}
