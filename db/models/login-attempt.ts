import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class LoginAttempt extends Model<
  InferAttributes<LoginAttempt>,
  InferCreationAttributes<LoginAttempt>
> {
  declare attempt_id: CreationOptional<number>;
  declare user_name: string;
  declare address: string;
  declare at: CreationOptional<Date>;
  declare succeeded: boolean;

  static register(sequelize: Sequelize): void {
    LoginAttempt.init(
      {
        attempt_id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        user_name: { type: DataTypes.TEXT, allowNull: false },
        address: { type: DataTypes.TEXT, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        succeeded: { type: DataTypes.BOOLEAN, allowNull: false },
      },
      { sequelize, tableName: "login_attempts", timestamps: false },
    );
  }
}
