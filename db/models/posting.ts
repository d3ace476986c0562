import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** Without a class it is for the whole term. */
export class Posting extends Model<InferAttributes<Posting>, InferCreationAttributes<Posting>> {
  declare posting_id: CreationOptional<number>;
  declare academic_term_id: number;
  declare class_id: number | null;
  declare posted: boolean;
  declare date_posted: Date | null;

  static register(sequelize: Sequelize): void {
    Posting.init(
      {
        posting_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        class_id: { type: DataTypes.INTEGER },
        posted: { type: DataTypes.BOOLEAN, allowNull: false },
        date_posted: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "postings", timestamps: false },
    );
  }
}
