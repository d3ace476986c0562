import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";

type ActFormProps = {
  fields: Readonly<Record<string, string | number>>;
  className?: string;
  children: ReactNode;
};

/** One act on an upload, with its button inside. */
export function ActForm({ fields, className, children }: ActFormProps) {
  return (
    <Form className={className} method="post" preventScrollReset>
      <AuthorField />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {children}
    </Form>
  );
}
