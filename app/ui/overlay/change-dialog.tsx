import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { AuthorField } from "../form/author-field.tsx";
import { Button } from "../form/button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogLink } from "./dialog-link.tsx";

type ChangeDialogProps = {
  title: string;
  closeTo: string;
  /** Over the form, such as that no answer came. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The few fields of a line in a list, to `change` or `delete` it, as the form's `intent` says. */
export function ChangeDialog({ title, closeTo, notice, children }: ChangeDialogProps) {
  return (
    <Dialog closeTo={closeTo} title={title}>
      {notice}
      <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset>
        <AuthorField />
        {children}
        <ChangeButtons closeTo={closeTo} />
      </Form>
    </Dialog>
  );
}

/** The main button comes first, because Enter in a field presses the first button of its form. */
export function ChangeButtons({ closeTo }: Pick<ChangeDialogProps, "closeTo">) {
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
