import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** Belongs to a mark and carries its version. */
export class CriterionGrade extends Model<
  InferAttributes<CriterionGrade>,
  InferCreationAttributes<CriterionGrade>
> {
  declare mark_id: number;
  declare criterion_id: number;
  declare grade: number | null;
  declare version: number;

  static register(sequelize: Sequelize): void {
    CriterionGrade.init(
      {
        mark_id: { type: DataTypes.BIGINT, primaryKey: true },
        criterion_id: { type: DataTypes.INTEGER, primaryKey: true },
        grade: { type: DataTypes.SMALLINT },
        version: { type: DataTypes.BIGINT, allowNull: false },
      },
      { sequelize, tableName: "criterion_grades", timestamps: false },
    );
  }
}
