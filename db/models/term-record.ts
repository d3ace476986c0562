import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";
import type { Rating } from "#domain/grades.ts";

export class TermRecord extends Model<InferAttributes<TermRecord>, InferCreationAttributes<TermRecord>> {
  declare term_record_id: CreationOptional<number>;
  declare student_key: number;
  declare academic_term_id: number;
  declare total_sessions: number | null;
  declare sessions_absent: number | null;
  declare sessions_late: number | null;
  declare participation: CreationOptional<string>;
  declare project: CreationOptional<string>;
  declare communication: Rating | null;
  declare cooperation: Rating | null;
  declare respect: Rating | null;
  declare responsibility: Rating | null;
  declare attitude: Rating | null;
  declare judgement: Rating | null;
  declare complete_assignment: Rating | null;
  declare class_participation: Rating | null;
  declare self_confidence: Rating | null;
  declare punctual: Rating | null;
  declare teacher_comment: CreationOptional<string>;
  declare principal_comment: CreationOptional<string>;
  declare promotion_progress: boolean | null;
  declare promoted_to: string | null;
  declare repeating: string | null;
  declare signed_by: number | null;
  declare signed_at: Date | null;
  declare signature: string | null;
  declare signed_fingerprint: string | null;
  declare returned_by: number | null;
  declare returned_at: Date | null;
  declare return_reason: string | null;
  declare version: CreationOptional<number>;
  declare updated_at: CreationOptional<Date>;

  static register(sequelize: Sequelize): void {
    TermRecord.init(
      {
        term_record_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        student_key: { type: DataTypes.INTEGER, allowNull: false },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        total_sessions: { type: DataTypes.SMALLINT },
        sessions_absent: { type: DataTypes.SMALLINT },
        sessions_late: { type: DataTypes.SMALLINT },
        participation: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        project: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        communication: { type: DataTypes.CHAR(1) },
        cooperation: { type: DataTypes.CHAR(1) },
        respect: { type: DataTypes.CHAR(1) },
        responsibility: { type: DataTypes.CHAR(1) },
        attitude: { type: DataTypes.CHAR(1) },
        judgement: { type: DataTypes.CHAR(1) },
        complete_assignment: { type: DataTypes.CHAR(1) },
        class_participation: { type: DataTypes.CHAR(1) },
        self_confidence: { type: DataTypes.CHAR(1) },
        punctual: { type: DataTypes.CHAR(1) },
        teacher_comment: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        principal_comment: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        promotion_progress: { type: DataTypes.BOOLEAN },
        promoted_to: { type: DataTypes.TEXT },
        repeating: { type: DataTypes.TEXT },
        signed_by: { type: DataTypes.INTEGER },
        signed_at: { type: DataTypes.DATE },
        signature: { type: DataTypes.TEXT },
        signed_fingerprint: { type: DataTypes.TEXT },
        returned_by: { type: DataTypes.INTEGER },
        returned_at: { type: DataTypes.DATE },
        return_reason: { type: DataTypes.TEXT },
        version: {
          type: DataTypes.BIGINT,
          allowNull: false,
          defaultValue: literal("nextval('row_versions')"),
        },
        updated_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "term_records", timestamps: false },
    );
  }
}
