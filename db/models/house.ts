import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class House extends Model<InferAttributes<House>, InferCreationAttributes<House>> {
  declare house_id: CreationOptional<number>;
  declare house: string;

  static register(sequelize: Sequelize): void {
    House.init(
      {
        house_id: { type: DataTypes.SMALLINT, primaryKey: true, autoIncrement: true },
        house: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "houses", timestamps: false },
    );
  }
}
