import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class AssessmentCriterion extends Model<
  InferAttributes<AssessmentCriterion>,
  InferCreationAttributes<AssessmentCriterion>
> {
  declare criterion_id: CreationOptional<number>;
  declare subject_id: number;
  declare form_level: number;
  declare detail: string;
  declare position: number;

  static register(sequelize: Sequelize): void {
    AssessmentCriterion.init(
      {
        criterion_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        subject_id: { type: DataTypes.INTEGER, allowNull: false },
        form_level: { type: DataTypes.SMALLINT, allowNull: false },
        detail: { type: DataTypes.TEXT, allowNull: false },
        position: { type: DataTypes.SMALLINT, allowNull: false },
      },
      { sequelize, tableName: "assessment_criteria", timestamps: false },
    );
  }
}
