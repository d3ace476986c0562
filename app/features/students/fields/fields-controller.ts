import type { FieldValue } from "#fields/value.ts";
import { FieldController } from "#saving/screen/field-controller.ts";

/** Fields of which each is saved by itself: a choice at once (A2), what is typed when its field is left. */
export class FieldsController extends FieldController {
  /** As if it had been typed, and its field left. */
  enter(field: string, value: FieldValue) {
    this.accept(field, { value, note: null });
    this.commit();
  }

  protected override choose() {
    this.commit();
  }
}
