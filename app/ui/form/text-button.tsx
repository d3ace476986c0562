import type { ComponentPropsWithoutRef } from "react";
import { joinClassNames } from "../classes.ts";

export function TextButton({ className, ...button }: ComponentPropsWithoutRef<"button">) {
  return (
    <button
      type="button"
      {...button}
      className={joinClassNames(
        "font-semibold text-red underline underline-offset-4 min-h-6 touch:min-h-11",
        className,
      )}
    />
  );
}
