import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class EmployeeStatus extends Model<
  InferAttributes<EmployeeStatus>,
  InferCreationAttributes<EmployeeStatus>
> {
  declare employee_status_id: number;
  declare status: string;

  static register(sequelize: Sequelize): void {
    EmployeeStatus.init(
      {
        employee_status_id: { type: DataTypes.SMALLINT, primaryKey: true },
        status: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "employee_statuses", timestamps: false },
    );
  }
}
