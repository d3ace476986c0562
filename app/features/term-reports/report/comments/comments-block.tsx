import { CommentField } from "./comment-field.tsx";

/** Both comments, under the marks they are about. */
export function CommentsBlock() {
  return (
    <div className="divide-y divide-line border-b">
      <CommentField field="teacher_comment" />
      <CommentField field="principal_comment" />
    </div>
  );
}
