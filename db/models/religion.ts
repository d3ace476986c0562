import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Religion extends Model<InferAttributes<Religion>, InferCreationAttributes<Religion>> {
  declare religion_id: CreationOptional<number>;
  declare grouping: string;

  static register(sequelize: Sequelize): void {
    Religion.init(
      {
        religion_id: { type: DataTypes.SMALLINT, primaryKey: true, autoIncrement: true },
        grouping: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "religions", timestamps: false },
    );
  }
}
