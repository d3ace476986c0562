import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Account extends Model<InferAttributes<Account>, InferCreationAttributes<Account>> {
  declare account_id: CreationOptional<number>;
  declare user_name: string;
  declare employee_id: number | null;
  declare password_hash: string;
  declare password_reset: CreationOptional<boolean>;
  declare password_changed_at: CreationOptional<Date>;

  static register(sequelize: Sequelize): void {
    Account.init(
      {
        account_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        user_name: { type: DataTypes.TEXT, allowNull: false },
        employee_id: { type: DataTypes.INTEGER },
        password_hash: { type: DataTypes.TEXT, allowNull: false },
        password_reset: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        password_changed_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "accounts", timestamps: false },
    );
  }
}
