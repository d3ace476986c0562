import type { Migration } from "../migration.ts";

/**
 * Form classes change under Settings, so they are recorded, and the form classes behind a new one move up in one
 * statement.
 */
export const formClasses: Migration = {
  name: "0090-form-classes",
  up: `
    call audit('form_classes', 'form_class_id');
    alter table form_classes drop constraint form_classes_position_key,
      add constraint form_classes_position_key unique (position) deferrable;
  `,
  down: `
    drop trigger audit_insert on form_classes;
    drop trigger audit_update on form_classes;
    drop trigger audit_delete on form_classes;
    alter table form_classes drop constraint form_classes_position_key,
      add constraint form_classes_position_key unique (position);
  `,
};
