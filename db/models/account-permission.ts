import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class AccountPermission extends Model<
  InferAttributes<AccountPermission>,
  InferCreationAttributes<AccountPermission>
> {
  declare account_id: number;
  declare user_permission_id: number;

  static register(sequelize: Sequelize): void {
    AccountPermission.init(
      {
        account_id: { type: DataTypes.INTEGER, primaryKey: true },
        user_permission_id: { type: DataTypes.SMALLINT, primaryKey: true },
      },
      { sequelize, tableName: "account_permissions", timestamps: false },
    );
  }
}
