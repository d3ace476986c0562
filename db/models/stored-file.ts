import { DataTypes, literal, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** A picture or document of the file store. */
export class StoredFile extends Model<InferAttributes<StoredFile>, InferCreationAttributes<StoredFile>> {
  declare file_name: string;
  declare kind: string;
  declare media_type: string;
  declare bytes: number;
  declare sha256: Buffer;
  declare width: number | null;
  declare height: number | null;
  declare created_at: CreationOptional<Date>;

  static register(sequelize: Sequelize): void {
    StoredFile.init(
      {
        file_name: { type: DataTypes.TEXT, primaryKey: true },
        kind: { type: DataTypes.TEXT, allowNull: false },
        media_type: { type: DataTypes.TEXT, allowNull: false },
        bytes: { type: DataTypes.INTEGER, allowNull: false },
        sha256: { type: DataTypes.BLOB, allowNull: false },
        width: { type: DataTypes.SMALLINT },
        height: { type: DataTypes.SMALLINT },
        created_at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "files", timestamps: false },
    );
  }
}
