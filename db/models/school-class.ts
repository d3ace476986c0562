import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** A class of one year. `assessment_type` `Grade`: assessed by criteria instead of the term's tests. */
export class SchoolClass extends Model<InferAttributes<SchoolClass>, InferCreationAttributes<SchoolClass>> {
  declare class_id: CreationOptional<number>;
  declare academic_year_id: number;
  declare form_class_id: string;
  declare label: string;
  declare course_work_only: CreationOptional<boolean>;
  declare assessment_type: "Grade" | null;

  static register(sequelize: Sequelize): void {
    SchoolClass.init(
      {
        class_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        academic_year_id: { type: DataTypes.INTEGER, allowNull: false },
        form_class_id: { type: DataTypes.TEXT, allowNull: false },
        label: { type: DataTypes.TEXT, allowNull: false },
        course_work_only: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        assessment_type: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "classes", timestamps: false },
    );
  }
}
