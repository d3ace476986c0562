import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** Without an employee it belongs to the whole school. */
export class CommentPhrase extends Model<
  InferAttributes<CommentPhrase>,
  InferCreationAttributes<CommentPhrase>
> {
  declare phrase_id: CreationOptional<number>;
  declare employee_id: number | null;
  declare phrase: string;

  static register(sequelize: Sequelize): void {
    CommentPhrase.init(
      {
        phrase_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        employee_id: { type: DataTypes.INTEGER },
        phrase: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "comment_phrases", timestamps: false },
    );
  }
}
