import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Subject extends Model<InferAttributes<Subject>, InferCreationAttributes<Subject>> {
  declare subject_id: CreationOptional<number>;
  declare title: string;
  declare abbr: string;
  declare is_active: CreationOptional<boolean>;

  static register(sequelize: Sequelize): void {
    Subject.init(
      {
        subject_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        title: { type: DataTypes.TEXT, allowNull: false },
        abbr: { type: DataTypes.TEXT, allowNull: false },
        is_active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      },
      { sequelize, tableName: "subjects", timestamps: false },
    );
  }
}
