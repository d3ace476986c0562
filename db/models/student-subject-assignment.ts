import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class StudentSubjectAssignment extends Model<
  InferAttributes<StudentSubjectAssignment>,
  InferCreationAttributes<StudentSubjectAssignment>
> {
  declare student_key: number;
  declare academic_year_id: number;
  declare subject_id: number;
  declare employee_id: number;

  static register(sequelize: Sequelize): void {
    StudentSubjectAssignment.init(
      {
        student_key: { type: DataTypes.INTEGER, primaryKey: true },
        academic_year_id: { type: DataTypes.INTEGER, primaryKey: true },
        subject_id: { type: DataTypes.INTEGER, primaryKey: true },
        employee_id: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "student_subject_assignments", timestamps: false },
    );
  }
}
