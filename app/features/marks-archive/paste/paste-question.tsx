import { Button } from "#ui/form/button.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import type { PastePlan } from "./paste.rules.ts";

type PasteQuestionProps = { plan: PastePlan; onPaste: () => void; onCancel: () => void };

/** Many cells at once are shown before any is written. */
export function PasteQuestion({ plan: { cells, writes, left }, onPaste, onCancel }: PasteQuestionProps) {
  const marks = `${cells} mark${cells === 1 ? "" : "s"}`;
  return (
    <Modal
      actions={
        <>
          <Button data-first-focus="" onClick={onCancel} type="button">
            Cancel
          </Button>
          {cells > 0 ? (
            <Button kind="primary" onClick={onPaste} type="button">
              {`Enter ${marks}`}
            </Button>
          ) : null}
        </>
      }
      onCancel={onCancel}
      title={cells > 0 ? `Enter ${marks}?` : "Nothing to enter"}
    >
      <p>
        {cells > 0
          ? `In ${writes.length} term${writes.length === 1 ? "" : "s"}, from the cell that you pasted into.`
          : "What was pasted is there already, or has no place in the grid."}
      </p>
      {left.length > 0 ? (
        <>
          <p className="font-semibold text-refused">{`${left.length} will not be entered:`}</p>
          <ul className="max-h-60 overflow-y-auto text-13">
            {left.map(({ where, why }, place) => (
              <li key={`${place} ${where}`}>
                {where}: {why}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Modal>
  );
}
