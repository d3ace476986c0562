import type { ReactNode } from "react";
import { Icon } from "#ui/page/icon.tsx";

/** Why a form of the class was not taken, under its fields. */
export function RefusedAct({ words, children }: { words: string | undefined; children?: ReactNode }) {
  if (!words) return null;
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2" role="alert">
      <p className="flex gap-2 font-semibold text-refused">
        <Icon className="mt-[3px]" name="refused" />
        {words}
      </p>
      {children}
    </div>
  );
}
