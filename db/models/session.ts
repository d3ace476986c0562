import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare session_id: CreationOptional<number>;
  declare token_hash: Buffer;
  declare account_id: number;
  declare started_at: CreationOptional<Date>;
  declare last_seen_at: CreationOptional<Date>;
  declare address: string;
  declare device: string;

  static register(sequelize: Sequelize): void {
    Session.init(
      {
        session_id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        token_hash: { type: DataTypes.BLOB, allowNull: false },
        account_id: { type: DataTypes.INTEGER, allowNull: false },
        started_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        last_seen_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        address: { type: DataTypes.TEXT, allowNull: false },
        device: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "sessions", timestamps: false },
    );
  }
}
