import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class DeanAssignment extends Model<
  InferAttributes<DeanAssignment>,
  InferCreationAttributes<DeanAssignment>
> {
  declare academic_year_id: number;
  declare form_class_id: string;
  declare employee_id: number;

  static register(sequelize: Sequelize): void {
    DeanAssignment.init(
      {
        academic_year_id: { type: DataTypes.INTEGER, primaryKey: true },
        form_class_id: { type: DataTypes.TEXT, primaryKey: true },
        employee_id: { type: DataTypes.INTEGER, primaryKey: true },
      },
      { sequelize, tableName: "dean_assignments", timestamps: false },
    );
  }
}
