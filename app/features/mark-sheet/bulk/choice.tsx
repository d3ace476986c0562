import type { ReactNode } from "react";
import { Icon } from "#ui/page/icon.tsx";

type ChoiceProps = { title: string; onChoose: () => void; children?: ReactNode };

export function BulkTaskButton({ title, onChoose, children = null }: ChoiceProps) {
  return (
    <li>
      <button
        className="group flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-cream"
        onClick={onChoose}
        type="button"
      >
        <span className="min-w-0 grow">
          <span className="block font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
            {title}
          </span>
          <span className="block text-13 text-muted empty:hidden">{children}</span>
        </span>
        <Icon className="text-field" name="chevron-right" />
      </button>
    </li>
  );
}
