import { useState } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { Button } from "#ui/form/button.tsx";
import { PasteOrderQuestion } from "#ui/form/unclear-paste.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import {
  findArchivePasteQuestion,
  planArchivePaste,
  type ArchivePaste,
  type ArchivePastePlan,
} from "./paste.rules.ts";

type PasteQuestionProps = {
  paste: ArchivePaste;
  onPaste: (plan: ArchivePastePlan) => void;
  onCancel: () => void;
};

export function ConfirmPasteDialog({ paste: { at, pasted, rows }, onPaste, onCancel }: PasteQuestionProps) {
  const [{ above, below }, leaveOut] = useState({ above: 0, below: 0 });
  const [keptAs, keepAs] = useState<string | null>(null);
  const cells = pasted.cells.slice(above, pasted.cells.length - below);
  const doubt = findArchivePasteQuestion({ ...pasted, cells }, at, rows);
  const plan = planArchivePaste(cells, at, rows);
  const marks = formatCountOf(plan.cells, "mark");
  if (doubt !== null && doubt !== keptAs)
    return (
      <Modal actions={<CancelButton onCancel={onCancel} />} onCancel={onCancel} title="Paste">
        <PasteOrderQuestion
          doubt={doubt}
          onKeep={() => keepAs(doubt)}
          onLeaveOut={() => leaveOut({ above: above + 1, below })}
          onLeaveOutLast={() => leaveOut({ above, below: below + 1 })}
          start={rows.find(({ row }) => row === at.row)?.name ?? ""}
        />
      </Modal>
    );
  return (
    <Modal
      actions={
        <>
          <CancelButton onCancel={onCancel} />
          {plan.cells > 0 ? (
            <Button kind="primary" onClick={() => onPaste(plan)} type="button">
              {`Enter ${marks}`}
            </Button>
          ) : null}
        </>
      }
      onCancel={onCancel}
      title={plan.cells > 0 ? `Enter ${marks}?` : "Nothing to enter"}
    >
      <PlanWords plan={plan} />
    </Modal>
  );
}

function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <Button data-first-focus="" onClick={onCancel} type="button">
      Cancel
    </Button>
  );
}

function PlanWords({ plan: { cells, writes, left } }: { plan: ArchivePastePlan }) {
  return (
    <>
      <p>
        {cells > 0
          ? `Termbook fills ${formatCountOf(writes.length, "term")}, starting at the cell that you pasted into.`
          : "The marks that you pasted are already there, or do not fit in the grid."}
      </p>
      {left.length > 0 ? (
        <>
          <p className="font-semibold text-refused">{`${formatCountOf(left.length, "value")} will not be entered:`}</p>
          <ul className="max-h-60 overflow-y-auto text-13">
            {left.map(({ where, why }, index) => (
              <li key={`${index} ${where}`}>
                {where}: {why}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
