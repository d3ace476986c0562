import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Permission extends Model<InferAttributes<Permission>, InferCreationAttributes<Permission>> {
  declare user_permission_id: number;
  declare name: string;

  static register(sequelize: Sequelize): void {
    Permission.init(
      {
        user_permission_id: { type: DataTypes.SMALLINT, primaryKey: true },
        name: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "permissions", timestamps: false },
    );
  }
}
