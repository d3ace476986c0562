import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class EthnicGroup extends Model<InferAttributes<EthnicGroup>, InferCreationAttributes<EthnicGroup>> {
  declare ethnic_group_id: CreationOptional<number>;
  declare grouping: string;

  static register(sequelize: Sequelize): void {
    EthnicGroup.init(
      {
        ethnic_group_id: { type: DataTypes.SMALLINT, primaryKey: true, autoIncrement: true },
        grouping: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "ethnic_groups", timestamps: false },
    );
  }
}
