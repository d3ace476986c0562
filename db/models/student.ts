import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** `id` never changes and is what other tables refer to as `student_key`; `student_id` is public. */
export class Student extends Model<InferAttributes<Student>, InferCreationAttributes<Student>> {
  declare id: CreationOptional<number>;
  declare student_id: string;
  declare first_name: string;
  declare last_name: string;
  declare other_name: CreationOptional<string>;
  declare date_of_birth: string | null;
  declare birth_certificate_pin: string;
  declare gender: "M" | "F" | null;
  declare house_id: number | null;
  declare religion_id: number | null;
  declare ethnic_group_id: number | null;
  declare entry_date: string | null;
  declare picture: string | null;
  declare student_status_id: CreationOptional<number>;
  declare version: CreationOptional<number>;
  declare updated_at: CreationOptional<Date>;

  static register(sequelize: Sequelize): void {
    Student.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        student_id: { type: DataTypes.TEXT, allowNull: false },
        first_name: { type: DataTypes.TEXT, allowNull: false },
        last_name: { type: DataTypes.TEXT, allowNull: false },
        other_name: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        date_of_birth: { type: DataTypes.DATEONLY },
        birth_certificate_pin: { type: DataTypes.TEXT, allowNull: false },
        gender: { type: DataTypes.CHAR(1) },
        house_id: { type: DataTypes.SMALLINT },
        religion_id: { type: DataTypes.SMALLINT },
        ethnic_group_id: { type: DataTypes.SMALLINT },
        entry_date: { type: DataTypes.DATEONLY },
        picture: { type: DataTypes.TEXT },
        student_status_id: { type: DataTypes.SMALLINT, allowNull: false, defaultValue: 1 },
        version: {
          type: DataTypes.BIGINT,
          allowNull: false,
          defaultValue: literal("nextval('row_versions')"),
        },
        updated_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "students", timestamps: false },
    );
  }
}
