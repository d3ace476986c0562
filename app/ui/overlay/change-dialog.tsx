import { Button } from "../form/button.tsx";
import { DialogLink } from "./dialog-link.tsx";

/**
 * The buttons of a dialog that changes or deletes a row; `intent` says which button was pressed. The main button comes
 * first, because Enter in a field presses the first button of the form.
 */
export function ChangeOrDeleteButtons({ closeTo }: { closeTo: string }) {
  return (
    <div className="flex flex-row-reverse flex-wrap gap-2">
      <Button kind="primary" name="intent" value="change">
        Save
      </Button>
      <DialogLink to={closeTo}>Cancel</DialogLink>
      <Button className="mr-auto" kind="danger" name="intent" value="delete">
        Delete
      </Button>
    </div>
  );
}
