import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";
import type { TestId } from "#domain/terms.ts";
import type { Attendance } from "#domain/attendance.ts";
import type { Grade, Rating } from "#domain/grades.ts";

/** `mark` and `max_mark` are numeric: strings here, so that no binary fraction changes them. */
export class Mark extends Model<InferAttributes<Mark>, InferCreationAttributes<Mark>> {
  declare mark_id: CreationOptional<number>;
  declare student_key: number;
  declare academic_term_id: number;
  declare subject_id: number;
  declare test_id: TestId;
  declare fortnightly_test_id: number | null;
  declare mark: string | null;
  declare max_mark: string;
  declare attendance: CreationOptional<Attendance>;
  declare grade: Grade | null;
  declare application: Rating | null;
  declare preparedness: Rating | null;
  declare employee_id: number | null;
  declare version: CreationOptional<number>;
  declare updated_at: CreationOptional<Date>;

  static register(sequelize: Sequelize): void {
    Mark.init(
      {
        mark_id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        student_key: { type: DataTypes.INTEGER, allowNull: false },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        subject_id: { type: DataTypes.INTEGER, allowNull: false },
        test_id: { type: DataTypes.SMALLINT, allowNull: false },
        fortnightly_test_id: { type: DataTypes.INTEGER },
        mark: { type: DataTypes.DECIMAL(6, 2) },
        max_mark: { type: DataTypes.DECIMAL(6, 2), allowNull: false },
        attendance: { type: DataTypes.SMALLINT, allowNull: false, defaultValue: 1 },
        grade: { type: DataTypes.CHAR(1) },
        application: { type: DataTypes.CHAR(1) },
        preparedness: { type: DataTypes.CHAR(1) },
        employee_id: { type: DataTypes.INTEGER },
        version: {
          type: DataTypes.BIGINT,
          allowNull: false,
          defaultValue: literal("nextval('row_versions')"),
        },
        updated_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "marks", timestamps: false },
    );
  }
}
