import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** Such as `Std 4` or `2A`; the classes of a year are `SchoolClass`. */
export class FormClass extends Model<InferAttributes<FormClass>, InferCreationAttributes<FormClass>> {
  declare form_class_id: string;
  declare form_level: number;
  declare group_title: string;
  declare position: number;

  static register(sequelize: Sequelize): void {
    FormClass.init(
      {
        form_class_id: { type: DataTypes.TEXT, primaryKey: true },
        form_level: { type: DataTypes.SMALLINT, allowNull: false },
        group_title: { type: DataTypes.TEXT, allowNull: false },
        position: { type: DataTypes.SMALLINT, allowNull: false },
      },
      { sequelize, tableName: "form_classes", timestamps: false },
    );
  }
}
