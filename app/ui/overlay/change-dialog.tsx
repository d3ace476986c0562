import { Button } from "../form/button.tsx";
import { DialogLink } from "./dialog-link.tsx";

/**
 * The buttons of a dialog that changes or deletes a row of a list, by the form's `intent`. The main button comes first,
 * because Enter in a field presses the first button of its form.
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
