import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** The record of changes: written by triggers, append-only. */
export class AuditEvent extends Model<InferAttributes<AuditEvent>, InferCreationAttributes<AuditEvent>> {
  declare event_id: CreationOptional<number>;
  declare at: CreationOptional<Date>;
  declare actor: string;
  declare account_id: number | null;
  declare save_id: string | null;
  declare table_name: string;
  declare row_id: string;
  declare version: number | null;
  declare operation: "insert" | "update" | "delete";
  declare old_values: Record<string, unknown> | null;
  declare new_values: Record<string, unknown> | null;

  static register(sequelize: Sequelize): void {
    AuditEvent.init(
      {
        event_id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("clock_timestamp()") },
        actor: { type: DataTypes.TEXT, allowNull: false },
        account_id: { type: DataTypes.INTEGER },
        save_id: { type: DataTypes.TEXT },
        table_name: { type: DataTypes.TEXT, allowNull: false },
        row_id: { type: DataTypes.TEXT, allowNull: false },
        version: { type: DataTypes.BIGINT },
        operation: { type: DataTypes.TEXT, allowNull: false },
        old_values: { type: DataTypes.JSONB },
        new_values: { type: DataTypes.JSONB },
      },
      { sequelize, tableName: "audit_events", timestamps: false },
    );
  }
}
