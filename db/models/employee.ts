import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Employee extends Model<InferAttributes<Employee>, InferCreationAttributes<Employee>> {
  declare employee_id: CreationOptional<number>;
  declare title: "Mr." | "Mrs." | "Ms." | null;
  declare first_name: string;
  declare last_name: string;
  declare other_name: CreationOptional<string>;
  declare gender: "M" | "F" | null;
  declare date_of_birth: string | null;
  declare picture: string | null;
  declare employee_status_id: CreationOptional<number>;
  declare version: CreationOptional<number>;
  declare updated_at: CreationOptional<Date>;
  declare signature: string | null;

  static register(sequelize: Sequelize): void {
    Employee.init(
      {
        employee_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        title: { type: DataTypes.TEXT },
        first_name: { type: DataTypes.TEXT, allowNull: false },
        last_name: { type: DataTypes.TEXT, allowNull: false },
        other_name: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        gender: { type: DataTypes.CHAR(1) },
        date_of_birth: { type: DataTypes.DATEONLY },
        picture: { type: DataTypes.TEXT },
        employee_status_id: { type: DataTypes.SMALLINT, allowNull: false, defaultValue: 1 },
        version: {
          type: DataTypes.BIGINT,
          allowNull: false,
          defaultValue: literal("nextval('row_versions')"),
        },
        updated_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        signature: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "employees", timestamps: false },
    );
  }
}
